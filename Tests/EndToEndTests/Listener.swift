// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing

/// Somebody who only listens: presses keys, and knows of the answers what is understood of the
/// recorded sound. Neither the screen nor the speech log is looked at.
final class Listener {
  /// What was understood after a key, and when in the recording.
  struct Heard {
    /// The clauses, as they were said.
    var clauses: [Clause]
    /// The frame of the recording at which the key was pressed.
    var pressed: Int

    /// The words of a clause without the sign behind them.
    subscript(clause: Int) -> String {
      String(clauses[clause].words.reversed().drop { ",.:".contains($0) }.reversed())
    }

    /// The sentence.
    var words: String { clauses.map(\.words).joined(separator: " ") }
  }

  /// Nobody understood it, not even when it was said again.
  struct NotUnderstood: Error, CustomStringConvertible {
    var description: String
  }

  /// What was pressed and heard so far, to be read.
  private(set) var transcript = ""
  /// How fast the voice speaks now.
  var rate = 220

  private let recording: SinkRecording
  private let run: ProgramRun
  private let ear: ClauseEar

  init(_ run: ProgramRun, _ recording: SinkRecording, _ ear: ClauseEar) {
    self.run = run
    self.recording = recording
    self.ear = ear
  }

  /// Notes a thought: why the next key is pressed.
  func think(_ thought: String) { transcript += (transcript.isEmpty ? "" : "\n") + thought + "\n" }

  /// Clauses of these words, as fast as the voice speaks now.
  func clauses(_ words: [String]) -> [Clause] { words.map { Clause(words: $0, rate: rate) } }

  /// Presses a key (bytes and name) and understands the answer as one of the forms. What was not
  /// understood is asked for again with Backspace.
  @discardableResult
  func press(_ key: String, _ name: String? = nil, hears forms: [[Clause]]...) throws -> Heard {
    let pressed = recording.frameCount
    run.send(key)
    return try hear(after: pressed, name ?? key, forms)
  }

  /// Understands what is said at the start.
  @discardableResult
  func hearsStart(_ forms: [[Clause]]...) throws -> Heard { try hear(after: 0, "start", forms) }

  private func hear(after pressed: Int, _ name: String, _ forms: [[[Clause]]]) throws -> Heard {
    var start = pressed
    for attempt in 0..<4 {
      if let (understood, frame) = try answer(after: start, forms) {
        let heard = Heard(clauses: understood.clauses, pressed: pressed)
        note(name, heard, seconds: attempt == 0 ? Double(frame - pressed) / 48_000 : nil)
        return heard
      }
      // A second Backspace soon after the first would spell.
      if attempt > 0 { recording.listen(seconds: 2) }
      start = recording.frameCount
      run.send("\u{7F}")
    }
    throw NotUnderstood(description: "\(name): not understood")
  }

  private func note(_ name: String, _ heard: Heard, seconds: Double?) {
    let hundredths = seconds.map { Int(($0 * 100).rounded()) }
    let time = hundredths.map { "after \($0 / 100).\($0 % 100 / 10)\($0 % 10) s" } ?? "again"
    transcript += "> \(name)\n\"\(heard.words)\" \(time)\n"
  }

  private func answer(after pressed: Int, _ forms: [[[Clause]]]) throws
    -> (ClauseEar.Understood, frame: Int)?
  {
    let deadline = MonotonicTime.after(seconds: 10)
    var hasBegun = false
    while MonotonicTime.now < deadline {
      recording.listen(seconds: 0.2)
      let late = max(pressed, recording.frameCount - 28_800)
      guard ClauseEar.isQuiet(ClauseEar.sound(recording.mono(from: late))) else {
        hasBegun = true
        continue
      }
      guard hasBegun, recording.frameCount - late >= 28_800 else { continue }
      let (heard, gaps) = Self.healed(recording.mono(from: pressed))
      let sound = ClauseEar.sound(heard)
      let starts = ClauseEar.starts(of: sound)
      if starts.isEmpty { continue }
      guard let understood = try ear.understand(sound, from: starts, as: forms) else { return nil }
      let start = understood.start * 48_000 / ClauseEar.rate
      return (
        understood, pressed + start + gaps.reduce(0) { $0 + ($1.place < start ? $1.length : 0) }
      )
    }
    return nil
  }

  /// The recording without the holes of a busy machine: where music and words are late, a null
  /// sink plays exact silence, and then goes on where they were.
  private static func healed(_ recording: [Float])
    -> (samples: [Float], gaps: [(place: Int, length: Int)])
  {
    var samples: [Float] = []
    var gaps: [(place: Int, length: Int)] = []
    var zeros = 0
    for sample in recording {
      if sample == 0 {
        zeros += 1
        continue
      }
      if zeros > 96 {
        gaps.append((samples.count, zeros))
      } else {
        samples += repeatElement(0, count: zeros)
      }
      zeros = 0
      samples.append(sample)
    }
    return (samples, gaps)
  }
}
