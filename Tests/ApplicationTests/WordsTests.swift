// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Interaction
import Speech
import TestSupport
import Testing

@testable import Application

struct WordsTests {
  private let words: Words

  init() throws { words = Words(phrases: try Checkout.englishPhrases()) }

  /// The places the program fills; all others have none.
  private static let places: [ProgramPhrase: Set<String>] = [
    .version: ["version"], .usageUnknown: ["option"], .usageMissing: ["option"],
    .usageUnexpected: ["option"], .usageBad: ["option", "value", "expected"],
    .usageNeeds: ["option", "other"], .noSuchVoice: ["name"], .noVoice: ["reason"],
    .otherVoice: ["name"], .otherDevice: ["name", "reason"], .noMemory: ["reason"],
    .damagedMemory: ["name"], .unreadMemory: ["name", "reason"], .lostMemory: ["reason"],
    .usageProbeForm: ["expected"], .lostSpeechLog: ["name", "reason"], .noDescriptors: ["reason"],
    .noThreads: ["reason"],
    .noSpeechLog: ["name", "reason"],
    .noRecording: ["name", "reason"], .testDecoder: ["name"],
    .testVoice: ["name"], .testVoiceFailed: ["reason"], .testDevice: ["name"],
    .testDeviceFailed: ["name", "reason"], .testWords: ["name"],
  ]

  @Test(arguments: ProgramPhrase.allCases)
  func `Every phrase has words, with the places that are filled`(phrase: ProgramPhrase) {
    #expect(words.phrases.has(phrase))
    #expect(words.phrases.placeholders(of: phrase) == Self.places[phrase] ?? [])
    #expect(!words(phrase).isEmpty)
  }

  @Test func `Catalogues without the words are told with their folder`() throws {
    let folder = try ScratchFolder()
    let path = Array(folder.path.utf8)
    #expect(throws: WordsTrouble.incomplete(folder: path)) { try Application.phrasebook(path) }
    try folder.write("en/program.po", "")
    #expect(throws: WordsTrouble.incomplete(folder: path)) { try Application.phrasebook(path) }
    #expect(WordsTrouble.incomplete(folder: path).sentence.contains(folder.path))
    #expect(WordsTrouble.noFolder.sentence.contains("--voices"))
  }

  @Test func `A damaged catalogue is told with its file, the line and the reason`() throws {
    let folder = try ScratchFolder()
    for name in ["answers", "commands", "program", "spelling", "time"] {
      try folder.write("en/\(name).po", try Checkout.text("Voices/en/\(name).po"))
    }
    let path = Array(folder.path.utf8)
    _ = try Application.phrasebook(path)
    try folder.write("en/spelling.po", "msgid \"a\"\nmsgstr \"b\"\n\nmsgid \"c\nmsgstr \"d\"\n")
    let file = folder.path + "/en/spelling.po"
    let error = #expect(throws: WordsTrouble.self) { try Application.phrasebook(path) }
    #expect(error == .damaged(path: Array(file.utf8), line: 4, .unterminatedString))
    let sentence = try #require(error).sentence
    for words in [file, "line 4", "closing quote is missing"] {
      #expect(sentence.contains(words), "\(sentence)")
    }
  }

  @Test func `A catalogue that cannot be read is told with its file and the system's reason`()
    throws
  {
    let folder = try ScratchFolder()
    folder.folder("en/answers.po")
    let error = #expect(throws: WordsTrouble.self) {
      try Application.phrasebook(Array(folder.path.utf8))
    }
    let sentence = try #require(error).sentence
    #expect(sentence.contains("/en/answers.po: Is a directory."), "\(sentence)")
  }

  @Test func `What is wrong with a command line names the option and the value`() {
    let errors: [OptionsError] = [
      .unknown(option: "--x"), .missingValue(option: "--x"), .unexpectedValue(option: "--x"),
      .badValue(option: "--x", value: "nine", expected: .expectedRate),
      .needs(option: "--x", other: "--y"),
    ]
    for error in errors { #expect(words.sentence(error).contains("--x")) }
    let hostile = words.sentence(
      .unknown(option: "--\u{1B}[31m" + String(repeating: "x", count: 5000)))
    #expect(!hostile.contains("\u{1B}") && hostile.count < 200)
    let bad = words.sentence(.badValue(option: "--x", value: "nine", expected: .expectedRate))
    #expect(bad.contains("nine") && bad.contains(words(.expectedRate)))
    #expect(words.sentence(.needs(option: "--x", other: "--y")).contains("--y"))
    #expect(Set(errors.map { words.sentence($0) }).count == errors.count)
  }

  @Test func `Every reason has words, and the library's own stay`() {
    for error: OutputError in [
      .notFound, .notPermitted, .busy, .gone, .unsupportedFormat, .other("sentence"),
    ] {
      #expect(!words.reason(error).isEmpty && !words.reason(error).contains("."))
    }
    for error: DecodingError in [
      .notFound, .notPermitted, .unsupportedFormat, .damaged(frame: 1), .other("sentence"),
    ] {
      #expect(!words.reason(error).isEmpty)
    }
    #expect(words.reason(OutputError.other("their words")) == "their words")
    #expect(words.reason(DecodingError.other("their words")) == "their words")
    #expect(words.reason(SpeechError.other("their words")) == "their words")
    #expect(words.reason(SpeechError.voiceNotFound("xx")).contains("xx"))
    #expect(words.reason(SpeechError.noData) == words(.reasonVoiceData))
  }

  @Test func `A decoder's error is a listener's trouble`() {
    #expect(TrackTrouble(.notFound, atSeconds: 1) == .notFound)
    #expect(TrackTrouble(.notPermitted, atSeconds: 1) == .notPermitted)
    #expect(TrackTrouble(.unsupportedFormat, atSeconds: 1) == .unsupported)
    #expect(TrackTrouble(.damaged(frame: 5), atSeconds: 1.5) == .damaged(at: .seconds(1.5)))
    #expect(TrackTrouble(.other("why"), atSeconds: 1) == .other("why"))
  }

  @Test func `Every cue has a sound of its own`() {
    #expect(Set(Cue.allCases.map { Earcon($0) }).count == Cue.allCases.count)
    #expect(Cue.allCases.count == Earcon.allCases.count)
    for cue in Cue.allCases { #expect("\(Earcon(cue))" == "\(cue)") }
  }
}
