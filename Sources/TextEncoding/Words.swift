// SPDX-License-Identifier: GPL-3.0-or-later

internal import Player

/// The words of a text, as far as it takes to tell text from nonsense.
struct Words {
  let scalars: [Unicode.Scalar]

  /// The words of `text`: letters with nothing between them.
  static func of(_ text: String) -> [Words] {
    text.unicodeScalars.split { !$0.properties.isAlphabetic }.map { Words(scalars: Array($0)) }
  }

  var isASCII: Bool { scalars.allSatisfy { $0.isASCII } }

  /// Whether it is written in small letters, with a capital first, or in capitals.
  var hasOneCase: Bool {
    let rest = scalars.dropFirst()
    return rest.allSatisfy { $0.properties.isLowercase }
      || scalars.allSatisfy { $0.properties.isUppercase }
  }

  static func isVowel(_ scalar: Unicode.Scalar) -> Bool { vowels.contains(scalar) }

  private static let vowels = Set(
    "аеёиоуыэюяіїєАЕЁИОУЫЭЮЯІЇЄαεηιουωάέήίόύώϊϋΐΰΑΕΗΙΟΥΩΆΈΉΊΌΎΏ".unicodeScalars)

  /// Whether it is one of the letters that make two thirds of any text in its alphabet.
  static func isFrequent(_ scalar: Unicode.Scalar) -> Bool { frequent.contains(scalar) }

  private static let frequent = Set(
    "оеаинтсрвліОЕАИНТСРВЛІαοιετσνηυρςάίόέήύΑΟΙΕΤΣΝΗΥΡ".unicodeScalars)

  /// Whether a character beyond ASCII is in `text` that is neither letter nor common punctuation.
  static func hasStraySymbol(_ text: String) -> Bool {
    text.unicodeScalars.contains {
      !$0.isASCII && !$0.properties.isAlphabetic && !punctuation.contains($0)
    }
  }

  private static let punctuation = Set("\u{A0}«»–—“”„‘’…№·•".unicodeScalars)
}

/// Text of central Europe that says it is of western Europe. Most letters are the same.
enum CentralEurope {
  /// In Latin-1 symbols, in the encoding of central Europe letters of Polish, Czech and Slovak.
  private static let symbols = Set("³£¹¥¿¯¾¼œŸ\u{9D}\u{8D}\u{8F}".unicodeScalars)
  /// Letters of which no western language has some together with ø: ř, ě, č, ů, ň, š, ž.
  private static let mixed = Set("ìÌèÈùÙòÒšŠžŽ".unicodeScalars)

  /// Whether a word of `fields` can only be Czech: the two bytes of "řá" or "ří" after a vowel of
  /// ASCII, as in "Dvořák", are three vowels in a row in Latin-1, which no language has that
  /// writes ø. All fields must be valid.
  static func hasCzechWord(_ fields: [[UInt8]]) -> Bool {
    guard fields.contains(where: hasCzechWord) else { return false }
    return fields.allSatisfy { field in
      guard let text = LegacyEncoding.centralEuropean.text(field) else { return false }
      return !Words.hasStraySymbol(text)
    }
  }

  private static func hasCzechWord(_ field: [UInt8]) -> Bool {
    field.indices.dropFirst().dropLast().contains { place in
      field[place] == 0xF8 && (field[place + 1] == 0xE1 || field[place + 1] == 0xED)
        && "aeiouyAEIOUY".utf8.contains(field[place - 1])
    }
  }

  /// Whether symbols stand inside words of `fields` where only letters can, or letters together
  /// that no language of western Europe has together. `named` is the word of libuchardet.
  static func isProven(_ fields: [[UInt8]], named: Bool) -> Bool {
    var inWords = 0
    var kinds: Set<Unicode.Scalar> = []
    for field in fields {
      let latin = Array(latin(field).unicodeScalars)
      for (index, scalar) in latin.enumerated() {
        let before = index > 0 && isLetter(latin[index - 1])
        let behind = index + 1 < latin.count && isLetter(latin[index + 1])
        if symbols.contains(scalar), scalar != "œ", before && behind { inWords += 1 }
        if mixed.contains(scalar) || scalar == "ø" || scalar == "Ø" { kinds.insert(scalar) }
      }
      guard let text = LegacyEncoding.centralEuropean.text(field),
        !Words.hasStraySymbol(text)
      else { return false }
    }
    if inWords >= 2 { return true }
    let isMixed = kinds.contains("ø") && kinds.count >= 2
    return named && (inWords == 1 || isMixed)
  }

  private static func latin(_ bytes: [UInt8]) -> String {
    String(String.UnicodeScalarView(bytes.map(windows1252Scalar)))
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || symbols.contains(scalar)
  }
}
