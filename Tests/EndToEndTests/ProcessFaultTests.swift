// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// What the system does to a process: the music goes on or the program ends cleanly.
  @Suite struct ProcessFaultTests {
    @Test func `stopped for ten seconds, it answers at the place where it was, and leaves`() throws
    {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 120, in: scratch.path)
      let journey = try Journey([track])
      #expect(journey.hearsSound())
      try expectNoTimeLost(journey.run)
      journey.run.send("q")
      #expect(journey.run.end(within: 5) == .exit(0))
    }

    @Test func `stopped for ten seconds without a device, it is where it was, too`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 120, in: scratch.path)
      let run = try Player.start([track], environment: Player.environment(home: scratch.path))
      #expect(run.prints("Low Tones", within: 10))
      try expectNoTimeLost(run)
      run.send("qq")
      #expect(run.end(within: 5) == .exit(0))
    }

    /// Stops the program for ten seconds: by what passed of the music since, less than a second
    /// more than the time it ran. (What waits in the device's buffer plays on; the seconds told
    /// are whole ones.)
    private func expectNoTimeLost(_ run: ProgramRun) throws {
      let asked = MonotonicTime.now
      let before = try #require(run.elapsedSeconds())
      let stopped = MonotonicTime.now
      run.process.send(signal: SIGSTOP)
      MonotonicTime.wait(until: MonotonicTime.after(seconds: 10))
      let continued = MonotonicTime.now
      run.process.send(signal: SIGCONT)
      // The same key twice would be told in another way.
      run.send("v")
      let after = try #require(run.elapsedSeconds())
      let ran = Double(stopped - asked + MonotonicTime.now - continued) / 1e9
      let passed = Double(after - before)
      #expect(passed >= 0 && passed <= ran + 2, "\(passed) s passed while it ran for \(ran) s")
    }

    @Test func `without home and locale it plays`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 30, in: scratch.path)
      let run = try Player.start([track], environment: ["PATH": "/usr/bin:/bin"])
      #expect(run.prints("Low Tones", within: 10))
      run.send("q")
      #expect(run.end(within: 5) == .exit(0))
    }

    @Test func `a home that is no folder is told, and it plays`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 30, in: scratch.path)
      let run = try Player.start([track], environment: Player.environment(home: "/dev/null"))
      let sentence = "Nothing will be remembered: Not a directory."
      #expect(run.prints(sentence, within: 10))
      #expect(run.prints("Low Tones", within: 10))
      #expect(try #require(run.elapsedSeconds()) >= 0)
      run.send("qq")
      #expect(run.end(within: 5) == .exit(0))
      #expect(run.count(of: sentence) == (1, 1), "once on the screen, once where errors go")
    }
  }
}
