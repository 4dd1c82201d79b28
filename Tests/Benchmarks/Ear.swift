// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport

/// Hears in a recording how long after a key something began or ended. Times are arrivals of the
/// recorder's fragments, so they contain its own delivery of up to 5 ms.
struct Ear {
  let recording: SinkRecording

  /// Milliseconds from `time` to the first treble above −44 dB, within two seconds.
  func onset(after time: Int64) -> Double? {
    let (start, treble) = listen(from: time, seconds: 2)
    guard let first = SpeechOnset.first(in: treble, from: Self.settling) else { return nil }
    return milliseconds(start + first, since: time)
  }

  /// Milliseconds from `time` to the beginning of those words, also while others are spoken.
  func onset(of words: [Float], after time: Int64) -> Double? {
    let start = max(0, recording.frame(at: time) - Self.settling)
    listen(until: time + 2_500_000_000)
    let sound = recording.mono(from: start)
    guard let match = SpeechMatcher(recording: sound).find(words, milliseconds: 200),
      let first = SpeechOnset.first(in: words)
    else { return nil }
    return milliseconds(start + match.frame + first, since: time)
  }

  /// Milliseconds from `time` to the last treble above −44 dB before 400 ms of quiet; `nil` when
  /// the voice was between two sounds at `time`, so that nothing was cut.
  func end(after time: Int64) -> Double? {
    let (start, treble) = listen(from: time, seconds: 2.5)
    let before = Array(treble[(Self.settling - 1440)..<Self.settling])
    guard SpeechOnset.first(in: before) != nil else { return nil }
    guard let last = SpeechOnset.end(in: treble, from: Self.settling, quiet: 400) else {
      return nil
    }
    return milliseconds(start + max(Self.settling, last - 1), since: time)
  }

  /// Waits until the voice has been quiet for that long, at most ten seconds.
  func waitForQuiet(seconds: Double) {
    let deadline = MonotonicTime.after(seconds: 10)
    let frames = Int(seconds * 48_000)
    while MonotonicTime.now < deadline {
      recording.listen(seconds: 0.1)
      let sound = recording.mono(from: recording.frameCount - frames - Self.settling)
      let treble = SpeechOnset.treble(sound)
      if SpeechOnset.first(in: treble, from: Self.settling) == nil { return }
    }
  }

  /// Frames the filter needs to settle.
  private static let settling = 4800

  /// The treble from 100 ms before `time` on.
  private func listen(from time: Int64, seconds: Double) -> (Int, [Float]) {
    let start = max(0, recording.frame(at: time) - Self.settling)
    listen(until: time + Int64(seconds * 1e9))
    return (start, SpeechOnset.treble(recording.mono(from: start)))
  }

  private func listen(until time: Int64) {
    let left = Double(time - MonotonicTime.now) / 1e9
    if left > 0 { recording.listen(seconds: left) }
  }

  private func milliseconds(_ frame: Int, since time: Int64) -> Double? {
    recording.arrival(ofFrame: frame).map { Double($0 - time) / 1e6 }
  }
}
