// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

/// The measuring instruments measure right.
@Suite(.serialized) struct HarnessTests {
  @Test(.enabled(if: PulseServer.absence == nil))
  func `the sink's monitor gives back what was played, bit for bit`() throws {
    let server = try PulseServer()
    let recording = try SinkRecording(of: server)
    var random = SystemRandomNumberGenerator()
    let noise = (0..<48_000).map { _ in
      Float(Int16.random(in: -8000...8000, using: &random)) / 32767
    }
    let file = "\(server.scratch.path)/noise.wav"
    try WAVFile(rate: 48_000, channels: 2, samples: noise).write(to: file)
    let play = try #require(Executable.find("pacat"))
    let before = recording.frameCount
    let player = try ChildProcess(
      play, ["--file-format", file], environment: server.environment, descriptors: (-1, -1, -1))
    #expect(player.end(within: 10) == .exit(0))
    recording.listen(seconds: 0.2)
    let heard = recording.stereo()
    let wanted = try WAVFile(contentsOf: file).samples
    let start = try #require(heard[(2 * before)...].firstIndex { $0 != 0 })
    #expect(Array(heard[start..<start + wanted.count]) == wanted)
    let time = try #require(recording.time(ofFrame: start / 2))
    let arrival = try #require(recording.arrival(ofFrame: start / 2))
    #expect(time <= arrival)
  }

  @Test(.enabled(if: ReferenceVoice.absence == nil))
  func `words are found where they are, under music too, and others are not`() throws {
    let voice = try ReferenceVoice(voices: Player.voices)
    let (paused, playing) = (try voice.says("paused"), try voice.says("playing"))
    var sound = (0..<480_000).map { index in
      // Three tones of music, 12 dB below the voice's peaks.
      [220.0, 554.4, 1318.5].reduce(Float(0)) {
        $0 + 0.02 * Float(Sine.wave($1, at: Double(index) / 48_000))
      }
    }
    for (index, sample) in paused.enumerated() { sound[100_000 + index] += 0.5 * sample }
    let matcher = SpeechMatcher(recording: sound)
    let match = try #require(matcher.find(paused))
    #expect(abs(match.frame - 100_000) <= 2)
    #expect(match.score > 0.8)
    #expect(matcher.follow(paused, from: match) > 0.5)
    #expect(matcher.find(playing) == nil)
    #expect(matcher.find(paused, in: 200_000..<480_000) == nil)
  }

  @Test func `a WAV file is read as it was written`() throws {
    let scratch = try ScratchFolder()
    for float in [false, true] {
      let file = "\(scratch.path)/a.wav"
      try WAVFile(rate: 44_100, channels: 2, samples: [0, 1, -1, 0.5]).write(to: file, float: float)
      let read = try WAVFile(contentsOf: file)
      #expect(read.rate == 44_100 && read.channels == 2)
      #expect(zip(read.samples, [0, 1, -1, 0.5] as [Float]).allSatisfy { abs($0 - $1) < 0.0001 })
    }
  }
}
