// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// The order in which people count: "2" before "10", case and accents aside.
///
/// A name is turned into a key of bytes once; keys are compared byte by byte. Names with equal
/// keys ("a1" and "A01") are ordered by their own bytes, so the order is total.
public struct NaturalOrder: Comparable, Sendable {
  private let key: [UInt8]
  /// The name itself.
  public let name: [UInt8]

  /// The place of `name` in the order.
  public init(_ name: [UInt8]) {
    self.name = name
    var key = [UInt8]()
    unsafe name.withUnsafeBytes { unsafe Self.appendKey(of: $0, to: &key) }
    self.key = key
  }

  /// Whether `a` comes first.
  public static func < (a: Self, b: Self) -> Bool {
    a.key == b.key
      ? a.name.lexicographicallyPrecedes(b.name) : a.key.lexicographicallyPrecedes(b.key)
  }

  /// Appends the key of `name` to `keys`.
  static func appendKey(of name: UnsafeRawBufferPointer, to keys: inout [UInt8]) {
    guard unsafe name.allSatisfy({ $0 < 0x80 }) else {
      let folded = unsafe folded(Array(name))
      unsafe folded.withUnsafeBytes { unsafe appendASCIIKey(of: $0, to: &keys) }
      return
    }
    unsafe appendASCIIKey(of: name, to: &keys)
  }

  private static func appendASCIIKey(of name: UnsafeRawBufferPointer, to keys: inout [UInt8]) {
    let dot = unsafe extensionDot(in: name)
    var index = 0
    while index < name.count {
      let byte = unsafe name[index]
      switch byte {
      case 0x30...0x39:
        unsafe appendNumber(in: name, at: &index, to: &keys)
        continue
      case 0x41...0x5A: keys.append(byte | 0x20)
      // "Song.mp3" before "Song (live).mp3".
      case 0x2E where index == dot: keys.append(1)
      default: keys.append(byte)
      }
      index += 1
    }
  }

  /// A number is its length and then its digits, so a longer one is greater.
  private static func appendNumber(
    in name: UnsafeRawBufferPointer, at index: inout Int, to keys: inout [UInt8]
  ) {
    while index < name.count, unsafe name[index] == 0x30 { index += 1 }
    let start = index
    while index < name.count, unsafe (0x30...0x39).contains(name[index]) { index += 1 }
    let length = index - start
    keys.append(0x30)
    if length < 255 {
      keys.append(UInt8(length))
    } else {
      keys.append(255)
      for shift in [24, 16, 8, 0] { keys.append(UInt8(truncatingIfNeeded: length >> shift)) }
    }
    unsafe keys.append(contentsOf: UnsafeRawBufferPointer(rebasing: name[start..<index]))
  }

  /// The dot before an extension of one to four letters and digits.
  private static func extensionDot(in name: UnsafeRawBufferPointer) -> Int? {
    var index = name.count - 1
    while index > 0, name.count - index <= 5 {
      switch unsafe name[index] {
      case 0x2E: return index == name.count - 1 ? nil : index
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: index -= 1
      default: return nil
      }
    }
    return nil
  }

  /// Lower case, without accents, as UTF-8.
  private static func folded(_ name: [UInt8]) -> [UInt8] {
    var result = [UInt8]()
    for scalar in decoded(name).unicodeScalars {
      switch scalar.value {
      case 0..<0x80: result.append(UInt8(scalar.value))
      case 0x300...0x36F: continue
      default:
        for lower in scalar.properties.lowercaseMapping.unicodeScalars
        where !(0x300...0x36F).contains(lower.value) {
          if let base = baseLetters[lower] {
            result.append(contentsOf: base.utf8)
          } else {
            result.append(contentsOf: UTF8.encode(lower) ?? UTF8.encodedReplacementCharacter)
          }
        }
      }
    }
    return result
  }

  /// Letters with marks of the Latin script, beside the letter they are looked for under.
  private static let baseLetters: [Unicode.Scalar: String] = {
    let groups = [
      "a": "àáâãäåāăą", "ae": "æ", "c": "çćĉċč", "d": "ðďđ", "e": "èéêëēĕėęě", "g": "ĝğġģ",
      "h": "ĥħ", "i": "ìíîïĩīĭįı", "j": "ĵ", "k": "ķ", "l": "ĺļľŀł", "n": "ñńņňŋ",
      "o": "òóôõöøōŏő", "oe": "œ", "r": "ŕŗř", "s": "śŝşšș", "ss": "ß", "t": "ţťŧț",
      "u": "ùúûüũūŭůűų", "w": "ŵ", "y": "ýÿŷ", "z": "źżž", "th": "þ",
    ]
    var table = [Unicode.Scalar: String]()
    for (base, marked) in groups { for scalar in marked.unicodeScalars { table[scalar] = base } }
    return table
  }()
}
