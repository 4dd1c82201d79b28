// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Finds where a known piece of speech sounds in a recording, also over music: normalised
/// cross-correlation with a rendering made the same way. Works with a voice that says the same
/// thing twice (flutter and roughness off), and on windows inside one clause.
public final class SpeechMatcher {
  /// A place where a window of the reference was found.
  public struct Match: Sendable {
    /// The recording's frame at which the reference's first frame sounds.
    public let frame: Int
    /// 1: the same samples but for the level; unlike speech stays under 0.6.
    public let score: Float
  }

  /// Coarse search runs at a third of the rate: speech has its weight far below.
  private static let factor = 3
  private static let block = 16_384

  private let recording: [Float]
  private let coarse: [Float]
  /// Sums of squares of the coarse samples before each.
  private let energy: [Double]
  private let transform = FastTransform(size: SpeechMatcher.block)
  private var spectra: [Int: (real: [Float], imaginary: [Float])] = [:]

  /// A recording at 48 kHz, one channel.
  public init(recording: [Float]) {
    self.recording = recording
    coarse = Self.thin(recording)
    var sum = 0.0
    energy =
      [0]
      + coarse.map { sample in
        sum += Double(sample * sample)
        return sum
      }
  }

  /// The best place of `reference` (its first `milliseconds`, leading silence left out) among
  /// `frames`; `nil` when none reaches `threshold`.
  public func find(
    _ reference: [Float], milliseconds: Int = 250, in frames: Range<Int>? = nil,
    threshold: Float = 0.6
  ) -> Match? {
    let start = SpeechOnset.first(in: reference, above: 0.01) ?? 0
    let window = Array(reference[start...].prefix(48 * milliseconds))
    let range = (frames ?? 0..<recording.count).clamped(to: 0..<recording.count)
    let wanted = Self.thin(window)
    guard wanted.count >= 100, let rough = peak(of: wanted, in: range) else { return nil }
    let best = refine(window, around: rough)
    return best.score >= threshold ? Match(frame: best.frame - start, score: best.score) : nil
  }

  /// How well the rest of the utterance fits behind a match: the weakest of its loud windows of
  /// 200 ms, each allowed to move by `slack` frames against the one before (pauses vary a little).
  public func follow(_ reference: [Float], from match: Match, slack: Int = 800) -> Float {
    var (weakest, shift) = (Float(1), 0)
    let quiet = 0.4 * SpeechOnset.level(reference[...])
    var position = SpeechOnset.first(in: reference, above: 0.01) ?? 0
    while position + 9600 <= reference.count {
      let window = Array(reference[position..<position + 9600])
      if SpeechOnset.level(window[...]) > quiet {
        let middle = match.frame + position + shift
        let best = search(window, in: middle - slack...middle + slack)
        weakest = min(weakest, best.score)
        shift = best.frame - match.frame - position
      }
      position += 9600
    }
    return weakest
  }

  private func search(_ window: [Float], in frames: ClosedRange<Int>) -> Match {
    let part =
      max(
        0, frames.lowerBound)..<min(
        recording.count, frames.upperBound + window.count + Self.factor)
    let wanted = Self.thin(window)
    guard part.count > window.count, let rough = peak(of: wanted, in: part) else {
      return Match(frame: frames.lowerBound, score: 0)
    }
    return refine(window, around: rough)
  }

  private func refine(_ window: [Float], around rough: Int) -> Match {
    let size = window.reduce(0) { $0 + Double($1 * $1) }.squareRoot()
    var best = Match(frame: rough, score: -1)
    for frame in max(0, rough - 6)...max(0, rough + 6) where frame + window.count <= recording.count
    {
      var (product, square) = (Double(0), Double(0))
      recording.withUnsafeBufferPointer { recording in
        window.withUnsafeBufferPointer { window in
          for index in 0..<window.count {
            let sample = recording[frame &+ index]
            product += Double(sample * window[index])
            square += Double(sample * sample)
          }
        }
      }
      let score = Float(product / max(1e-9, size * square.squareRoot()))
      if score > best.score { best = Match(frame: frame, score: score) }
    }
    return best
  }

  /// The frame of the recording where the thinned window fits best.
  private func peak(of window: [Float], in frames: Range<Int>) -> Int? {
    let (reach, hop) = (window.count, Self.block - window.count)
    guard hop > 0 else { return nil }
    var (real, imaginary) = Self.padded(window[...])
    transform.forward(&real, &imaginary)
    let size = window.reduce(0) { $0 + Double($1 * $1) }.squareRoot()
    let last = min(frames.upperBound / Self.factor, coarse.count) - reach
    // Blocks begin at fixed places of half a block, so that their spectra serve every window.
    let stride = Self.block / 2
    guard hop >= stride else { return nil }
    var (best, place) = (-1.0, Int?.none)
    var start = frames.lowerBound / Self.factor / stride * stride
    while start <= last {
      let products = correlation(block: start, with: real, imaginary)
      let from = max(start, frames.lowerBound / Self.factor)
      for index in from..<max(from, min(start + stride, last + 1)) {
        let square = energy[index + reach] - energy[index]
        let score = Double(products[index - start]) / max(1e-6, size * square.squareRoot())
        if score > best { (best, place) = (score, index * Self.factor) }
      }
      start += stride
    }
    return place
  }

  private func correlation(block start: Int, with real: [Float], _ imaginary: [Float]) -> [Float] {
    let spectrum = spectrum(at: start)
    var (x, y) = (real, imaginary)
    for index in 0..<Self.block {
      let (a, b) = (spectrum.real[index], spectrum.imaginary[index])
      // The window's conjugate: correlation instead of convolution.
      (x[index], y[index]) = (
        a * real[index] + b * imaginary[index], b * real[index] - a * imaginary[index]
      )
    }
    transform.backward(&x, &y)
    return x.map { $0 / Float(Self.block) }
  }

  private func spectrum(at start: Int) -> (real: [Float], imaginary: [Float]) {
    if let known = spectra[start] { return known }
    var values = Self.padded(coarse[start..<min(coarse.count, start + Self.block)])
    transform.forward(&values.real, &values.imaginary)
    spectra[start] = values
    return values
  }

  private static func padded(_ samples: ArraySlice<Float>) -> (real: [Float], imaginary: [Float]) {
    let zeros = [Float](repeating: 0, count: block)
    return (Array(samples) + zeros[samples.count...], zeros)
  }

  /// A third of the samples, behind a low-pass of 6 kHz.
  private static func thin(_ samples: [Float]) -> [Float] {
    let reach = 12
    let kernel = (-reach...reach).map { tap in
      let x = Double(tap) / 4
      let sinc = tap == 0 ? 1 : sin(Double.pi * x) / (Double.pi * x)
      return Float(sinc / 4 * (0.5 + 0.5 * cos(Double.pi * Double(tap) / Double(reach + 1))))
    }
    return samples.withUnsafeBufferPointer { samples in
      stride(from: 0, to: samples.count - factor + 1, by: factor).map { middle in
        var sum: Float = 0
        let from = max(0, middle - reach)
        let to = min(samples.count - 1, middle + reach)
        var index = from
        while index <= to {
          sum += samples[index] * kernel[index - middle + reach]
          index &+= 1
        }
        return sum
      }
    }
  }
}
