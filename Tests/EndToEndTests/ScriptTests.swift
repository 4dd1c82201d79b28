// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// The program in scripts: pipes, files, exit codes.
  @Suite struct ScriptTests {
    private struct Outcome {
      var end: ProcessEnd?
      var output: String
      var errors: String
    }

    private func outcome(_ arguments: [String]) throws -> Outcome {
      let scratch = try ScratchFolder()
      let environment = ["HOME": scratch.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
      let run = try ProgramRun(Player.binary, arguments, environment: environment, on: .pipes)
      run.endInput()
      let end = run.end(within: 10)
      _ = run.prints("\n", within: 0.5)
      return Outcome(end: end, output: run.output, errors: run.errors)
    }

    @Test(arguments: [
      ["--nonsense"], ["--volume", "300"], ["--volume"], ["--fast"], ["--output", "tape"],
      ["--latency", "none"], ["--start", "0"], ["--duck", "fixed:no"], ["--plain=yes"],
    ]) func `a wrong command line is one sentence and code 2`(_ arguments: [String]) throws {
      let outcome = try outcome(arguments)
      #expect(outcome.end == .exit(2))
      #expect(outcome.output == "")
      #expect(outcome.errors.contains(arguments[0].split(separator: "=")[0]))
      #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test(arguments: ["--help", "--version"])
    func `help is plain text of 80 columns on standard output`(_ option: String) throws {
      let outcome = try outcome([option])
      #expect(outcome.end == .exit(0))
      #expect(outcome.errors == "")
      #expect(!outcome.output.isEmpty)
      #expect(outcome.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
      #expect(outcome.output.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 })
    }

    @Test func `keys from a pipe work, and their end does not end the music`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 30, in: scratch.path)
      let journey = try Journey([track], on: .pipes)
      #expect(journey.hearsSound())
      #expect(try journey.spokenAnswer(to: "e") != nil)
      journey.run.endInput()
      journey.recording.listen(seconds: 2)
      #expect(journey.run.process.usage == nil, "it ended with its input")
      let now = journey.recording.frameCount
      #expect(SpeechOnset.level(journey.recording.mono(from: now - 12_000)[...]) > 0.005)
      journey.run.process.send(signal: SIGTERM)
      #expect(journey.run.end(within: 5) != nil)
    }

    @Test func `a file gets what would be heard, as fast as it goes`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 20, in: scratch.path)
      let file = "\(scratch.path)/out.wav"
      let environment = ["HOME": scratch.path, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
      let arguments = [
        "--voices", Player.voices, "--voice", "plain", "--output", "wav:\(file)", "--fast",
        "--quit-at-end", track,
      ]
      let run = try ProgramRun(Player.binary, arguments, environment: environment, on: .pipes)
      #expect(run.end(within: 60) == .exit(0))
      let sound = try WAVFile(contentsOf: file)
      #expect(sound.rate == 48_000 && sound.channels == 2)
      let seconds = Double(sound.samples.count) / 96_000
      #expect(seconds >= 20 && seconds < 35)
      let middle = sound.mono[480_000..<720_000]
      #expect(SpeechOnset.level(middle) > 0.01)
    }

    @Test func `plain print never moves the cursor`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 30, in: scratch.path)
      let journey = try Journey([track])
      #expect(journey.hearsSound())
      for key in ["e", "t", "\u{1B}[B", "+"] { journey.run.send(key) }
      _ = journey.answer(to: "r")
      let codes = journey.run.output.replacing("\u{1B}[?2004h", with: "")
      #expect(!codes.contains("\u{1B}"))
    }

    @Test func `two lines: the cursor rests on the item after every answer`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 30, in: scratch.path)
      let server = try PulseServer()
      let run = try ProgramRun(
        Player.binary, ["--voices", Player.voices, track], environment: server.environment)
      #expect(run.prints("Low Tones", within: 5))
      run.send("e")
      #expect(run.prints("second", within: 5))
      run.send("q")
      #expect(run.end(within: 5) == .exit(0))
      let frames = run.output.split(separator: "\u{1B}[J").dropFirst()
      #expect(!frames.isEmpty)
      #expect(frames.allSatisfy { $0.contains("\r\u{1B}[A") })
      #expect(run.output.contains("\u{1B}[?2004l"))
    }
  }
}
