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

  /// Said and printed when the words of the program cannot be found: the one sentence that does
  /// not stand in a catalogue.
  private static let noWords =
    "EyeMusix cannot find or read its folder Voices. Name it with --voices and the folder's name."

  /// Runs the program with its arguments; returns the exit code: 0 done, 1 failed, 2 usage.
  public static func run() -> Int32 {
    let arguments = Array(argumentBytes().dropFirst())
    let parsed: Result<Options, OptionsError>
    do throws(OptionsError) {
      parsed = .success(try Options(arguments))
    } catch {
      parsed = .failure(error)
    }
    let given = try? parsed.get()
    let voices = VoicesFolder.find(override: given?.voicesFolder)
    guard let voices, let phrases = phrasebook(voices) else {
      return speakAndFail(noWords, given ?? Options(), code: 1)
    }
    let words = Words(phrases: phrases)
    switch parsed {
    case .success(let options): return run(options, words, voices)
    case .failure(let error):
      let sentence = words.sentence(error) + " " + words(.usageHint)
      return speakAndFail(sentence, Options(), code: 2)
    }
  }

  private static func run(_ options: Options, _ words: Words, _ voices: [UInt8]) -> Int32 {
    switch options.errand {
    case .help:
      return Print.line(words(.help)) ? 0 : 1
    case .version:
      return Print.line(words(.version, ["version": .text(version)])) ? 0 : 1
    case .selfTest: return SelfTest(options: options, words: words, voices: voices).run()
    case .probe(let probe):
      let diverted = StandardError.divert()
      defer { diverted.putBack() }
      return probe.run(Composition.parts(options, voices: voices, guarding: nil), words)
    case nil: return Launch(options: options, words: words, voices: voices).run()
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

  /// The English catalogues; `nil` when they are not there or cannot be read.
  static func phrasebook(_ voices: [UInt8]) -> Phrasebook? {
    let paths = VoicesFolder.catalogues(in: voices + Array("/en".utf8))
    guard !paths.isEmpty else { return nil }
    let phrases = try? Phrasebook(catalogues: paths.map { try readText($0) })
    // Names of phrases in place of words are worse than the one sentence that is always there.
    return phrases?.has(ProgramPhrase.help) == true && phrases?.hasAnswers == true ? phrases : nil
  }

  /// Prints a sentence where errors go and, to somebody who sits before a terminal, says it too.
  private static func speakAndFail(_ sentence: String, _ options: Options, code: Int32) -> Int32 {
    Print.write(sentence + "\n", to: STDERR_FILENO)
    if isatty(STDIN_FILENO) == 1 && !options.isSilent {
      let diverted = StandardError.divert()
      _ = LoneSentence.say(
        SpokenText(sentence).text, Composition.parts(options, voices: nil, guarding: nil))
      diverted.putBack()
    }
    return code
  }
}
