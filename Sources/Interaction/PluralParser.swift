// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads the C expression of a plural rule by precedence climbing; depth is bounded.
struct PluralParser {
  private let bytes: [UInt8]
  private var place = 0
  private var depth = 0

  private init(_ text: some StringProtocol) {
    bytes = text.utf8.filter { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A }
  }

  /// The expression, or `nil` if `text` is not one, the whole of it.
  static func parse(_ text: some StringProtocol) -> PluralExpression? {
    var parser = PluralParser(text)
    guard let expression = parser.choice(), parser.place == parser.bytes.count else { return nil }
    return expression
  }

  private mutating func choice() -> PluralExpression? {
    guard depth < PluralRule.depthLimit else { return nil }
    depth += 1
    defer { depth -= 1 }
    guard let test = binary(above: 0) else { return nil }
    guard accept("?") else { return test }
    guard let yes = choice(), accept(":"), let no = choice() else { return nil }
    return .choice(test, yes, no)
  }

  private mutating func binary(above floor: Int) -> PluralExpression? {
    guard var left = unary() else { return nil }
    // Left-leaning trees are as deep as they are long.
    var length = 0
    while let symbol = nextOperator(), symbol.precedence > floor {
      length += 1
      guard length <= PluralRule.depthLimit else { return nil }
      place += symbol.rawValue.utf8.count
      guard let right = binary(above: symbol.precedence) else { return nil }
      left = .binary(symbol, left, right)
    }
    return left
  }

  private mutating func unary() -> PluralExpression? {
    guard depth < PluralRule.depthLimit else { return nil }
    depth += 1
    defer { depth -= 1 }
    if accept("!") { return unary().map { .not($0) } }
    if accept("(") {
      guard let inner = choice(), accept(")") else { return nil }
      return inner
    }
    if accept("n") { return .number }
    return constant()
  }

  private mutating func constant() -> PluralExpression? {
    let digits = bytes[place...].prefix { $0 >= 0x30 && $0 <= 0x39 }
    guard let value = Int(String(decoding: digits, as: UTF8.self)) else { return nil }
    place += digits.count
    return .constant(value)
  }

  private func nextOperator() -> PluralOperator? {
    // Two-letter operators first: "<=" begins like "<".
    for length in [2, 1] where place + length <= bytes.count {
      let text = String(decoding: bytes[place..<(place + length)], as: UTF8.self)
      if let symbol = PluralOperator(rawValue: text) { return symbol }
    }
    return nil
  }

  private mutating func accept(_ letter: Unicode.Scalar) -> Bool {
    guard place < bytes.count, bytes[place] == UInt8(ascii: letter) else { return false }
    place += 1
    return true
  }
}
