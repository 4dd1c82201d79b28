// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// A windowed-sinc converter for the voice: short (it holds back 8 input frames, 0.36 ms at
/// 22 050 Hz), cheap, and good enough for speech at any pair of rates.
///
/// Every output frame falls between two input frames at one of *output ÷ gcd* places; each place
/// has its own sixteen weights, so any rational ratio is exact and nothing drifts.
public final class PolyphaseConverter: SampleRateConverter {
  private let channels: Int
  /// Places between two input frames, and how many of them one output frame goes on.
  private let places: Int
  private let stride: Int
  private let taps: Int
  private let weights: [Float]

  /// Interleaved input that may still be needed; it begins `taps / 2 - 1` frames of silence before
  /// the stream.
  private var held: [Float]
  private var heldFrames: Int
  private let capacity: Int
  /// The held frame under the first weight of the next output frame, and that frame's place.
  private var first = 0
  private var place = 0
  private var given = 0
  private var taken = 0
  private var isEnding = false

  /// A converter from `input` to `output` hertz for `channels` samples a frame.
  public init(from input: Int, to output: Int, channels: Int = 1) {
    precondition(
      input > 0 && output > 0 && channels > 0, "A rate or channel count is not positive.")
    let common = Self.greatestCommonDivisor(input, output)
    self.channels = channels
    places = output / common
    stride = input / common
    // Going down, the filter has to be longer by the ratio to be as steep at the output.
    taps = 16 * max(1, (input + output - 1) / output)
    weights = Self.weights(
      places: places, taps: taps, cutoff: min(1, Double(output) / Double(input)))
    capacity = 4096 + taps
    held = Array(repeating: 0, count: capacity * channels)
    heldFrames = taps / 2 - 1
  }

  /// Takes and gives as much as fits.
  public func convert(
    _ input: UnsafeBufferPointer<Float>, into output: UnsafeMutableBufferPointer<Float>
  ) -> (consumed: Int, produced: Int) {
    let available = input.count / channels
    let room = output.count / channels
    var consumed = 0
    var produced = 0
    while true {
      produced += unsafe produce(output, from: produced, limit: room)
      let count = min(available - consumed, capacity - heldFrames)
      guard count > 0, produced < room else { break }
      for i in 0..<count * channels {
        unsafe held[heldFrames * channels + i] = input[consumed * channels + i]
      }
      heldFrames += count
      consumed += count
    }
    taken += consumed
    return (consumed, produced)
  }

  /// Gives what is left, up to ⌈input × ratio⌉ frames in all.
  public func finish(into output: UnsafeMutableBufferPointer<Float>) -> Int {
    isEnding = true
    let total = (taken * places + stride - 1) / stride
    let room = min(output.count / channels, total - given)
    var produced = 0
    while produced < room {
      let count = unsafe produce(output, from: produced, limit: room)
      produced += count
      if count == 0 { appendSilence() }
    }
    return produced
  }

  /// Forgets everything.
  public func reset() {
    for i in held.indices { held[i] = 0 }
    heldFrames = taps / 2 - 1
    first = 0
    place = 0
    given = 0
    taken = 0
    isEnding = false
  }

  private func appendSilence() {
    let count = min(taps, capacity - heldFrames)
    for i in 0..<count * channels { held[heldFrames * channels + i] = 0 }
    heldFrames += count
  }

  /// Fills `output` from frame `start` up to `limit` as far as the held input goes, and lets go of
  /// the input that is over.
  private func produce(
    _ output: UnsafeMutableBufferPointer<Float>, from start: Int, limit: Int
  ) -> Int {
    var frame = start
    unsafe held.withUnsafeBufferPointer { held in
      unsafe weights.withUnsafeBufferPointer { weights in
        while frame < limit, first + taps <= heldFrames {
          for channel in 0..<channels {
            var sum: Float = 0
            for tap in 0..<taps {
              unsafe sum += weights[place * taps + tap] * held[(first + tap) * channels + channel]
            }
            unsafe output[frame * channels + channel] = sum
          }
          frame += 1
          place += stride
          first += place / places
          place %= places
        }
      }
    }
    forget()
    given += frame - start
    return frame - start
  }

  private func forget() {
    // Going down by a large ratio `first` may lie beyond what is held.
    let gone = min(first, heldFrames)
    guard gone > 0 else { return }
    let kept = (heldFrames - gone) * channels
    for i in 0..<kept { held[i] = held[gone * channels + i] }
    heldFrames -= gone
    first -= gone
  }

  private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
    b == 0 ? a : greatestCommonDivisor(b, a % b)
  }

  /// The weights of every place: a sinc a little below the lower Nyquist frequency under a Kaiser
  /// window. Each place's weights add up to 1, so that a constant stays exactly constant.
  private static func weights(places: Int, taps: Int, cutoff: Double) -> [Float] {
    let edge = cutoff * 0.92
    let half = Double(taps) / 2
    var all: [Float] = []
    all.reserveCapacity(places * taps)
    for place in 0..<places {
      let row = (0..<taps).map { tap in
        let x = Double(tap - (taps / 2 - 1)) - Double(place) / Double(places)
        return sinc(x * edge) * kaiser(x / half)
      }
      let sum = row.reduce(0, +)
      for weight in row { all.append(Float(weight / sum)) }
    }
    return all
  }

  private static func sinc(_ x: Double) -> Double {
    x == 0 ? 1 : sin(Double.pi * x) / (Double.pi * x)
  }

  private static func kaiser(_ x: Double) -> Double {
    let beta = 7.0
    return bessel(beta * (max(0, 1 - x * x)).squareRoot()) / bessel(beta)
  }

  /// The modified Bessel function of the first kind, order 0, by its series.
  private static func bessel(_ x: Double) -> Double {
    var sum = 1.0
    var term = 1.0
    for k in 1..<40 {
      term *= (x / 2 / Double(k)) * (x / 2 / Double(k))
      sum += term
    }
    return sum
  }
}
