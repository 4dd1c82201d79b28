// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// No device, a lost device, a killed program: the listener is told, and nothing is lost.
  @Suite struct TroubleTests {
    @Test func `without a device the program prints so, and takes it when it comes`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 120, in: scratch.path)
      let server = try PulseServer()
      server.stop()
      let run = try ProgramRun(
        Player.binary, ["--plain", "--voices", Player.voices, "--voice", "plain", track],
        environment: server.environment)
      #expect(run.prints("no sound device", within: 5))
      #expect(run.prints("Low Tones", within: 5))
      run.send("e")
      #expect(run.prints("second", within: 5), "time stands still without a device")
      try server.start()
      let recording = try SinkRecording(of: server)
      let voice = try ReferenceVoice(voices: Player.voices).says("sound is back")
      let deadline = MonotonicTime.after(seconds: 20)
      var isHeard = false
      while !isHeard, MonotonicTime.now < deadline {
        recording.listen(seconds: 0.5)
        let sound = recording.mono(from: recording.frameCount - 72_000)
        isHeard = SpeechMatcher(recording: sound).find(voice) != nil
      }
      #expect(isHeard)
      run.send("q")
      #expect(run.end(within: 5) == .exit(0))
    }

    @Test func `a server that dies and comes back is taken again at the same place`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 120, in: scratch.path)
      let server = try PulseServer()
      let run = try ProgramRun(
        Player.binary, ["--plain", "--voices", Player.voices, "--voice", "plain", track],
        environment: server.environment)
      let before = try SinkRecording(of: server)
      #expect(before.waitForFrame(96_000, within: 10))
      server.stop()
      try server.start()
      let recording = try SinkRecording(of: server)
      let deadline = MonotonicTime.after(seconds: 20)
      while SpeechOnset.first(in: recording.mono(), above: 0.005) == nil,
        MonotonicTime.now < deadline
      {
        recording.listen(seconds: 0.25)
      }
      #expect(SpeechOnset.first(in: recording.mono(), above: 0.005) != nil)
      run.send("q")
      #expect(run.end(within: 5) == .exit(0))
    }

    @Test func `a server that hangs does not keep the program from leaving`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 60, in: scratch.path)
      let server = try PulseServer()
      server.freeze()
      let run = try ProgramRun(
        Player.binary, ["--plain", "--voices", Player.voices, track],
        environment: server.environment)
      #expect(run.prints("no sound device", within: 8))
      run.send("qq")
      #expect(run.end(within: 8) == .exit(0))
    }

    @Test func `a damaged memory of the place costs the place, not the queue`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 60, in: scratch.path)
      let server = try PulseServer()
      var environment = server.environment
      environment["XDG_STATE_HOME"] = scratch.path
      func start(_ arguments: [String]) throws -> ProgramRun {
        try ProgramRun(
          Player.binary, ["--plain", "--voices", Player.voices] + arguments,
          environment: environment)
      }
      let first = try start([track])
      #expect(first.prints("Low Tones", within: 5))
      first.send("qq")
      #expect(first.end(within: 5) == .exit(0))
      try TextFile.write("nonsense", to: "\(scratch.path)/eyemusix/state")
      let second = try start(["--resume"])
      #expect(second.prints("Low Tones", within: 5))
      second.send("qq")
      #expect(second.end(within: 5) == .exit(0))
    }

    @Test func `after kill -9 it resumes at most five seconds before`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 180, in: scratch.path)
      let server = try PulseServer()
      do {
        let journey = try Journey([track], server: server)
        #expect(journey.hearsSound())
        journey.run.send(">")
        journey.recording.listen(seconds: 6)
        journey.run.process.stop()
      }
      let journey = try Journey(["--resume"], server: server)
      #expect(journey.run.prints("Low Tones", within: 8))
      let elapsed = try #require(journey.answer(to: "e"))
      #expect(elapsed.contains("1 minute"), "it is at \(elapsed)")
    }
  }
}
