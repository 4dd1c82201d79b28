// SPDX-License-Identifier: GPL-3.0-or-later
import Interaction
import TestSupport
import Testing

@Suite struct `Spelling` {
  private let phrases: Phrasebook

  init() throws { phrases = try Checkout.englishPhrases() }

  @Test func `every phrase has words`() {
    for key in SpellingPhrase.allCases { #expect(phrases.has(key), "\(key.rawValue)") }
  }

  @Test func `names letters, digits and signs, and marks capitals`() {
    #expect(phrases.spell("Ab 7-z") == "cap alpha, bravo, space, seven, dash, zulu")
    #expect(
      phrases.spell("a.b,c_d/\"\\")
        == "alpha, period, bravo, comma, charlie, underscore, delta, slash, quote, backslash")
    #expect(phrases.spell("") == "")
  }

  @Test func `every printable ASCII character has a word`() {
    for value in UInt8(0x20)...0x7E {
      let character = Character(Unicode.Scalar(value))
      #expect(phrases.spell(character).count > 1, "\(character)")
    }
  }

  @Test func `accents are named after their letter, however they are written`() {
    #expect(phrases.spell("é") == "echo acute")
    #expect(phrases.spell("e\u{301}") == "echo acute")
    #expect(phrases.spell("Ö") == "cap oscar umlaut")
    #expect(phrases.spell("ß") == "sharp s")
  }

  @Test func `other characters stand for themselves`() {
    #expect(phrases.spell("ж夜🎵") == "ж, 夜, 🎵")
    #expect(phrases.spell("Ж") == "Ж")
  }

  @Test func `long texts are cut and the rest is counted`() {
    let words = phrases.spell(String(repeating: "a", count: 100)).split(separator: ", ")
    #expect(words.count == Phrasebook.spellingLimit + 1)
    #expect(words.last == "and 40 more")
  }

  @Test func `without words the characters are left`() {
    #expect(Phrasebook().spell("Ab1") == "A b 1")
  }
}
