// SPDX-License-Identifier: GPL-3.0-or-later

import CALSA

/// A sample format that can be written to a device, best first.
enum SampleFormat: Hashable, Sendable, CaseIterable {
  /// 32-bit float, little-endian: what the mixer makes, handed over as it is.
  case float
  /// 32-bit signed, little-endian.
  case int32
  /// 16-bit signed, little-endian, dithered.
  case int16

  var library: snd_pcm_format_t {
    switch self {
    case .float: SND_PCM_FORMAT_FLOAT_LE
    case .int32: SND_PCM_FORMAT_S32_LE
    case .int16: SND_PCM_FORMAT_S16_LE
    }
  }

  var bytesPerSample: Int { self == .int16 ? 2 : 4 }
}

/// Turns float samples into integers, rounded and clamped; not a number becomes silence.
///
/// 16-bit samples get triangular dither of one step each way, so that quiet music fades into
/// noise instead of into distortion. Exact zeros stay zeros: silence is silent, and a sound
/// server may put the device to sleep. No allocation; the state is the noise's seed.
struct SampleQuantizer {
  private var seed: UInt32 = 0x2545_F491

  /// Writes `samples` as 16-bit integers.
  mutating func int16(
    _ samples: UnsafeBufferPointer<Float>, into target: UnsafeMutablePointer<Int16>
  ) {
    for index in 0..<samples.count {
      let sample = unsafe samples[index]
      guard sample != 0 else {
        unsafe target[index] = 0
        continue
      }
      let dithered = Self.clamped(sample) * 32_767 + noise()
      let bounded = dithered < 32_767 ? (dithered > -32_768 ? dithered : -32_768) : 32_767
      unsafe target[index] = Int16(bounded.rounded())
    }
  }

  /// Writes `samples` as 32-bit integers; float has fewer digits than these, so no dither.
  func int32(_ samples: UnsafeBufferPointer<Float>, into target: UnsafeMutablePointer<Int32>) {
    for index in 0..<samples.count {
      // The largest float below 2³¹: one times this still fits.
      unsafe target[index] = Int32((Self.clamped(samples[index]) * 2_147_483_520).rounded())
    }
  }

  private static func clamped(_ sample: Float) -> Float {
    sample < 1 ? (sample > -1 ? sample : -1) : (sample >= 1 ? 1 : 0)
  }

  /// Between −1 and 1, small values likelier.
  private mutating func noise() -> Float {
    (uniform() - uniform())
  }

  private mutating func uniform() -> Float {
    seed ^= seed << 13
    seed ^= seed >> 17
    seed ^= seed << 5
    return Float(seed >> 8) * (1 / 16_777_216)
  }
}
