// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// Loudness after ITU-R BS.1770-4, for one or two channels. Not for the render path: it remembers
/// every tenth of a second for the gates.
public struct LoudnessMeter {
  /// Samples a frame.
  public let channels: Int
  private var filters: [KWeighting]
  private let blockFrames: Int
  private var counted = 0
  private var sum = 0.0
  /// Mean squares (channels added) of the 100 ms blocks so far.
  private var blocks: [Double] = []

  /// What a meter shows of silence.
  public static let silence: Float = -120

  /// A meter for interleaved samples at `sampleRate` hertz with 1 or 2 channels.
  public init(sampleRate: Int, channels: Int) {
    self.channels = channels
    filters = Array(repeating: KWeighting(sampleRate: Double(sampleRate)), count: channels)
    blockFrames = max(sampleRate / 10, 1)
  }

  /// Takes interleaved frames.
  public mutating func measure(_ samples: UnsafeBufferPointer<Float>) {
    for frame in 0..<samples.count / channels {
      for channel in 0..<channels {
        let y = unsafe filters[channel].next(Double(samples[frame * channels + channel]))
        sum += y * y
      }
      counted += 1
      if counted == blockFrames { closeBlock() }
    }
  }

  private mutating func closeBlock() {
    blocks.append(sum / Double(blockFrames))
    sum = 0
    counted = 0
    for channel in 0..<channels { filters[channel].settle() }
  }

  /// The loudness of the last 400 ms, in LUFS.
  public var momentary: Float { Self.lufs(windows.last ?? 0) }

  /// The gated loudness of everything so far, in LUFS.
  public var integrated: Float {
    let audible = windows.filter { Self.lufs($0) > -70 }
    let gate = Self.mean(audible) / 10
    return Self.lufs(Self.mean(audible.filter { $0 > gate }))
  }

  /// The mean squares of all windows of 400 ms, one every 100 ms; a shorter recording is one.
  private var windows: [Double] {
    guard blocks.count >= 4 else { return blocks.isEmpty ? [] : [Self.mean(blocks)] }
    return (3..<blocks.count).map { Self.mean(Array(blocks[$0 - 3...$0])) }
  }

  private static func mean(_ values: [Double]) -> Double {
    values.isEmpty ? 0 : values.reduce(0, +) / Double(values.count)
  }

  private static func lufs(_ meanSquare: Double) -> Float {
    meanSquare > 1e-12 ? Float(-0.691 + 10 * log10(meanSquare)) : silence
  }
}
