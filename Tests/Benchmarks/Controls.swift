// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// How soon a player sounds after its start, and how soon a pause or a jump is heard at the sink's
/// monitor.
struct Controls {
  let plan: Plan

  /// Above the signals that a player may give with a pause.
  private static let music = RisingTone(lowest: 2000, slope: 40)
  private static let trackSeconds = 60
  /// Frames of a look at the pitch.
  private static let window = 960
  /// Frames without music that are a pause.
  private static let quiet = 240
  /// Seconds by which the place is elsewhere after a jump.
  private static let away = 0.6

  init(plan: Plan) { self.plan = plan }

  func run() throws -> [Comparison] {
    let scratch = try ScratchFolder("controls")
    let track = try Self.music.make("Rising", seconds: Self.trackSeconds, in: scratch.path)
    var start = Comparison("start to first sound, ms")
    var pause = Comparison("pause key to the end of the music, ms")
    var seek = Comparison("jump key to the music there, ms")
    for _ in 0..<plan.starts {
      for player in Player.all {
        let server = try PulseServer()
        let recording = try SinkRecording(of: server)
        let time = MonotonicTime.now
        let playing = try player.start(plan, server, track)
        defer { playing.stop() }
        start.add(firstSound(recording, since: time), of: player.name)
        recording.listen(seconds: Double.random(in: 2...2.1))
        seek.add(jump(recording, after: playing.seek()), of: player.name)
        recording.listen(seconds: Double.random(in: 1...1.1))
        pause.add(silence(recording, after: playing.pause()), of: player.name)
      }
    }
    return [start, pause, seek]
  }

  private func firstSound(_ recording: SinkRecording, since time: Int64) -> Double? {
    let deadline = MonotonicTime.after(seconds: 20)
    var from = recording.frame(at: time)
    while MonotonicTime.now < deadline {
      recording.listen(seconds: 0.2)
      let sound = recording.mono(from: from)
      if let first = sound.firstIndex(where: { abs($0) > 0.01 }) {
        return recording.arrival(ofFrame: from + first).map { Double($0 - time) / 1e6 }
      }
      from += sound.count
    }
    return nil
  }

  /// Milliseconds from `time` until the music is silent; what else sounds does not count.
  private func silence(_ recording: SinkRecording, after time: Int64) -> Double? {
    recording.listen(seconds: 1.5)
    let pressed = recording.frame(at: time)
    let before = recording.mono(from: pressed - 9600, to: pressed)
    guard let place = Self.music.place(in: before) else { return nil }
    let hertz = Self.music.lowest + Self.music.slope * place
    let loud = Self.level(of: hertz, in: before.suffix(Self.quiet))
    let sound = recording.mono(from: pressed)
    let starts = stride(from: 0, to: max(0, sound.count - Self.quiet), by: 48)
    let start = starts.first {
      Self.level(of: hertz, in: sound[$0..<($0 + Self.quiet)]) < loud / 10
    }
    return start.flatMap { recording.arrival(ofFrame: pressed + $0) }
      .map { Double($0 - time) / 1e6 }
  }

  /// How much of a pitch there is in a sound, through a Hann window.
  private static func level(of hertz: Double, in sound: ArraySlice<Float>) -> Double {
    var (real, imaginary) = (0.0, 0.0)
    for (index, sample) in sound.enumerated() {
      let window = 1 - cos(2 * Double.pi * (Double(index) + 0.5) / Double(sound.count))
      let angle = 2 * Double.pi * hertz * Double(index) / 48_000
      real += window * Double(sample) * cos(angle)
      imaginary += window * Double(sample) * sin(angle)
    }
    return (real * real + imaginary * imaginary).squareRoot()
  }

  /// Milliseconds from `time` until the music is elsewhere than where it would have gone on.
  private func jump(_ recording: SinkRecording, after time: Int64) -> Double? {
    recording.listen(seconds: 2.5)
    let pressed = recording.frame(at: time)
    let before = recording.mono(from: pressed - 9600, to: pressed)
    guard let place = Self.music.place(in: before) else { return nil }
    let sound = recording.mono(from: pressed)
    let starts = stride(from: 0, to: max(0, sound.count - 2 * Self.window), by: 48)
    let start = starts.first { start in
      let (middle, end) = (start + Self.window, start + 2 * Self.window)
      guard let now = Self.music.place(in: Array(sound[start..<middle]), waves: 4),
        let next = Self.music.place(in: Array(sound[middle..<end]), waves: 4)
      else { return false }
      // What is heard while one place is faded into the other is at no place.
      return abs(now - place - Double(middle) / 48_000) > Self.away && abs(next - now) < 0.2
    }
    return start.flatMap { recording.arrival(ofFrame: pressed + $0) }
      .map { Double($0 - time) / 1e6 }
  }
}
