// SPDX-License-Identifier: GPL-3.0-or-later

/// Decibels in one doubling of an amplitude. The render path thinks in powers of two, because it
/// may not call the C library's `powf` and `log10f`.
var decibelsPerOctave: Float {
  @_noLocks get { 6.0205999 }
}

/// What conditioned speech is brought to, as heard from both channels, in LUFS.
var voiceLoudness: Float {
  @_noLocks get { -16 }
}

/// 2ˣ for x from −126 to 126, right to 2 parts in 10⁷; whole x are exact.
@_noLocks
func powerOfTwo(_ x: Float) -> Float {
  var whole = Int32(x)
  if Float(whole) > x { whole -= 1 }
  let f = x - Float(whole)
  let power = Float(bitPattern: UInt32(bitPattern: (whole + 127) << 23))
  // The series of e^(f ln 2): its seventh term is below the precision of a Float at f = 1.
  let t = f * 0.69314718
  let a = 1 + t * (1 + t * (0.5 + t * (1.6666667e-1 + t * 4.1666668e-2)))
  let t5 = t * t * t * t * t
  return power * (a + t5 * (8.3333333e-3 + t * (1.3888889e-3 + t * (1.984127e-4 + t * 2.48e-5))))
}

/// log₂ x for normal positive x, right to 10⁻⁵; −126 for anything smaller.
@_noLocks
func binaryLogarithm(_ x: Float) -> Float {
  guard x > 1.1754944e-38 else { return -126 }
  let bits = x.bitPattern
  var exponent = Float(Int32(bits >> 23) - 127)
  var mantissa = Float(bitPattern: (bits & 0x7F_FFFF) | 0x3F80_0000)
  // Around 1 the series below converges fastest.
  if mantissa > 1.4142135 {
    mantissa *= 0.5
    exponent += 1
  }
  let z = (mantissa - 1) / (mantissa + 1)
  let z2 = z * z
  return exponent + z * (2.8853901 + z2 * (0.9617967 + z2 * (0.57707802 + z2 * 0.41219859)))
}
