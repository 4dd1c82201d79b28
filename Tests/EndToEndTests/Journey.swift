// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// The player running on a pseudo-terminal and a private sound server, and an ear at its output.
final class Journey {
  let server: PulseServer
  let recording: SinkRecording
  let run: ProgramRun
  private let voice: ReferenceVoice

  /// Starts the player in print without cursor movements, in the voice that always sounds alike.
  init(
    _ arguments: [String], server: PulseServer? = nil,
    on connection: ProgramRun.Connection = .terminal(columns: 80, rows: 24)
  ) throws {
    self.server = try server ?? PulseServer()
    recording = try SinkRecording(of: self.server)
    voice = try ReferenceVoice(voices: Player.voices)
    run = try ProgramRun(
      Player.binary,
      ["--plain", "--voices", Player.voices, "--voice", "plain", "--rate", "220"] + arguments,
      environment: self.server.environment, on: connection)
  }

  /// Waits until something sounds.
  func hearsSound(within seconds: Double = 10) -> Bool {
    until(seconds) { SpeechOnset.first(in: $0.recording.mono(), above: 0.005) != nil }
  }

  /// Presses a key and gives the line printed in answer.
  func answer(to key: String, within seconds: Double = 5) -> String? {
    let before = run.outputLength
    run.send(key)
    guard run.prints("\n", after: before, within: seconds) else { return nil }
    return Self.line(run.output, after: before)
  }

  /// Presses a key and waits until the words printed in answer are heard as well; gives them.
  func spokenAnswer(to key: String) throws -> String? {
    let pressed = recording.frameCount
    guard let words = answer(to: key) else { return nil }
    return try hears(words, after: pressed) ? words : nil
  }

  /// Waits until the words are heard after that frame. A machine with too much to do plays with
  /// holes; what was not understood is asked for again, twice, as a person would.
  func hears(_ words: String, after frame: Int = 0, within seconds: Double = 8) throws -> Bool {
    if try listens(to: words, after: frame, within: seconds) { return true }
    guard seconds > 0 else { return false }
    for _ in 0..<2 {
      let asked = recording.frameCount
      run.send("\u{7F}")
      if try listens(to: words, after: asked, within: seconds) { return true }
    }
    return false
  }

  private func listens(
    to words: String, after frame: Int, within seconds: Double
  ) throws -> Bool {
    let reference = try voice.says(words)
    var start = frame
    return until(seconds) {
      let sound = $0.recording.mono(from: start)
      // What was searched is not searched again, but for a beginning at its end.
      defer { start = max(start, start + sound.count - 24_000) }
      return SpeechMatcher(recording: sound).find(reference) != nil
    }
  }

  /// How long those words take, in frames.
  func length(of words: String) throws -> Int { try voice.says(words).count }

  /// Looks again each quarter of a second of sound, until `condition` holds or time is up.
  func until(_ seconds: Double, _ condition: (Journey) throws -> Bool) rethrows -> Bool {
    let deadline = MonotonicTime.after(seconds: seconds)
    while MonotonicTime.now < deadline {
      if try condition(self) { return true }
      _ = recording.waitForFrame(recording.frameCount + 12_000, within: 1)
    }
    return try condition(self)
  }

  private static func line(_ output: String, after offset: Int) -> String {
    let rest = String(decoding: output.utf8.dropFirst(offset), as: UTF8.self)
    let first = rest.split(whereSeparator: \.isNewline).first ?? ""
    return String(first.drop { $0.isWhitespace })
  }
}
