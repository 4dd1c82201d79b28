// SPDX-License-Identifier: GPL-3.0-or-later
import Interaction
import Terminal
import TestSupport
import Testing

/// What a terminal sends, as keys.
@Suite struct KeyDecoderTests {
  /// Keys of bytes that arrive at once, everything left open decided.
  private func keys(_ bytes: [UInt8]) -> [KeyStroke] {
    var decoder = KeyDecoder()
    var events = decoder.feed(bytes, now: .zero)
    events += decoder.timeout(now: .seconds(10))
    return events.compactMap { if case .key(let key) = $0 { key } else { nil } }
  }

  private func keys(_ text: String) -> [KeyStroke] { keys(Array(text.utf8)) }

  @Test(arguments: [
    ("\u{1B}[A", KeyStroke.up), ("\u{1B}OB", .down), ("\u{1B}[1;5C", .right),
    ("\u{1B}[1;3D", .left), ("\u{1B}Oc", .right), ("\u{1B}[a", .up), ("\u{1B}\u{1B}[A", .up),
    ("\u{1B}[H", .home), ("\u{1B}OH", .home), ("\u{1B}[1~", .home), ("\u{1B}[7~", .home),
    ("\u{1B}[F", .end), ("\u{1B}OF", .end), ("\u{1B}[4~", .end), ("\u{1B}[8~", .end),
    ("\u{1B}[2~", .insert), ("\u{1B}[3~", .delete), ("\u{1B}[3;5~", .delete),
    ("\u{1B}[5~", .pageUp), ("\u{1B}[6;2~", .pageDown), ("\u{1B}[7$", .home),
    ("\u{1B}OP", .function(1)), ("\u{1B}[11~", .function(1)), ("\u{1B}[[A", .function(1)),
    ("\u{1B}[1;2R", .function(3)), ("\u{1B}OS", .function(4)), ("\u{1B}[[E", .function(5)),
    ("\u{1B}[15~", .function(5)), ("\u{1B}[17~", .function(6)), ("\u{1B}[21~", .function(10)),
    ("\u{1B}[23~", .function(11)), ("\u{1B}[24;5~", .function(12)), ("\u{1B}[Z", .backTab),
    ("\u{1B}Op", .character("0")), ("\u{1B}Oy", .character("9")), ("\u{1B}OM", .enter),
    ("\u{1B}Ok", .character("+")), ("\u{1B}OE", .character("5")), ("\t", .tab),
    ("\r", .enter), ("\n", .enter), ("\u{8}", .backspace), ("\u{7F}", .backspace),
    ("\u{1B}", .escape), ("\u{3}", .control("c")), ("\u{1A}", .control("z")),
    (" ", .character(" ")),
    ("q", .character("q")), ("ж", .character("ж")), ("中", .character("中")),
    ("🎵", .character("🎵")), ("\u{301}", .character("\u{301}")),
  ]) func `each key of the usual terminals is that key`(_ text: String, _ key: KeyStroke) {
    #expect(keys(text) == [key])
  }

  @Test(arguments: [
    "\u{1B}q", "\u{1B}[99~", "\u{1B}[1;2;3;4X", "\u{1B}[5 q", "\u{1B}é", "\u{1B}]", "\u{1B}P",
    "\u{1B}[", "\u{1B}O", "\u{1B}[12", "\u{0}", "\u{1C}", "\u{9B}", "\u{E000}", "\u{200B}",
    "\u{1B}[1\u{3}", "\u{1B}[中",
  ]) func `what has no name is one unknown key and nothing else`(_ text: String) {
    #expect(keys(text).first == .unknown)
    #expect(keys(text).allSatisfy { $0 == .unknown })
  }

  @Test(arguments: [
    "\u{1B}[I", "\u{1B}[O", "\u{1B}[<0;10;10M", "\u{1B}[<0;10;10m", "\u{1B}[M q!",
    "\u{1B}[32;10;10M", "\u{1B}[?1;2c", "\u{1B}[24;80R", "\u{1B}[0n", "\u{1B}]11;rgb:q/q/q\u{7}",
    "\u{1B}P1$r0m q\u{1B}\\", "\u{1B}_q\u{1B}\\", "\u{1B}[201~",
  ]) func `reports and answers of the terminal are no keys`(_ text: String) {
    #expect(keys(text + "n") == [.character("n")])
  }

  @Test func `every byte of a long character may come alone`() {
    var decoder = KeyDecoder()
    var events: [TerminalEvent] = []
    for byte in "é🎵".utf8 { events += decoder.feed([byte], now: .zero) }
    #expect(events == [.touched, .key(.character("é")), .touched, .key(.character("🎵"))])
  }

  @Test(
    arguments: [
      [0xFF], [0xC3, 0x28], [0xE4, 0xB8], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xC0],
    ] as [[UInt8]]) func `broken characters are unknown keys`(_ bytes: [UInt8])
  {
    #expect(keys(bytes).first == .unknown)
    #expect(keys(bytes + [0x71]).last == .character("q"))
  }

  @Test func `the first byte of an arrow hushes before it is known to be one`() {
    var decoder = KeyDecoder()
    #expect(decoder.feed([0x1B], now: .zero) == [.touched])
    #expect(decoder.deadline == .milliseconds(25))
    #expect(decoder.feed([0x5B], now: .milliseconds(10)) == [])
    #expect(decoder.feed([0x41], now: .milliseconds(20)) == [.key(.up)])
    #expect(decoder.deadline == nil)
  }

  @Test func `a lone Esc is decided after 25 milliseconds, not before`() {
    var decoder = KeyDecoder()
    _ = decoder.feed([0x1B], now: .zero)
    #expect(decoder.timeout(now: .milliseconds(24)) == [])
    #expect(decoder.timeout(now: .milliseconds(25)) == [.key(.escape)])
    #expect(decoder.feed([0x71], now: .milliseconds(50)) == [.touched, .key(.character("q"))])
  }

  @Test func `two Esc at once are two keys, each with its touch`() {
    var decoder = KeyDecoder()
    let events = decoder.feed([0x1B, 0x1B], now: .zero) + decoder.timeout(now: .seconds(1))
    #expect(events == [.touched, .key(.escape), .touched, .key(.escape)])
  }

  @Test func `noise without end gives the keyboard back at the first quiet moment`() {
    for beginning in ["\u{1B}[", "\u{1B}]", "\u{1B}OO", "\u{1B}P"] {
      var decoder = KeyDecoder()
      let noise = Array(beginning.utf8) + [UInt8](repeating: 0x39, count: 1_000_000)
      #expect(decoder.feed(noise, now: .zero).allSatisfy { $0 != .key(.character("q")) })
      let events = decoder.feed([0x71], now: .seconds(1))
      #expect(events.suffix(2) == [.touched, .key(.character("q"))])
    }
  }

  @Test(arguments: ["\u{1B}]52;c;", "\u{1B}P1", "\u{1B}[9", "\u{1B}O9"])
  func `no letter of something long that comes haltingly is a key`(_ beginning: String) {
    var decoder = KeyDecoder()
    var keys = decoder.feed(Array(beginning.utf8), now: .zero)
    for piece in 1...20 {
      let bytes = [UInt8](repeating: 0x39, count: 4096)
      keys += decoder.feed(bytes, now: .milliseconds(piece * 200))
    }
    #expect(keys.allSatisfy { [.touched, .key(.unknown)].contains($0) })
  }

  @Test func `no bytes whatever make the decoder stick`() {
    var random = SplitMix(seed: 7)
    for _ in 0..<2000 {
      var decoder = KeyDecoder()
      let length = Int.random(in: 1...40, using: &random)
      let bytes = (0..<length).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random)
          : Array("\u{1B}[OP~;200]".utf8).randomElement(using: &random) ?? 0
      }
      let first = decoder.feed(bytes, now: .zero)
      #expect(first.first == .touched)
      _ = decoder.timeout(now: .seconds(2))
      #expect(decoder.deadline == nil)
      #expect(decoder.feed([0x71], now: .seconds(3)) == [.touched, .key(.character("q"))])
    }
  }
}
