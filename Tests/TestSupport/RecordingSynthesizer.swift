// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
public import Speech

/// What was said to a `RecordingSynthesizer` and how it shall behave; shared between the test and
/// the synthesis thread.
public final class SpeechScript: Sendable {
  /// One text handed to the synthesizer.
  public struct Spoken: Hashable, Sendable {
    /// The sanitised text.
    public var text: String
    /// Words a minute.
    public var rate: Int
    /// The voice at that time.
    public var voice: String
    /// How it ended; nil while it is under way, and after an error.
    public var end: SynthesisEnd?
  }

  private struct State {
    var spoken: [Spoken] = []
    var failures: [SpeechError] = []
    var isStalled = false
  }

  private let state = Watched(State())

  /// A script without incidents.
  public init() {}

  /// All texts handed over so far.
  public var spoken: [Spoken] { state.with { $0.spoken } }
  /// Their words alone.
  public var texts: [String] { spoken.map(\.text) }

  /// Makes the next synthesis throw `error`.
  public func failNext(_ error: SpeechError) { state.with { $0.failures.append(error) } }
  /// Makes syntheses hang without a sample from now on, until `resume` (or 30 s).
  public func stall() { state.with { $0.isStalled = true } }
  /// Lets what hangs go on.
  public func resume() { state.with { $0.isStalled = false } }

  func begin(_ text: String, rate: Int, voice: String) -> (index: Int, failure: SpeechError?) {
    state.with { state in
      state.spoken.append(Spoken(text: text, rate: rate, voice: voice, end: nil))
      let failure = state.failures.isEmpty ? nil : state.failures.removeFirst()
      return (state.spoken.count - 1, failure)
    }
  }
  func end(_ index: Int, _ end: SynthesisEnd) { state.with { $0.spoken[index].end = end } }

  func waitWhileStalled() {
    for _ in 0..<15_000 where state.with({ $0.isStalled }) {
      var pause = timespec(tv_sec: 0, tv_nsec: 2_000_000)
      nanosleep(&pause, nil)
    }
  }
}

/// A voice for tests: as long as a real one would be for this many words at this rate, and the
/// same samples for the same text. Never silent at its start, each text a tone of its own.
public final class RecordingSynthesizer: SpeechSynthesizer {
  /// Hertz.
  public let sampleRate = 22_050
  private let script: SpeechScript
  private let voices: Set<String>
  private var voice: String
  private static let chunk = 1081

  init(script: SpeechScript, voice: String, voices: Set<String>) {
    self.script = script
    self.voice = voice
    self.voices = voices
  }

  /// Samples that `text` makes at `rate`: one word lasts a minute through the rate.
  public static func length(of text: String, rate: Int, sampleRate: Int = 22_050) -> Int {
    let words = text.split(whereSeparator: \.isWhitespace).count
    return words * sampleRate * 60 / max(1, rate)
  }

  /// Notes the text and gives its samples, or does what the script says.
  public func synthesize(
    _ text: String, rate: Int, sink: (UnsafeBufferPointer<Int16>) -> Bool
  ) throws(SpeechError) -> SynthesisEnd {
    let (index, failure) = script.begin(text, rate: rate, voice: voice)
    if let failure { throw failure }
    script.waitWhileStalled()
    let length = Self.length(of: text, rate: rate)
    let halfWave = 20 + text.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF } % 60
    var made = 0
    while made < length {
      let count = min(Self.chunk, length - made)
      let chunk = (made..<made + count).map { ($0 / halfWave) % 2 == 0 ? Int16(8_000) : -8_000 }
      guard chunk.withUnsafeBufferPointer({ sink($0) }) else {
        script.end(index, .aborted)
        return .aborted
      }
      made += count
    }
    script.end(index, .finished)
    return .finished
  }

  /// Knows the voices the provider names.
  public func selectVoice(_ name: String) throws(SpeechError) {
    guard voices.contains(name) else { throw .voiceNotFound(name) }
    voice = name
  }
}

/// Makes `RecordingSynthesizer`s that write in one script.
public struct RecordingVoices: SpeechSynthesizerProvider {
  /// What is said, and incidents.
  public let script: SpeechScript
  /// The names `selectVoice` takes.
  public let voices: Set<String>
  /// What `make` throws; nil: nothing.
  public let failure: SpeechError?

  /// Voices that speak into `script`.
  public init(
    script: SpeechScript = SpeechScript(), voices: Set<String> = ["en", "de", "en+f3"],
    failure: SpeechError? = nil
  ) {
    self.script = script
    self.voices = voices
    self.failure = failure
  }

  /// Another synthesizer for the script, or the failure.
  public func make() throws(SpeechError) -> any SpeechSynthesizer {
    if let failure { throw failure }
    return RecordingSynthesizer(script: script, voice: "en", voices: voices)
  }
}
