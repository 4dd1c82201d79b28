// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// What the numbers a listener sets mean as gains.
public enum Volume {
  /// The gain of a music volume from 0 to 200 percent (held to that range).
  ///
  /// 0 is silence, 100 exactly 1, 200 exactly 2. Below 100 the gain is the cube of the fraction, as
  /// desktop mixers have it: loudness as heard goes roughly with the cube root of power's square
  /// root, so equal steps sound equal (50 is −18 dB, 10 is −60 dB). Above 100 it is linear.
  public static func gain(percent: Int) -> Float {
    let held = Float(min(max(percent, 0), 200)) / 100
    return held <= 1 ? held * held * held : held
  }

  /// The gain of a level in decibels; 0 is exactly 1.
  public static func gain(decibels: Float) -> Float {
    decibels == 0 ? 1 : powf(10, decibels / 20)
  }
}
