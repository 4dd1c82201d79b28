// SPDX-License-Identifier: GPL-3.0-or-later

/// The phrases of spelling that are not a character (`Voices/…/spelling.po`). A character's word is
/// the phrase `spell.` with the character, in lower case: `spell.a`, `spell.7`, `spell.,`.
public enum SpellingPhrase: String, PhraseKey {
  /// A capital: `{letter}` in words.
  case capital = "spelling.capital"
  /// A letter with a mark: `{letter}` and `{mark}` in words.
  case marked = "spelling.marked"
  /// What stands between two characters.
  case separator = "spelling.separator"
  /// There is more than is spelled: `{count}` characters more.
  case more = "spelling.more"
}

extension Phrasebook {
  /// The most characters spelled at once.
  public static let spellingLimit = 60

  /// `text` character by character: letters and digits in the words of a spelling alphabet,
  /// capitals marked, punctuation by name, other characters by themselves. Longer texts are cut,
  /// and the rest is counted.
  public func spell(_ text: String) -> String {
    let characters = text.prefix(Self.spellingLimit)
    var words = characters.map(spell)
    let more = text[characters.endIndex...].count
    if more > 0 { words.append(self(SpellingPhrase.more, ["count": .number(more)])) }
    return words.joined(separator: self[SpellingPhrase.separator.rawValue] ?? " ")
  }

  /// One character in words.
  public func spell(_ character: Character) -> String {
    let lower = character.lowercased()
    guard let word = self["spell." + lower] ?? marked(lower) else { return String(character) }
    guard character.isUppercase, self.has(SpellingPhrase.capital) else { return word }
    return self(SpellingPhrase.capital, ["letter": .text(word)])
  }

  /// "é" as its letter and its mark, each of which must have words (`spell.` with U+0301 alone).
  private func marked(_ lower: String) -> String? {
    guard let (letter, mark) = Self.parts(of: lower), let word = self["spell." + String(letter)],
      let name = self["mark." + Self.code(mark)]
    else { return nil }
    return self(SpellingPhrase.marked, ["letter": .text(word), "mark": .text(name)])
  }

  private static func parts(of text: String) -> (Character, Unicode.Scalar)? {
    guard let character = text.first, text.count == 1 else { return nil }
    for mark in marks {
      for letter in UInt8(ascii: "a")...UInt8(ascii: "z") {
        var scalars = String.UnicodeScalarView()
        scalars.append(Unicode.Scalar(letter))
        scalars.append(mark)
        // Characters are equal when they are canonically equivalent.
        if Character(String(scalars)) == character {
          return (Character(Unicode.Scalar(letter)), mark)
        }
      }
    }
    return nil
  }

  private static func code(_ mark: Unicode.Scalar) -> String {
    String(mark.value, radix: 16)
  }

  /// Grave, acute, circumflex, tilde, macron, breve, dot, diaeresis, ring, double acute, caron,
  /// dot below, cedilla, ogonek.
  private static let marks: [Unicode.Scalar] = [
    "\u{300}", "\u{301}", "\u{302}", "\u{303}", "\u{304}", "\u{306}", "\u{307}", "\u{308}",
    "\u{30A}", "\u{30B}", "\u{30C}", "\u{323}", "\u{327}", "\u{328}",
  ]
}
