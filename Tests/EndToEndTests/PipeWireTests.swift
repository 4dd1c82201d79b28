// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing

private let servers = [true, false].map { PulseServer.Kind.pipeWire(byOwnPlugin: $0) }
  .filter { $0.absence == nil }

extension EndToEnd {
  /// The same promises on PipeWire, by each plugin of ALSA for it that is there.
  @Suite(.enabled(if: !servers.isEmpty)) struct PipeWireTests {
    private let scratch: ScratchFolder

    init() throws { scratch = try ScratchFolder() }

    private func begin(_ kind: PulseServer.Kind) throws -> Journey {
      let track = try TestMusic.make("Low Tones", seconds: 120, in: scratch.path)
      let journey = try Journey([track], server: try PulseServer(kind))
      try #require(journey.hearsSound())
      return journey
    }

    private func leaves(_ journey: Journey) -> Bool {
      journey.run.send("qq")
      return journey.run.end(within: 8) == .exit(0)
    }

    @Test(arguments: servers) func `it plays, speaks over the music, and leaves`(
      _ kind: PulseServer.Kind
    ) throws {
      let journey = try begin(kind)
      #expect(try journey.spokenAnswer(to: "w") != nil)
      #expect(leaves(journey))
    }

    @Test(arguments: servers)
    func `paused, it lets the device go and sleeps, and the next key speaks`(
      _ kind: PulseServer.Kind
    ) throws {
      let journey = try begin(kind)
      journey.run.send(" ")
      let isClosed = try journey.until(30) { try $0.server.streams().isEmpty }
      #expect(isClosed, "the device is let go")
      let before = try #require(journey.run.process.wakeUps)
      journey.recording.listen(seconds: 3)
      #expect(journey.run.process.wakeUps == before, "nothing wakes it")
      #expect(try journey.spokenAnswer(to: "e") != nil)
      #expect(leaves(journey))
    }

    @Test(arguments: servers)
    func `a server that dies is told once, and the new one is taken at the same place`(
      _ kind: PulseServer.Kind
    ) throws {
      let journey = try begin(kind)
      journey.recording.listen(seconds: 2)
      journey.server.stop()
      #expect(journey.run.prints("sound device lost", within: 10))
      let before = try #require(journey.run.elapsedSeconds())
      try journey.server.start()
      #expect(journey.run.prints("sound is back", within: 15))
      // The same key twice would be told in another way.
      journey.run.send("v")
      let after = try #require(journey.run.elapsedSeconds())
      #expect(after >= before && after <= before + 4, "\(before) s, then \(after) s")
      #expect(journey.run.count(of: "sound device lost").printed == 1)
      let recording = try SinkRecording(of: journey.server)
      recording.listen(seconds: 1)
      #expect(SpeechOnset.first(in: recording.mono(), above: 0.005) != nil, "the music is heard")
      #expect(leaves(journey))
    }

    @Test(arguments: servers)
    func `a server that hangs for three seconds loses no key and no place`(_ kind: PulseServer.Kind)
      throws
    {
      let journey = try begin(kind)
      let before = try #require(journey.run.elapsedSeconds())
      journey.server.freeze()
      let asked = journey.run.outputLength
      journey.run.send("w")
      MonotonicTime.wait(until: MonotonicTime.after(seconds: 3))
      journey.server.send(signal: SIGCONT)
      #expect(journey.run.prints("Low Tones", after: asked, within: 5), "\(journey.run.output)")
      let after = try #require(journey.run.elapsedSeconds())
      #expect(after >= before && after <= before + 6, "\(before) s, then \(after) s")
      #expect(leaves(journey))
    }
  }
}
