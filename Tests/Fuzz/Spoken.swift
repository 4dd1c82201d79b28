// SPDX-License-Identifier: GPL-3.0-or-later
import Speech

/// What is given to the voice.
@Sendable func fuzzSpeech(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  for and in [nil, "and"] {
    for limit in [0, 1, 12, SpokenText.announcementLimit] { check(text, and: and, limit: limit) }
  }
}

private func check(_ text: String, and: String?, limit: Int) {
  let spoken = SpokenText(text, and: and, limit: limit)
  promise(spoken.text.unicodeScalars.count <= limit, "more than is allowed")
  promise(isPlain(spoken.text), "controls")
  promise(!spoken.text.unicodeScalars.contains { "[]<>".unicodeScalars.contains($0) }, "markup")
  promise(!spoken.text.utf8.starts(with: [0x20]) && spoken.text.utf8.last != 0x20, "outer spaces")
  promise(
    !zip(spoken.text.utf8, spoken.text.utf8.dropFirst()).contains { $0 == (0x20, 0x20) }, "spaces")
  promise(SpokenText(spoken.text, and: and, limit: limit) == spoken, "twice is not once")
  var digits = 0
  for scalar in spoken.text.unicodeScalars {
    digits = scalar.properties.generalCategory == .decimalNumber ? digits + 1 : 0
    promise(digits <= SpokenText.digitLimit, "a flood of digits")
  }
}
