// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import TestSupport
import Testing

@testable import Application

private func bytes(_ words: [String]) -> [[UInt8]] { words.map { Array($0.utf8) } }

private func options(_ words: String...) throws -> Options { try Options(bytes(words)) }

private func failure(_ words: [String]) -> OptionsError? {
  do throws(OptionsError) {
    _ = try Options(bytes(words))
    return nil
  } catch {
    return error
  }
}

struct OptionsTests {
  @Test func `Nothing is asked for: everything is as usual`() throws {
    let options = try options()
    #expect(options == Options())
    #expect(options.sources.isEmpty && options.errand == nil && options.sink == .device)
    #expect(options.latency == .normal && options.ducking == .automatic)
  }

  @Test func `Everything at once`() throws {
    let options = try options(
      "--shuffle", "--start", "7", "one", "--volume=150", "--rate", "300", "--voice", "de+f3",
      "--voices", "/w", "--duck", "fixed:12", "--device=pulse", "--output", "wav:out.wav",
      "--fast", "--latency", "low", "--plain", "--no-speech", "--quit-at-end", "--resume",
      "--speech-log", "log", "two words")
    var expected = Options()
    expected.sources = bytes(["one", "two words"])
    expected.isShuffled = true
    expected.start = 7
    expected.volume = 150
    expected.rate = 300
    expected.voice = "de+f3"
    expected.voicesFolder = Array("/w".utf8)
    expected.ducking = .fixed(decibels: 12)
    expected.device = "pulse"
    expected.sink = .wav(Array("out.wav".utf8))
    expected.isFast = true
    expected.latency = .low
    expected.isPlain = true
    expected.isSilent = true
    expected.quitsAtEnd = true
    expected.resumes = true
    expected.speechLog = Array("log".utf8)
    #expect(options == expected)
  }

  @Test(arguments: [
    ("--start", "3"), ("--volume", "0"), ("--rate", "80"), ("--voice", "en"), ("--voices", "v"),
    ("--duck", "auto"), ("--device", "d"), ("--output", "null"), ("--latency", "high"),
    ("--speech-log", "l"),
  ])
  func `A value stands behind an equals sign or in the next argument`(
    name: String, value: String
  ) throws {
    #expect(try options(name, value) == options("\(name)=\(value)"))
    #expect(failure([name]) == .missingValue(option: name))
    #expect(failure([name, ""]) == .missingValue(option: name))
    #expect(failure([name + "="]) == .missingValue(option: name))
  }

  @Test(arguments: [
    "--help", "-h", "--version", "--selftest", "--shuffle", "--plain", "--no-speech",
    "--quit-at-end", "--resume",
  ])
  func `A switch takes no value`(name: String) throws {
    #expect(try options(name) != Options())
    #expect(try options(name, "file").sources == bytes(["file"]))
    guard name != "-h" else { return }
    #expect(failure([name + "=yes"]) == .unexpectedValue(option: name))
    #expect(failure([name + "="]) == .unexpectedValue(option: name))
  }

  @Test(arguments: [
    (
      "--start", ["0", "-1", "x", "1.5", " 1", "99999999999999999999"], ProgramPhrase.expectedStart
    ),
    ("--volume", ["201", "-1", "loud", "1e2"], .expectedVolume),
    ("--rate", ["79", "1201", "fast"], .expectedRate),
    (
      "--duck", ["12", "fixed", "fixed:", "fixed:-1", "fixed:61", "fixed:nan", "Auto"],
      .expectedDucking
    ),
    ("--output", ["wav", "wav:", "tape", "WAV:x", "null "], .expectedOutput),
    ("--latency", ["lowest", "", "Low"].filter { !$0.isEmpty }, .expectedLatency),
  ])
  func `A value that makes no sense is told with what would`(
    name: String, values: [String], expected: ProgramPhrase
  ) {
    for value in values {
      #expect(
        failure(["\(name)=\(value)"])
          == .badValue(option: name, value: value, expected: expected), "\(value)")
    }
  }

  @Test(arguments: ["--nonsense", "-x", "--", "--=x", "--Help", "-hh", "--volumes=3"])
  func `An option that is none is told`(name: String) {
    guard name != "--" else { return }
    let written = name.split(separator: "=", omittingEmptySubsequences: false).first.map(
      String.init)
    #expect(failure([name]) == .unknown(option: written ?? ""))
  }

  @Test func `After two dashes everything is a name`() throws {
    let given = try options("--plain", "--", "--shuffle", "-h", "--", "probe")
    #expect(given.isPlain && !given.isShuffled)
    #expect(given.sources == bytes(["--shuffle", "-h", "--", "probe"]))
    #expect(try options("--").sources.isEmpty)
  }

  @Test func `A dash alone and odd names are names, an empty one is none`() throws {
    #expect(try options("-", "=x").sources == bytes(["-", "=x"]))
    #expect(failure(["a", ""]) == .emptyName)
    #expect(failure(["--", ""]) == .emptyName)
  }

  @Test func `Names stay as they are, whatever their bytes`() throws {
    let name: [UInt8] = [0xFF, 0xFE, 0x2F, 0xC3, 0x28, 0x1B]
    let options = try Options([name, Array("--speech-log=".utf8) + name, Array("--".utf8), name])
    #expect(options.sources == [name, name])
    #expect(options.speechLog == name)
    let wav = try Options([Array("--output=wav:".utf8) + name])
    #expect(wav.sink == .wav(name))
  }

  @Test func `An option of odd bytes is unknown, in readable letters`() {
    var error: OptionsError?
    do throws(OptionsError) {
      _ = try Options([[0x2D, 0x2D, 0xFF]])
    } catch let thrown {
      error = thrown
    }
    #expect(error == .unknown(option: "--\u{FFFD}"))
  }

  @Test func `As fast as possible goes to no device`() throws {
    #expect(failure(["--fast"]) == .needs(option: "--fast", other: "--output"))
    #expect(try options("--fast", "--output", "null").isFast)
    #expect(try options("--fast", "--output", "wav:x").isFast)
  }

  @Test func `A later value wins`() throws {
    #expect(try options("--volume", "1", "--volume=2").volume == 2)
  }

  @Test func `The probes`() throws {
    #expect(try options("probe", "decode", "f").errand == .probe(.decode(Array("f".utf8))))
    #expect(try options("probe", "say", "some words").errand == .probe(.say("some words")))
    #expect(try options("probe", "output").errand == .probe(.output))
    #expect(try options("probe", "keys").errand == .probe(.keys))
    #expect(try options("x", "probe").sources == bytes(["x", "probe"]))
  }

  @Test(arguments: [
    ["probe"], ["probe", ""], ["probe", "decode"], ["probe", "keys", "x"],
    ["probe", "say", "a", "b"],
  ])
  func `A probe without or with too many words is told what there is`(words: [String]) throws {
    #expect(failure(words) == .wrongProbe)
    let told = Words(phrases: try Checkout.englishPhrases()).sentence(.wrongProbe)
    #expect(told == "After probe comes one of these: decode FILE, say TEXT, output or keys.")
  }

  @Test func `A probe that is none is told with those that are`() {
    #expect(
      failure(["probe", "dance"])
        == .badValue(option: "probe", value: "dance", expected: .usageProbe))
  }
}
