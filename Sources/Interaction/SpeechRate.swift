// SPDX-License-Identifier: GPL-3.0-or-later

/// The steps of the speech rate, in words a minute.
public enum SpeechRate {
  /// What a listener starts with.
  public static let standard = 220
  /// The first welcome, for ears that do not know this voice.
  public static let welcome = 175
  /// The slowest.
  public static let slowest = 80
  /// The fastest.
  public static let fastest = 1200
  /// From 450 to 510 the engine is slower than at 449, so those steps are left out.
  static let gap = (below: 440, above: 520)
  static let step = 10

  /// The next faster step.
  public static func faster(_ rate: Int) -> Int {
    let next = (rate / step + 1) * step
    return clamped(next > gap.below && next < gap.above ? gap.above : next)
  }

  /// The next slower step.
  public static func slower(_ rate: Int) -> Int {
    let next = (rate + step - 1) / step * step - step
    return clamped(next > gap.below && next < gap.above ? gap.below : next)
  }

  /// A rate that the engine can speak.
  public static func clamped(_ rate: Int) -> Int {
    let inRange = min(max(rate, slowest), fastest)
    return inRange > 449 && inRange < gap.above ? gap.above : inRange
  }
}
