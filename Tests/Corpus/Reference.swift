// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// What another decoder made of a file: 16-bit samples.
struct Reference {
  /// Root mean square of the difference that ISO 11172-4 allows a decoder of limited accuracy, as
  /// a part of full scale.
  static let bound = 1.0 / 2048 / 12.0.squareRoot()
  /// Frames by which decoders begin earlier or later: whole MPEG frames of each kind.
  private static let delays =
    [0]
    + [384, 576, 1152].flatMap { size in
      (1...4).flatMap { [size * $0, -size * $0] }
    }

  private let samples: [Float]

  /// The reference in the `.pcm` file beside the `.bit` file at `path`.
  init?(beside path: String) {
    guard let bytes = ByteFile.read(path.dropLast(4) + ".pcm"), !bytes.isEmpty else { return nil }
    let all = stride(from: 0, to: bytes.count - 1, by: 2).map {
      Float(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)) / 32_768
    }
    // Some are filled up with silence.
    samples = Array(all[...(all.lastIndex { $0 != 0 } ?? 0)])
  }

  /// How many samples there are, without silence at the end.
  var count: Int { samples.count }

  /// The smallest root mean square of the difference at any delay that leaves nine tenths of
  /// both to compare; `nil` when the lengths do not fit.
  func difference(from other: [Float]) -> Double? {
    var best: Double?
    for delay in Self.delays.flatMap({ [$0, 2 * $0] }) {
      let ours = other.dropFirst(max(0, delay))
      let theirs = samples.dropFirst(max(0, -delay))
      let count = min(ours.count, theirs.count)
      // What is cut off at either end is at most some frames.
      guard max(other.count, samples.count) - count <= 16 * 1152 || count * 10 >= samples.count * 9,
        count > 0
      else { continue }
      var sum = 0.0
      for (ours, theirs) in zip(ours, theirs) {
        let clipped = max(-1, min(1, ours))
        sum += Double((clipped - theirs) * (clipped - theirs))
      }
      let rms = (sum / Double(count)).squareRoot()
      best = min(best ?? rms, rms)
      if rms <= Self.bound { break }
    }
    return best
  }
}
