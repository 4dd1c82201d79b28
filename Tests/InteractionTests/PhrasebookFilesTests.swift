// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Interaction
import TestSupport
import Testing

private func catalogueFiles() -> [URL] {
  let found = FileManager.default.enumerator(
    at: URL(filePath: Checkout.root + "Voices"), includingPropertiesForKeys: nil)
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
    let phrases = try Checkout.englishPhrases()
    for key in [TimePhrase.days, .hours, .minutes, .seconds] {
      #expect(phrases.placeholders(of: key) == ["count"])
    }
    #expect(phrases.placeholders(of: TimePhrase.minutesAndSeconds) == ["minutes", "count"])
    #expect(phrases.placeholders(of: TimePhrase.two) == ["first", "second"])
    #expect(phrases.placeholders(of: TimePhrase.about) == ["time"])
    #expect(phrases.placeholders(of: TimePhrase.clock) == ["hour", "minute"])
  }

  @Test func `spelling has the places the program fills`() throws {
    let phrases = try Checkout.englishPhrases()
    #expect(phrases.placeholders(of: SpellingPhrase.capital) == ["letter"])
    #expect(phrases.placeholders(of: SpellingPhrase.marked) == ["letter", "mark"])
    #expect(phrases.placeholders(of: SpellingPhrase.more) == ["count"])
    #expect(phrases.placeholders(of: SpellingPhrase.separator) == [])
  }
}
