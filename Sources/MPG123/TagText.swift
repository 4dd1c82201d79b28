// SPDX-License-Identifier: GPL-3.0-or-later

internal import Player
internal import TextEncoding

/// Text from tags, made fit to be shown and spoken.
enum TagText {
  /// Longest text that is kept, in Unicode scalars.
  private static let limit = 500

  /// The values of a field before it is known in which encoding bytes of one byte a character are.
  enum Raw {
    case wide([String])
    case narrow([ArraySlice<UInt8>])
  }

  /// The values of an ID3v2 text frame: a byte that says the encoding, then texts with zeros
  /// between them. `nil` when nothing readable is in it.
  static func raw(id3v2 body: [UInt8]) -> Raw? {
    guard let encoding = body.first else { return nil }
    let text = body.dropFirst()
    switch encoding {
    case 0: return .narrow(values(text))
    case 3:
      let values = values(text)
      guard values.contains(where: { damaged($0) != nil }) else { return .narrow(values) }
      return .wide(values.map { damaged($0) ?? narrow($0, nil) })
    case 1, 2: return .wide(wide(Array(text), declaresOrder: encoding == 1))
    // Some old encoders left the encoding out.
    case 0x20...: return .narrow(values(body[...]))
    default: return nil
    }
  }

  /// UTF-8 with some wrong bytes in it, without them; `nil` when it is valid or something else.
  private static func damaged(_ bytes: ArraySlice<UInt8>) -> String? {
    guard unicode(bytes) == nil else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).unicodeScalars
    let wrong = text.reduce(0) { $0 + ($1 == "\u{FFFD}" ? 1 : 0) }
    let right = text.reduce(0) { $0 + ($1.isASCII ? 0 : 1) } - wrong
    guard right >= wrong else { return nil }
    return String(String.UnicodeScalarView(text.filter { $0 != "\u{FFFD}" }))
  }

  /// Texts with zeros between them.
  static func values(_ bytes: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    bytes.split(separator: 0)
  }

  /// The texts of one tag, several values joined with commas; fields with nothing readable are
  /// left out. The bytes of all fields together tell in which encoding they are.
  static func texts(_ fields: [String: Raw]) -> [String: String] {
    var unknown: [[UInt8]] = []
    for (_, field) in fields.sorted(by: { $0.key < $1.key }) {
      guard case .narrow(let values) = field else { continue }
      unknown += values.filter { unicode($0) == nil }.map { Array($0) }
    }
    let encoding = unknown.isEmpty ? nil : LegacyEncoding.of(unknown)
    return fields.compactMapValues { text($0, encoding) }
  }

  /// The text of one field; `nil` when nothing readable is in it.
  static func text(_ field: Raw, _ encoding: LegacyEncoding? = nil) -> String? {
    let values =
      switch field {
      case .wide(let texts): texts
      case .narrow(let values): values.map { narrow($0, encoding) }
      }
    return tidy(values.compactMap { tidy($0) }.joined(separator: ", "))
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
        let needsSpace = hasGap && count > 0
        if count + (needsSpace ? 1 : 0) >= limit { break }
        if needsSpace {
          result.append(" ")
          count += 1
        }
        hasGap = false
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

  /// UTF-8 where it is that, else `encoding` where that is known, else the Latin-1 of Windows:
  /// what is declared is often neither.
  private static func narrow(_ bytes: ArraySlice<UInt8>, _ encoding: LegacyEncoding?) -> String {
    unicode(bytes) ?? encoding?.text(Array(bytes)) ?? latin(Array(bytes))
  }

  /// `bytes` as UTF-8; `nil` when they are something else.
  private static func unicode(_ bytes: ArraySlice<UInt8>) -> String? {
    var whole = bytes
    // A field of fixed length can end inside a character.
    for _ in 0..<3 where whole.count == bytes.count || whole.last.map({ $0 >= 0x80 }) == true {
      if let text = String(validating: whole, as: UTF8.self), isPlausible(text, of: bytes, whole) {
        return text
      }
      guard whole.popLast() != nil else { break }
    }
    return nil
  }

  /// `bytes` in the Latin-1 of Windows.
  static func latin(_ bytes: [UInt8]) -> String {
    var text = String.UnicodeScalarView()
    text.append(contentsOf: bytes.map(windows1252Scalar))
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
