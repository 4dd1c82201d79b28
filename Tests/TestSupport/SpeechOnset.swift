// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// When sound begins and ends, by its level alone; over music that has no treble, by the level
/// of the treble.
public enum SpeechOnset {
  /// −44 dB below full scale: what the measurements of latency count as heard.
  public static let audible: Float = 0.0063

  /// The first sample at or after `start` whose magnitude is above `level`.
  public static func first(in samples: [Float], above level: Float = audible, from start: Int = 0)
    -> Int?
  {
    samples.withUnsafeBufferPointer { samples in
      var index = max(0, start)
      while index < samples.count {
        if abs(samples[index]) > level { return index }
        index &+= 1
      }
      return nil
    }
  }

  /// The first sample from `start` on after which nothing is above `level` for `milliseconds`;
  /// `nil` when the samples end before.
  public static func end(
    in samples: [Float], above level: Float = audible, from start: Int, quiet milliseconds: Int
  ) -> Int? {
    var last = start
    for index in max(0, start)..<max(0, start, samples.count) {
      if abs(samples[index]) > level { last = index + 1 }
      if index - last >= 48 * milliseconds { return last }
    }
    return nil
  }

  /// Root mean square.
  public static func level(_ samples: ArraySlice<Float>) -> Float {
    guard !samples.isEmpty else { return 0 }
    return (samples.reduce(0) { $0 + $1 * $1 } / Float(samples.count)).squareRoot()
  }

  /// What is above 1 kHz (fourth order, 48 kHz): speech without the bass of a test track.
  public static func treble(_ samples: [Float], above hertz: Double = 1000) -> [Float] {
    highPass(highPass(samples, hertz, quality: 0.541), hertz, quality: 1.307)
  }

  private static func highPass(_ samples: [Float], _ hertz: Double, quality: Double) -> [Float] {
    let turn = 2 * Double.pi * hertz / 48_000
    let alpha = sin(turn) / (2 * quality)
    let scale = 1 + alpha
    let b0 = (1 + cos(turn)) / 2 / scale
    let (a1, a2) = (-2 * cos(turn) / scale, (1 - alpha) / scale)
    var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
    return samples.map { sample in
      let x0 = Double(sample)
      let y0 = b0 * (x0 - 2 * x1 + x2) - a1 * y1 - a2 * y2
      (x2, x1, y2, y1) = (x1, x0, y1, y0)
      return Float(y0)
    }
  }
}
