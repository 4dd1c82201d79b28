// SPDX-License-Identifier: GPL-3.0-or-later

/// What was typed after "go to".
enum GoTo: Hashable, Sendable {
  /// To this second of the track.
  case place(seconds: Int)
  /// To this percent of the track.
  case percent(Int)
  /// On or back by so many seconds.
  case jump(seconds: Int)

  /// Understands `1:23:45`, `1:30`, `90`, `50%`, `+30`, `-2m`, `1h2m`, `45s`; `nil` for anything
  /// else. Digits of every script count.
  init?(_ typed: String) {
    var text = typed.lowercased().compactMap { character -> Character? in
      if character.isWhitespace { return nil }
      if let digit = character.wholeNumberValue, digit < 10 { return Character("\(digit)") }
      return character == "−" ? "-" : character
    }
    guard !text.isEmpty, text.count <= 20 else { return nil }
    if text.last == "%" {
      guard let percent = Self.number(text.dropLast()), percent <= 100 else { return nil }
      self = .percent(percent)
      return
    }
    let sign = text[0] == "+" ? 1 : text[0] == "-" ? -1 : 0
    if sign != 0 { text.removeFirst() }
    guard let seconds = Self.seconds(text[...]) else { return nil }
    self = sign == 0 ? .place(seconds: seconds) : .jump(seconds: sign * seconds)
  }

  private static func seconds(_ text: ArraySlice<Character>) -> Int? {
    if text.contains(":") { return clock(text) }
    if let plain = number(text) { return plain }
    return units(text)
  }

  private static func clock(_ text: ArraySlice<Character>) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 3 else { return nil }
    var total = 0
    for (index, part) in parts.enumerated() {
      guard let value = number(part), index == 0 || value < 60 else { return nil }
      total = total * 60 + value
    }
    return total
  }

  private static func units(_ text: ArraySlice<Character>) -> Int? {
    guard !text.isEmpty else { return nil }
    var rest = text
    var total = 0
    var largest = Int.max
    while !rest.isEmpty {
      let digits = rest.prefix { $0.isNumber }
      rest = rest.dropFirst(digits.count)
      guard let value = number(digits), let unit = rest.popFirst(),
        let factor = ["h": 3600, "m": 60, "s": 1][unit], factor < largest
      else { return nil }
      largest = factor
      total += value * factor
    }
    return total
  }

  private static func number(_ digits: ArraySlice<Character>) -> Int? {
    guard (1...6).contains(digits.count), digits.allSatisfy({ $0.isASCII && $0.isNumber }) else {
      return nil
    }
    return Int(String(digits))
  }
}
