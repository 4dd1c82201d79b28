// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import TestSupport
import Testing

@testable import Interaction

@Suite struct PhraseTests {
  let phrases: Phrasebook

  init() throws { phrases = try Checkout.englishPhrases() }

  private func missing<Key: PhraseKey>(_ type: Key.Type) -> [String] {
    type.allCases.filter { !phrases.has($0) }.map(\.rawValue)
  }

  @Test func `every phrase has words`() {
    #expect(missing(AnswerPhrase.self).isEmpty)
    #expect(missing(KeyPhrase.self).isEmpty)
    #expect(missing(CommandName.self).isEmpty)
    #expect(missing(CommandSentence.self).isEmpty)
    #expect(missing(PagePhrase.self).isEmpty)
    #expect(missing(TimePhrase.self).isEmpty)
    #expect(missing(SpellingPhrase.self).isEmpty)
  }

  @Test func `the page of keys is the one in docs`() throws {
    let page = KeysPage.markdown(phrases)
    if ProcessInfo.processInfo.environment["WRITE_DOCS"] == "1" {
      try FileManager.default.createDirectory(
        atPath: Checkout.root + "docs", withIntermediateDirectories: true)
      try page.write(toFile: Checkout.root + "docs/keys.md", atomically: true, encoding: .utf8)
    }
    #expect(try Checkout.text("docs/keys.md") == page)
  }

  @Test func `every command has a row and no two commands share a key`() {
    #expect(
      CommandTable.rows.map(\.id).sorted { $0.rawValue < $1.rawValue }
        == CommandID.allCases.sorted { $0.rawValue < $1.rawValue })
    let keys = CommandTable.rows.flatMap { ($0.key.map { [$0] } ?? []) + $0.twins }
    #expect(Set(keys).count == keys.count)
  }
}
