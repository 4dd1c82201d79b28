// SPDX-License-Identifier: GPL-3.0-or-later
import Interaction
import Terminal
import Testing

/// Text put in with the mouse or the clipboard is never taken for keys.
@Suite struct PasteTests {
  private static let begin = Array("\u{1B}[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)

  @Test func `a paste is one event with its text, however it is cut`() {
    let bytes = Self.begin + Array("rm -rf /\rq\u{1B}[A é".utf8) + Self.end
    for size in 1...bytes.count {
      var decoder = KeyDecoder()
      var events: [TerminalEvent] = []
      var rest = bytes[...]
      while !rest.isEmpty {
        events += decoder.feed(rest.prefix(size), now: .zero)
        rest = rest.dropFirst(size)
      }
      #expect(events == [.touched, .paste("rm -rf /\rq\u{1B}[A é")])
      #expect(decoder.deadline == nil)
    }
  }

  @Test func `what looks like the end and is not belongs to the text`() {
    var decoder = KeyDecoder()
    let events = decoder.feed(
      Self.begin + Array("a\u{1B}[20\u{1B}[201".utf8) + Array("x".utf8) + Self.end, now: .zero)
    #expect(events == [.touched, .paste("a\u{1B}[20\u{1B}[201x")])
  }

  @Test func `ten million bytes are cut at the limit and all swallowed`() {
    var decoder = KeyDecoder()
    let text = [UInt8](repeating: 0x71, count: 10_000_000)
    var events = decoder.feed(Self.begin, now: .zero)
    events += decoder.feed(text, now: .zero)
    events += decoder.feed(Self.end, now: .zero)
    #expect(events == [.touched, .paste(String(repeating: "q", count: KeyDecoder.pasteLimit))])
  }

  @Test func `a paste whose end never comes ends after a second of quiet`() {
    var decoder = KeyDecoder()
    _ = decoder.feed(Self.begin + [0x61], now: .zero)
    #expect(decoder.timeout(now: .milliseconds(999)) == [])
    #expect(decoder.timeout(now: .seconds(1)) == [.paste("a")])
    #expect(decoder.feed([0x71], now: .seconds(2)) == [.touched, .key(.character("q"))])
  }

  @Test func `broken text is repaired`() {
    var decoder = KeyDecoder()
    let events = decoder.feed(Self.begin + [0x61, 0xFF, 0x62] + Self.end, now: .zero)
    #expect(events == [.touched, .paste("a\u{FFFD}b")])
  }
}
