// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a voice does not speak.
public enum SpeechError: Error, Hashable, Sendable {
  /// The engine's data are not there.
  case noData
  /// There is no voice of this name.
  case voiceNotFound(String)
  /// The engine's own sentence.
  case other(String)
}

/// How a synthesis ended.
public enum SynthesisEnd: Sendable, Hashable {
  /// All samples were given.
  case finished
  /// The sink asked to stop.
  case aborted
}

/// A voice in this process. Every call, the making included, comes from the synthesis thread:
/// the engines behind it are one per process and not thread-safe.
public protocol SpeechSynthesizer: AnyObject {
  /// Hertz of the mono samples that `synthesize` gives.
  var sampleRate: Int { get }

  /// Speaks `text` (already sanitised, see `SpokenText`) at `rate` words a minute. Samples go to
  /// `sink` as they are made, in chunks of about 50 ms; it returns `false` to abort, and is not
  /// called again afterwards.
  func synthesize(
    _ text: String, rate: Int, sink: (UnsafeBufferPointer<Int16>) -> Bool
  ) throws(SpeechError) -> SynthesisEnd

  /// Chooses the voice by name or language ("en", "de", "en+f3", or a file of ours in `Voices`).
  func selectVoice(_ name: String) throws(SpeechError)
}

/// Makes the synthesizer, on the synthesis thread.
public protocol SpeechSynthesizerProvider: Sendable {
  /// Starts the engine with its voice.
  func make() throws(SpeechError) -> any SpeechSynthesizer
}
