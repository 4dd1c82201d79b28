// SPDX-License-Identifier: GPL-3.0-or-later

/// Text from tags, made fit to be shown and spoken.
enum TagText {
  /// Longest text that is kept, in Unicode scalars.
  private static let limit = 500

  /// The text of an ID3v2 text frame: a byte that says the encoding, then values with zeros
  /// between them, which are joined with commas. `nil` when nothing readable is in it.
  static func decode(id3v2 body: [UInt8]) -> String? {
    guard let encoding = body.first else { return nil }
    let text = body.dropFirst()
    let values: [String]
    switch encoding {
    case 0, 3: values = text.split(separator: 0).map { narrow($0) }
    case 1, 2: values = wide(Array(text), declaresOrder: encoding == 1)
    // Some old encoders left the encoding out.
    case 0x20...: values = body.split(separator: 0).map { narrow($0) }
    default: return nil
    }
    return tidy(values.compactMap { tidy($0) }.joined(separator: ", "))
  }

  /// The text of an ID3v1 field, which ends at a zero.
  static func decode(id3v1 field: ArraySlice<UInt8>) -> String? {
    tidy(narrow(field.prefix { $0 != 0 }))
  }

  /// `text` without characters that cannot be seen or spoken (controls, directions, zero-width),
  /// with single spaces inside and none around, cut at 500 scalars; `nil` when nothing is left.
  static func tidy(_ text: String) -> String? {
    var result = String.UnicodeScalarView()
    var count = 0
    var hasGap = false
    for scalar in text.unicodeScalars {
      if scalar.properties.isWhitespace {
        hasGap = true
      } else if isSpeakable(scalar) {
        if hasGap, count > 0 {
          result.append(" ")
          count += 1
        }
        hasGap = false
        if count >= limit { break }
        result.append(scalar)
        count += 1
      }
    }
    return count == 0 ? nil : String(result)
  }

  private static func isSpeakable(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .unassigned, .surrogate: false
    default: true
    }
  }

  /// UTF-8 where it is that, else the Latin-1 of Windows: what is declared is often neither.
  private static func narrow(_ bytes: ArraySlice<UInt8>) -> String {
    var whole = bytes
    // A field of fixed length can end inside a character.
    for _ in 0..<3 where whole.count == bytes.count || whole.last.map({ $0 >= 0x80 }) == true {
      if let text = String(validating: whole, as: UTF8.self), isPlausible(text, of: bytes, whole) {
        return text
      }
      guard whole.popLast() != nil else { break }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: bytes.map { latin($0) })
    return String(text)
  }

  /// Whether leaving out the last bytes was right: what is left of a cut character.
  private static func isPlausible(
    _ text: String, of bytes: ArraySlice<UInt8>, _ whole: ArraySlice<UInt8>
  ) -> Bool {
    if whole.count == bytes.count { return true }
    let cut = bytes[whole.endIndex...]
    guard let first = cut.first, text.unicodeScalars.contains(where: { !$0.isASCII }) else {
      return false
    }
    let length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0
    return length > cut.count && cut.dropFirst().allSatisfy { $0 & 0xC0 == 0x80 }
  }

  private static func latin(_ byte: UInt8) -> Unicode.Scalar {
    guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
    return windows[Int(byte) - 0x80]
  }

  /// What Windows has where Latin-1 has controls.
  private static let windows = Array(
    "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}Ž\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}žŸ".unicodeScalars)

  /// UTF-16 values with zeros between them. With `declaresOrder` each may begin with a mark of
  /// its byte order; where there is none, zeros in the bytes tell it.
  private static func wide(_ bytes: [UInt8], declaresOrder: Bool) -> [String] {
    var isLittle = declaresOrder && looksLittle(bytes)
    var values: [String] = []
    var units: [UInt16] = []
    for index in stride(from: 0, to: bytes.count - 1, by: 2) {
      let unit = UInt16(bytes[index]) << 8 | UInt16(bytes[index + 1])
      if units.isEmpty, unit == 0xFEFF || unit == 0xFFFE {
        isLittle = unit == 0xFFFE
      } else if unit == 0 {
        values.append(String(decoding: units, as: UTF16.self))
        units = []
      } else {
        units.append(isLittle ? unit.byteSwapped : unit)
      }
    }
    return values + [String(decoding: units, as: UTF16.self)]
  }

  private static func looksLittle(_ bytes: [UInt8]) -> Bool {
    var balance = 0
    for (index, byte) in bytes.enumerated() where byte == 0 {
      balance += index.isMultiple(of: 2) ? -1 : 1
    }
    return balance > 0
  }
}
