// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Glibc
import Interaction
import Library
import Player
import Speech
import Terminal

/// The program.
public enum Application {
  /// The number said by `--version`.
  static let version = "0.1.0"

  /// Runs the program with its arguments; returns the exit code: 0 done, 1 failed, 2 usage.
  public static func run() -> Int32 {
    Descriptors.fillStandard()
    let arguments = Array(argumentBytes().dropFirst())
    let parsed: Result<Options, OptionsError>
    do throws(OptionsError) {
      parsed = .success(try Options(arguments))
    } catch {
      parsed = .failure(error)
    }
    let (words, voices): (Words, [UInt8])
    do throws(WordsTrouble) {
      guard let folder = VoicesFolder.find(override: (try? parsed.get())?.voicesFolder) else {
        throw .noFolder
      }
      (words, voices) = (Words(phrases: try phrasebook(folder)), folder)
    } catch {
      return speakAndFail(error.sentence, (try? parsed.get()) ?? Options(), code: 1)
    }
    switch parsed {
    case .success(let options): return run(options, words, voices)
    case .failure(let error):
      let sentence = words.sentence(error) + " " + words(.usageHint)
      return speakAndFail(sentence, Options(), code: 2)
    }
  }

  private static func run(_ options: Options, _ words: Words, _ voices: [UInt8]) -> Int32 {
    switch options.errand {
    case .help: return Print.line(words(.help)) ? 0 : 1
    case .version:
      return Print.line(words(.version, ["version": .text(version)])) ? 0 : 1
    default: break
    }
    if let error = Descriptors.shortage {
      let sentence = words(.noDescriptors, ["reason": .text(error.description)])
      return speakAndFail(sentence, options, code: 1)
    }
    switch options.errand {
    case .selfTest: return SelfTest(options: options, words: words, voices: voices).run()
    case .probe(let probe):
      let diverted = StandardError.divert()
      defer { diverted.putBack() }
      return probe.run(Composition.parts(options, voices: voices, guarding: nil), words)
    default: return Launch(options: options, words: words, voices: voices).run()
    }
  }

  /// The arguments as bytes: names need not be UTF-8.
  private static func argumentBytes() -> [[UInt8]] {
    var all: [[UInt8]] = []
    for index in 0..<Int(CommandLine.argc) {
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { continue }
      all.append(unsafe Array(UnsafeRawBufferPointer(start: argument, count: strlen(argument))))
    }
    return all
  }

  /// The English catalogues.
  static func phrasebook(_ voices: [UInt8]) throws(WordsTrouble) -> Phrasebook {
    let paths = VoicesFolder.catalogues(in: voices + Array("/en".utf8))
    var texts: [String] = []
    for path in paths {
      do throws(SystemError) {
        texts.append(try readText(path))
      } catch {
        throw .unreadable(path: path, error)
      }
    }
    let phrases: Phrasebook
    do throws(CatalogueError) {
      phrases = try Phrasebook(catalogues: texts)
    } catch {
      throw .damaged(path: paths[error.catalogue], line: error.line, error.problem)
    }
    // Names of phrases in place of words are worse than a sentence that is always there.
    guard phrases.has(ProgramPhrase.help), phrases.hasAnswers else {
      throw .incomplete(folder: voices)
    }
    return phrases
  }

  /// Prints a sentence where errors go and, to somebody who sits before a terminal, says it too.
  private static func speakAndFail(_ sentence: String, _ options: Options, code: Int32) -> Int32 {
    Print.write(sentence + "\n", to: STDERR_FILENO)
    if isatty(STDIN_FILENO) == 1, !options.isSilent, Descriptors.shortage == nil {
      let diverted = StandardError.divert()
      _ = LoneSentence.say(
        SpokenText(sentence).text, Composition.parts(options, voices: nil, guarding: nil))
      diverted.putBack()
    }
    return code
  }
}
