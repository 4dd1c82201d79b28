// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

@testable import Library

@Suite("Texts that kill")
struct SpeechGuardTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func start() throws -> SpeechGuard {
    try SpeechGuard(folder: folder["state"], runtimeFolder: folder["run"])
  }

  @Test("A text during which the program died is skipped from the next start on")
  func suspect() throws {
    try start().begin("deadly\n%\u{1} text")
    let second = try start()
    #expect(second.suspect == "deadly % text")
    #expect(second.isSkipped("deadly\n%\u{1} text"))
    #expect(!second.isSkipped("deadly"))
    second.begin("harmless")
    second.end()
    let third = try start()
    #expect(third.suspect == nil)
    #expect(third.isSkipped("deadly\n%\u{1} text"))
    #expect(!third.isSkipped("harmless"))
  }

  @Test("A shorter text after a longer one is remembered as itself")
  func shorter() throws {
    do {
      let first = try start()
      first.begin("a long text that is over")
      first.end()
      first.begin("short")
    }
    #expect(try start().suspect == "short")
  }

  @Test("Long texts are known by their beginning; the list keeps the last fifty")
  func bounds() throws {
    let long = String(repeating: "ü", count: 9000)
    try start().begin(long)
    #expect(try start().isSkipped(long))
    for number in 1...60 { try start().begin("text \(number)") }
    let last = try start()
    #expect(!last.isSkipped(long))
    #expect(!last.isSkipped("text 10"))
    #expect(last.isSkipped("text 11"))
    #expect(last.isSkipped("text 60"))
  }

  @Test("A second program leaves the record of the first alone")
  func secondProgram() throws {
    do {
      let first = try start()
      first.begin("first")
      let second = try start()
      #expect(second.suspect == nil)
      second.begin("second")
      second.end()
    }
    #expect(try start().suspect == "first")
  }

  @Test("A record or list of any bytes is survived", arguments: 0..<100)
  func hostile(_ seed: Int) throws {
    var random = SplitMix(seed: UInt64(seed))
    let noise = (0..<random.below(9000)).map { _ in UInt8(random.below(256)) }
    folder.file(bytes: Array("run/speaking".utf8), noise)
    folder.file(bytes: Array("state/skipped-texts".utf8), noise)
    let running = try start()
    running.begin("x")
    running.end()
    #expect(!running.isSkipped("x"))
  }

  @Test("Without a runtime folder the record lies beside the list")
  func noRuntimeFolder() throws {
    folder.file("blocked")
    do {
      try SpeechGuard(folder: folder["state"], runtimeFolder: folder["blocked/run"]).begin("a")
    }
    let next = try SpeechGuard(folder: folder["state"], runtimeFolder: folder["blocked/run"])
    #expect(next.suspect == "a")
  }
}
