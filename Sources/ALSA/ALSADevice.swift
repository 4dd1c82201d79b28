// SPDX-License-Identifier: GPL-3.0-or-later

public import Audio

/// A playback device by its ALSA name: `default`, `pulse`, `plughw:1`, `null` ….
public struct ALSADevice: AudioOutputProvider {
  /// The name's bytes, without a NUL.
  public let bytes: [UInt8]

  /// The name as it is said and printed; bytes that are not UTF-8 are replaced.
  public var name: String { String(decoding: bytes, as: UTF8.self) }

  /// The device of this name; anything from a NUL on is cut off.
  public init(name: [UInt8]) { bytes = Array(name.prefix { $0 != 0 }) }

  /// The device of this name.
  public init(name: String = "default") { self.init(name: Array(name.utf8)) }

  /// Opens the device for 48 kHz stereo with the periods of `latency`, or the nearest it grants
  /// (`snd_pcm_open`). Takes 3–10 ms; a sound server that does not answer costs two seconds and
  /// then counts as `gone`.
  public func open(_ latency: Latency) throws(OutputError) -> any AudioOutput {
    ALSALibrary.silence()
    return try ALSAOutput(device: bytes, latency: latency)
  }

  /// Opens the device again at `sampleRate` hertz, or the nearest rate it grants
  /// (`snd_pcm_hw_params_set_rate_near`); ALSA's plugins and sound servers convert. Returns once
  /// the device has played a period: one that is suspended takes a buffer and then nothing, and
  /// would be told as back and lost in turns.
  public func open(_ latency: Latency, sampleRate: Int) throws(OutputError) -> any AudioOutput {
    ALSALibrary.silence()
    let output = try ALSAOutput(device: bytes, latency: latency, sampleRate: sampleRate)
    try output.waitForRoom()
    return output
  }
}
