// SPDX-License-Identifier: GPL-3.0-or-later
import Interaction
import Terminal

/// What a terminal sends, in one piece, byte by byte, and with pauses.
@Sendable func fuzzKeys(_ bytes: [UInt8]) {
  var whole = KeyDecoder()
  let atOnce = whole.feed(bytes, now: .zero)
  var pieces = KeyDecoder()
  promise(bytes.flatMap { pieces.feed([$0], now: .zero) } == atOnce, "pieces make a difference")
  check(atOnce + settled(&whole, now: .zero))

  var slow = KeyDecoder()
  var now = Duration.zero
  var events: [TerminalEvent] = []
  for (index, byte) in bytes.enumerated() {
    // The bytes themselves say where a person or a line pauses.
    if index % 3 == 2 { now += .milliseconds(Int(byte) * 5) }
    events += slow.feed([byte], now: now)
  }
  check(events + settled(&slow, now: now))
}

/// Waits until nothing is open any more, and presses a key, which must be that key.
private func settled(_ decoder: inout KeyDecoder, now: Duration) -> [TerminalEvent] {
  var later = now
  if let deadline = decoder.deadline {
    promise(deadline > now && deadline <= now + .seconds(1), "it waits too long")
    later = deadline
  }
  let rest = decoder.timeout(now: later)
  promise(decoder.deadline == nil, "the decoder sticks")
  promise(
    decoder.feed([0x71], now: later) == [.touched, .key(.character("q"))], "a key is not heard")
  return rest
}

private func check(_ events: [TerminalEvent]) {
  var touches = 0
  for event in events {
    switch event {
    case .touched: touches += 1
    case .key(let key):
      if case .character(let character) = key {
        promise(character != "\u{1B}", "an escape became a character")
      }
      touches -= 1
    case .paste(let text):
      promise(text.unicodeScalars.count <= KeyDecoder.pasteLimit, "a paste is too long")
      touches -= 1
    }
    promise(touches >= 0, "a key that nothing began")
  }
}
