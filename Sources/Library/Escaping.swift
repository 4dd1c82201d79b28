// SPDX-License-Identifier: GPL-3.0-or-later

/// Text of one line for any bytes: control characters, percent signs and what is not ASCII but no
/// UTF-8 either become `%XX`.
enum Escaping {
  static func escaped(_ bytes: [UInt8]) -> [UInt8] {
    let isText = String(validating: bytes, as: UTF8.self) != nil
    var result = [UInt8]()
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      if byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "%") || (byte >= 0x80 && !isText) {
        result.append(UInt8(ascii: "%"))
        result.append(digit(byte >> 4))
        result.append(digit(byte & 15))
      } else {
        result.append(byte)
      }
    }
    return result
  }

  /// The bytes that were escaped; `nil` when it is not such text.
  static func unescaped(_ text: some Collection<UInt8>) -> [UInt8]? {
    var result = [UInt8]()
    result.reserveCapacity(text.count)
    var rest = text.makeIterator()
    while let byte = rest.next() {
      guard byte >= 0x20, byte != 0x7F else { return nil }
      guard byte == UInt8(ascii: "%") else {
        result.append(byte)
        continue
      }
      guard let high = rest.next().flatMap(value), let low = rest.next().flatMap(value) else {
        return nil
      }
      result.append(high << 4 | low)
    }
    return result
  }

  /// The text that was escaped; `nil` when it is not such text.
  static func unescapedText(_ text: some Collection<UInt8>) -> String? {
    unescaped(text).flatMap { String(validating: $0, as: UTF8.self) }
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  private static func value(_ digit: UInt8) -> UInt8? {
    Character(Unicode.Scalar(digit)).hexDigitValue.map { UInt8($0) }
  }
}
