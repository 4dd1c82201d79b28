// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// A second-order filter, transposed direct form II.
struct Biquad {
  private let b0, b1, b2, a1, a2: Double
  private var z1 = 0.0
  private var z2 = 0.0

  init(b0: Double, b1: Double, b2: Double, a1: Double, a2: Double) {
    self.b0 = b0
    self.b1 = b1
    self.b2 = b2
    self.a1 = a1
    self.a2 = a2
  }

  @_noLocks @inline(__always)
  mutating func next(_ x: Double) -> Double {
    let y = b0 * x + z1
    z1 = b1 * x - a1 * y + z2
    z2 = b2 * x - a2 * y
    return y
  }

  /// Lets a state too small to be heard end, before the processor spends its time on denormals.
  @_noLocks
  mutating func settle() {
    if z1.magnitude < 1e-15 { z1 = 0 }
    if z2.magnitude < 1e-15 { z2 = 0 }
  }
}

/// The weighting of ITU-R BS.1770 for one channel: a shelf for the head, a high pass for the ear.
///
/// The recommendation prints its coefficients for 48 kHz only; these formulas give the same
/// filters at any rate.
struct KWeighting {
  private var shelf: Biquad
  private var highPass: Biquad

  init(sampleRate: Double) {
    shelf = Self.shelf(sampleRate)
    highPass = Self.highPass(sampleRate)
  }

  private static func shelf(_ sampleRate: Double) -> Biquad {
    let k = tan(Double.pi * 1681.974450955533 / sampleRate)
    let q = 0.7071752369554196
    let high = pow(10, 3.999843853973347 / 20)
    let band = pow(high, 0.4996667741545416)
    let a0 = 1 + k / q + k * k
    return Biquad(
      b0: (high + band * k / q + k * k) / a0, b1: 2 * (k * k - high) / a0,
      b2: (high - band * k / q + k * k) / a0, a1: 2 * (k * k - 1) / a0, a2: (1 - k / q + k * k) / a0
    )
  }

  private static func highPass(_ sampleRate: Double) -> Biquad {
    let k = tan(Double.pi * 38.13547087602444 / sampleRate)
    let q = 0.5003270373238773
    let a0 = 1 + k / q + k * k
    return Biquad(b0: 1, b1: -2, b2: 1, a1: 2 * (k * k - 1) / a0, a2: (1 - k / q + k * k) / a0)
  }

  /// The weighted sample.
  @_noLocks @inline(__always)
  mutating func next(_ x: Double) -> Double { highPass.next(shelf.next(x)) }

  @_noLocks
  mutating func settle() {
    shelf.settle()
    highPass.settle()
  }
}
