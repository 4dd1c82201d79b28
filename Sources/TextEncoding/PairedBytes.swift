// SPDX-License-Identifier: GPL-3.0-or-later

/// Text whose characters beyond ASCII take two bytes, as in Chinese, Japanese and Korean.
struct PairedBytes {
  private let encoding: LegacyEncoding
  /// Characters of two bytes, those of them that are in daily use, and syllables of Japanese.
  private var pairs = 0
  private var common = 0
  private var kana = 0
  /// Letters of ASCII beside them.
  private var ascii = 0

  /// Reads `fields`; `nil` when they are not valid in `encoding`.
  init?(_ fields: [[UInt8]], _ encoding: LegacyEncoding) {
    self.encoding = encoding
    for field in fields {
      guard let text = encoding.text(field), !text.unicodeScalars.contains(where: Self.isForeign)
      else { return nil }
      var rest = field[...]
      while let first = rest.popFirst() {
        if first < 0x80 {
          ascii += (0x41...0x5A).contains(first & 0xDF) ? 1 : 0
        } else {
          // Half a syllable of Japanese in one byte, or a character that is cut off.
          guard let second = rest.popFirst() else { break }
          count(first, second)
        }
      }
    }
  }

  /// Whether this is text and not chance. `named` says that libuchardet thinks so too.
  func isProof(named: Bool) -> Bool {
    guard pairs >= (named ? 2 : 4), common * 100 >= pairs * Self.share(encoding) else {
      return false
    }
    switch encoding {
    // In Latin-1 a curly apostrophe between letters is a valid character.
    case .shiftJIS: return kana > 0 ? kana * 4 >= pairs : named && pairs * 2 >= ascii
    case .japanese: return kana * 4 >= pairs && pairs * 2 >= ascii
    default: return pairs * 2 >= ascii
    }
  }

  /// How many of a hundred characters are in daily use, at least.
  private static func share(_ encoding: LegacyEncoding) -> Int {
    switch encoding {
    case .chinese: 60
    case .korean: 95
    default: 75
    }
  }

  private mutating func count(_ first: UInt8, _ second: UInt8) {
    pairs += 1
    let isHigh = second >= 0xA1
    switch encoding {
    case .shiftJIS:
      if first == 0x82 && second >= 0x9F || first == 0x83 && second <= 0x96 { kana += 1 }
      if (0x81...0x97).contains(first) { common += 1 }
    case .taiwanese:
      if (0xA1...0xC6).contains(first) { common += 1 }
    case .korean:
      if isHigh, (0xB0...0xC8).contains(first) { common += 1 }
    default:
      let isKana = isHigh && (first == 0xA4 || first == 0xA5)
      if isKana { kana += 1 }
      let last: UInt8 = encoding == .chinese ? 0xD7 : 0xCF
      if isKana || isHigh && (0xB0...last).contains(first) || isHigh && first <= 0xA3 {
        common += 1
      }
    }
  }

  /// Characters that no title in these languages has: private use, controls, half-width syllables.
  private static func isForeign(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x80...0x9F, 0xE000...0xF8FF, 0xFF61...0xFF9F, 0xFFFD: true
    default: false
    }
  }
}
