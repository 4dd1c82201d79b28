// SPDX-License-Identifier: GPL-3.0-or-later

/// Strings that no title should be and some are, the same for the same seed.
///
/// Controls and brackets are taken out, as the sanitiser in front of every voice does.
struct NastyText {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 2_654_435_761 | 1 }

  mutating func next() -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<number(100) {
      switch number(8) {
      case 0: text.append(contentsOf: piece().unicodeScalars)
      case 1: append(0x20, 0x7E, to: &text)
      case 2: append(0xA0, 0x24F, to: &text)
      case 3: append(0x300, 0x36F, to: &text)
      case 4: append(0x370, 0x1FFF, to: &text)
      case 5: append(0x2000, 0x2BFF, to: &text)
      case 6: append(0x3040, 0x9FFF, to: &text)
      default: append(0x1F300, 0x1FAFF, to: &text)
      }
    }
    let banned = Set("[]<>".unicodeScalars)
    text.removeAll { $0.properties.generalCategory == .control || banned.contains($0) }
    return String(text)
  }

  private mutating func append(
    _ low: UInt32, _ high: UInt32, to text: inout String.UnicodeScalarView
  ) {
    let value = low + UInt32(number(Int(high - low) + 1))
    if let scalar = Unicode.Scalar(value) { text.append(scalar) }
  }

  private mutating func piece() -> String {
    let pieces = [
      "..", "...", " . ", "'", "''", "\"", "&lt;", "&#1;", "%s%n", "1e999", "0123456789012345",
      "$$$", "////", "\\", "http://x.y/z?q=%00", "~~~~", "a\u{301}\u{302}\u{303}", "II. IV. VIII",
      "3:20", "#1", "_+_", "İı", "ß", "Ω≈ç√", "\u{FFFD}", "٣٤٥", "हिन्दी", "한국어", "中文", "👩‍👩‍👧",
    ]
    return pieces[number(pieces.count)]
  }

  private mutating func number(_ bound: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(bound))
  }
}
