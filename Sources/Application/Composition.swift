// SPDX-License-Identifier: GPL-3.0-or-later
import ALSA
import Audio
import ESpeakNG
import Engine
import Library
import MPG123
import Player
import Soxr
import Speech
import SystemOutput

/// Which adapter stands behind which port.
enum Composition {
  /// The voice where none is chosen.
  static let defaultVoice = "en"

  /// The device where none is chosen.
  static let usualDevice = "default"

  /// The parts of the engine that `options` ask for.
  static func parts(_ options: Options, voices: [UInt8]?, guarding guardian: SpeechGuard?)
    -> EngineParts
  {
    ALSALibrary.silence()
    // The voice that was asked for is selected later: one that is not there is no reason to be mute.
    let voice = GuardedVoice(
      provider: ESpeakVoices(voice: defaultVoice, voicesFolder: voices), guardian: guardian)
    return EngineParts(
      decoders: MPG123Decoders(), converters: SoxrConverters(),
      voice: options.isSilent ? nil : voice, device: device(options), fallback: NullDevice(),
      latency: options.latency, prepareOutputThread: { RealtimePriority.request() })
  }

  private static func device(_ options: Options) -> any AudioOutputProvider {
    switch options.sink {
    case .device where options.device == usualDevice: ALSADevice(name: usualDevice)
    case .device:
      StandInDevice(
        wanted: ALSADevice(name: options.device), standIn: ALSADevice(name: usualDevice))
    case .null: NullDevice(isFast: options.isFast)
    case .wav(let path): WAVFile(path: path, isFast: options.isFast)
    }
  }

  /// Reads a whole file for its exact length.
  static func length(_ path: [UInt8]) -> TrackLength? {
    do throws(DecodingError) {
      let decoder = try MPG123Decoders().open(path)
      try decoder.scan()
      guard case .exact(let frames) = decoder.length else { return nil }
      return .exact(.seconds(Double(frames) / Double(decoder.format.sampleRate)))
    } catch {
      return nil
    }
  }
}

/// A voice that notes what it is about to speak, so that a text on which the process died is
/// passed over at the next start.
struct GuardedVoice: SpeechSynthesizerProvider {
  let provider: ESpeakVoices
  let guardian: SpeechGuard?

  func make() throws(SpeechError) -> any SpeechSynthesizer {
    GuardedSynthesizer(voice: try provider.make(), guardian: guardian)
  }
}

private final class GuardedSynthesizer: SpeechSynthesizer {
  private let voice: any SpeechSynthesizer
  private let guardian: SpeechGuard?

  init(voice: any SpeechSynthesizer, guardian: SpeechGuard?) {
    self.voice = voice
    self.guardian = guardian
  }

  var sampleRate: Int { voice.sampleRate }

  func synthesize(
    _ text: String, rate: Int, sink: (UnsafeBufferPointer<Int16>) -> Bool
  ) throws(SpeechError) -> SynthesisEnd {
    guard guardian?.isSkipped(text) != true else { return .finished }
    guardian?.begin(text)
    defer { guardian?.end() }
    return try unsafe voice.synthesize(text, rate: rate, sink: sink)
  }

  func selectVoice(_ name: String) throws(SpeechError) { try voice.selectVoice(name) }
}
