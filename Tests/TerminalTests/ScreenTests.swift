// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Terminal
import TestSupport
import Testing

/// What stands on the screen, for a braille display and for sighted helpers.
@Suite struct ScreenTests {
  /// The bytes a screen on a terminal wrote.
  private func printed(columns: Int = 80, plain: Bool = false, _ body: (Screen) -> Void) throws
    -> String
  {
    let terminal = try PseudoTerminal(columns: columns)
    defer { terminal.close() }
    let screen = Screen(descriptor: terminal.slave, plain: plain, terminalType: "xterm")
    body(screen)
    var bytes = [UInt8](repeating: 0, count: 100_000)
    var result: [UInt8] = []
    while readable(terminal.master) {
      let count = read(terminal.master, &bytes, bytes.count)
      if count <= 0 { break }
      result += bytes[..<count]
    }
    // The terminal itself puts a return before each new line.
    return String(decoding: result, as: UTF8.self).replacing("\r\r\n", with: "\r\n")
  }

  private func readable(_ descriptor: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&entry, 1, 50) > 0
  }

  @Test func `the cursor rests on the first letter of the item`() throws {
    let text = try printed { $0.show(item: "Blue Train", announcement: "Blue Train, 4 of 12") }
    #expect(text == "\r\u{1B}[JBlue Train\r\nBlue Train, 4 of 12\r\u{1B}[A")
  }

  @Test func `nothing is written when nothing changed`() throws {
    let text = try printed {
      $0.show(item: "Blue Train", announcement: "paused")
      $0.show(item: "Blue Train", announcement: "paused")
      $0.show(item: nil, announcement: nil)
    }
    #expect(text.split(separator: "Blue").count == 2)
  }

  @Test func `long and wide names stay on their line`() throws {
    let text = try printed(columns: 11) {
      $0.show(
        item: String(repeating: "中", count: 50), announcement: String(repeating: "a", count: 50))
    }
    #expect(text == "\r\u{1B}[J中中中中中\r\naaaaaaaaaa\r\u{1B}[A")
  }

  @Test func `a name cannot command the terminal`() throws {
    let text = try printed(plain: true) {
      $0.show(item: nil, announcement: "a\u{1B}[2Jb\u{7}c\nd\u{202E}e\u{9B}f")
    }
    #expect(text == "a [2Jb c de f\r\n")
  }

  @Test func `plain prints one line a message and never moves the cursor`() throws {
    let text = try printed(plain: true) {
      $0.show(item: "Blue Train", announcement: "Blue Train, 4 of 12")
      $0.show(item: nil, announcement: "paused")
      $0.show(item: nil, announcement: "paused")
      $0.show(item: "Lush Life", announcement: nil)
      $0.leave()
    }
    #expect(text == "Blue Train, 4 of 12\r\npaused\r\npaused\r\nLush Life\r\n")
  }

  @Test func `leaving puts what follows below the lines`() throws {
    let text = try printed {
      $0.show(item: "a", announcement: "b")
      $0.leave()
      $0.leave()
    }
    #expect(text.hasSuffix("\r\u{1B}[A\r\n\r\n"))
  }

  @Test func `a terminal that takes nothing holds nobody up, and gets the newest at last`() throws {
    let ends = try #require(pipeEnds())
    defer { for end in [ends.0, ends.1] { close(end) } }
    let screen = Screen(descriptor: ends.1, plain: true, terminalType: nil)
    for number in 0..<100_000 { screen.show(item: nil, announcement: "message \(number)") }
    #expect(screen.isWaiting)
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while screen.isWaiting {
      #expect(read(ends.0, &bytes, bytes.count) > 0)
      screen.flush()
    }
  }

  @Test func `a file is written as it comes`() throws {
    let scratch = try ScratchFolder()
    let file = open("\(scratch.path)/out", O_RDWR | O_CREAT, 0o600)
    defer { close(file) }
    let screen = Screen(descriptor: file, plain: false, terminalType: "xterm")
    #expect(screen.style == .plain)
    screen.show(item: "a", announcement: "one")
    screen.show(item: "a", announcement: "two")
    #expect(TextFile.read("\(scratch.path)/out") == "one\ntwo\n")
  }

  @Test func `ten million letters and a million accents cost nothing`() throws {
    let text = try printed {
      $0.show(
        item: String(repeating: "a", count: 10_000_000),
        announcement: "e" + String(repeating: "\u{301}", count: 1_000_000))
    }
    #expect(text.utf8.count < 20_000)
  }

  private func pipeEnds() -> (Int32, Int32)? {
    (try? Pipe()).map { ($0.reading, $0.writing) }
  }
}
