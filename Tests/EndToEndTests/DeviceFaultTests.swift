// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// A device that nobody needs, and one that plays nothing for a while.
  @Suite struct DeviceFaultTests {
    @Test func `paused, it lets the device go and sleeps, and the next key speaks`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 120, in: scratch.path)
      let journey = try Journey([track])
      #expect(journey.hearsSound())
      journey.run.send(" ")
      let isClosed = try journey.until(30) { try $0.server.streams().isEmpty }
      #expect(isClosed, "the device is let go")
      let before = try #require(journey.run.process.wakeUps)
      journey.recording.listen(seconds: 5)
      #expect(journey.run.process.wakeUps == before, "nothing wakes it")
      #expect(try journey.spokenAnswer(to: "e") != nil)
    }

    @Test func `a suspended sink is lost once and back once`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 120, in: scratch.path)
      let journey = try Journey([track])
      #expect(journey.hearsSound())
      try journey.server.control("suspend-sink", PulseServer.sink, "1")
      #expect(journey.run.prints("sound device lost", within: 10))
      let lost = journey.run.outputLength
      let isBackTooSoon = journey.run.prints("sound is back", after: lost, within: 6)
      #expect(!isBackTooSoon, "a sink that takes nothing is not back")
      try journey.server.control("suspend-sink", PulseServer.sink, "0")
      #expect(journey.run.prints("sound is back", after: lost, within: 15))
      journey.run.send("qq")
      #expect(journey.run.end(within: 5) == .exit(0))
    }
  }
}
