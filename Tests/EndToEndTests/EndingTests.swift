// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// The terminal is as it was, whatever ended or stopped the program.
  @Suite struct EndingTests {
    @Test(arguments: [SIGTERM, SIGHUP, SIGINT, SIGSEGV, SIGABRT])
    func `a signal ends it and the terminal is put back`(_ signal: Int32) throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 30, in: scratch.path)
      let journey = try Journey([track])
      let terminal = try #require(journey.run.terminal)
      let mode = terminal.mode
      #expect(journey.hearsSound())
      #expect(journey.until(5) { _ in terminal.mode.isRaw })
      journey.run.process.send(signal: signal)
      let end = try #require(journey.run.end(within: 5), "it runs on")
      if [SIGSEGV, SIGABRT].contains(signal) { #expect(end == .signal(signal)) }
      #expect(terminal.mode == mode)
      #expect(journey.run.prints("\u{1B}[?2004l", within: 2))
    }

    @Test func `Ctrl and C is a key that leaves like q`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 30, in: scratch.path)
      let journey = try Journey([track])
      let mode = try #require(journey.run.terminal).mode
      #expect(journey.hearsSound())
      journey.run.send("\u{3}")
      #expect(journey.run.end(within: 5) == .exit(0))
      #expect(try #require(journey.run.terminal).mode == mode)
    }

    @Test func `stopped, the terminal is the shell's; going on, the keys work again`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 60, in: scratch.path)
      let journey = try Journey([track])
      let terminal = try #require(journey.run.terminal)
      let mode = terminal.mode
      #expect(journey.hearsSound())
      journey.run.process.send(signal: SIGTSTP)
      #expect(journey.until(5) { _ in terminal.mode == mode })
      journey.run.process.send(signal: SIGCONT)
      #expect(journey.until(5) { _ in terminal.mode.isRaw })
      #expect(try journey.spokenAnswer(to: "e") != nil)
    }

    @Test func `two quick presses of q leave at once`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 30, in: scratch.path)
      let journey = try Journey([track])
      #expect(journey.hearsSound())
      journey.run.send("qq")
      #expect(journey.run.end(within: 5) == .exit(0))
    }
  }
}
