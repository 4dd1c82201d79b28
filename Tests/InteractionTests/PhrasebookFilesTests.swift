// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Interaction
import Testing

/// The folder `Voices` of the checkout.
private let voices = URL(filePath: #filePath)
  .deletingLastPathComponent().appending(path: "../../Voices").standardized

/// The text of `Voices/en/<name>.po`.
func englishCatalogue(_ name: String) throws -> String {
  try String(contentsOf: voices.appending(path: "en/\(name).po"), encoding: .utf8)
}

private func catalogueFiles() -> [URL] {
  let found = FileManager.default.enumerator(at: voices, includingPropertiesForKeys: nil)
  return (found?.compactMap { $0 as? URL } ?? []).filter { $0.pathExtension == "po" }
}

@Suite struct `The catalogues in Voices` {
  @Test func `all load`() throws {
    let files = catalogueFiles()
    #expect(files.count >= 2)
    for file in files {
      let text = try String(contentsOf: file, encoding: .utf8)
      #expect(throws: Never.self, "\(file.path)") { try Phrasebook(catalogues: [text]) }
      #expect(text.contains("Plural-Forms:"), "\(file.path)")
    }
  }

  @Test func `times have the places the program fills`() throws {
    let phrases = try Phrasebook(catalogues: [englishCatalogue("time")])
    for key in [TimePhrase.days, .hours, .minutes, .seconds] {
      #expect(phrases.placeholders(of: key) == ["count"])
    }
    #expect(phrases.placeholders(of: TimePhrase.minutesAndSeconds) == ["minutes", "count"])
    #expect(phrases.placeholders(of: TimePhrase.two) == ["first", "second"])
    #expect(phrases.placeholders(of: TimePhrase.about) == ["time"])
    #expect(phrases.placeholders(of: TimePhrase.clock) == ["hour", "minute"])
  }

  @Test func `spelling has the places the program fills`() throws {
    let phrases = try Phrasebook(catalogues: [englishCatalogue("spelling")])
    #expect(phrases.placeholders(of: SpellingPhrase.capital) == ["letter"])
    #expect(phrases.placeholders(of: SpellingPhrase.marked) == ["letter", "mark"])
    #expect(phrases.placeholders(of: SpellingPhrase.more) == ["count"])
    #expect(phrases.placeholders(of: SpellingPhrase.separator) == [])
  }
}
