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

/// The places that the code fills. Words with other places would lose or show something.
private let filledPlaces: [AnswerPhrase: Set<String>] = [
  .cut: ["name"], .greetingPlaying: ["name"], .greetingPaused: ["name"],
  .greetingStopped: ["name"], .volume: ["value"], .volumeFull: ["value"],
  .volumeMuted: ["value"], .jump: ["value"], .rate: ["value"], .speechLevel: ["value"],
  .levelPlus: ["number"], .levelMinus: ["number"], .elapsedFull: ["time"],
  .remainingFull: ["time"], .totalFull: ["time"], .percent: ["count"], .queueTime: ["time"],
  .queueTimeSoFar: ["time"], .trackEnds: ["time"], .trackAndQueueEnd: ["track", "queue"],
  .trackAndQueueEndAbout: ["track", "queue"], .place: ["number", "count"],
  .byArtist: ["name", "artist"], .playingOther: ["name"], .pausedOther: ["name"],
  .stoppedOther: ["name"], .elapsedOf: ["elapsed", "total"], .factArtist: ["value"],
  .factAlbum: ["value"], .factLength: ["value"], .factYear: ["value"],
  .factFile: ["value", "folder"], .factCodec: ["codec"], .factKilobits: ["count"],
  .factKilohertz: ["number"], .noItemWith: ["letter"], .goToLine: ["text"], .deleted: ["text"],
  .beyondEnd: ["length"], .capital: ["letter"], .learnKey: ["name", "does"],
  .commandItem: ["name", "key"], .trackMissing: ["name"], .trackForbidden: ["name"],
  .trackUnsupported: ["name"], .trackDamaged: ["name"], .trackUnreadable: ["name"],
  .moreSkipped: ["count"], .gaveUp: ["count"], .allBad: ["count"], .notFound: ["name"],
  .notPermitted: ["name"], .loop: ["name"], .missingTargets: ["name", "count", "first"],
  .webTargets: ["name", "count"], .nested: ["name"], .unsupported: ["name"],
  .tooMany: ["count"], .unreadable: ["name", "reason"], .manyTroubles: ["count", "first"],
  .searching: ["count"], .found: ["count"], .fewerTracks: ["count"],
]

extension PhraseTests {
  @Test func `words have the places that the code fills, and no others`() {
    for phrase in AnswerPhrase.allCases {
      #expect(phrases.placeholders(of: phrase) == filledPlaces[phrase] ?? [], "\(phrase.rawValue)")
    }
  }

  @Test func `refusals have at most eight words besides names`() {
    for phrase in AnswerPhrase.allCases where phrase.rawValue.hasPrefix("refused.") {
      #expect(phrases(phrase).split(separator: " ").count <= 8, "\(phrase.rawValue)")
    }
  }
}
