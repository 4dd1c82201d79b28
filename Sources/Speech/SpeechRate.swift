// SPDX-License-Identifier: GPL-3.0-or-later

/// Words a minute and their steps: tens from 80 to 440, 449, then tens from 520 to 1 200. Between
/// 450 and 510 eSpeak NG speaks slower than at 449, because another method takes over there.
public enum SpeechRate {
  /// The slowest.
  public static let slowest = 80
  /// The fastest.
  public static let fastest = 1_200
  /// The fastest without boost.
  public static let fastestPlain = 449
  /// The slowest with boost.
  public static let slowestBoosted = 520

  /// The next step up from `rate`; the fastest stays.
  public static func faster(_ rate: Int) -> Int {
    let next = min(rate, fastest) / 10 * 10 + 10
    if next < slowest { return slowest }
    if next <= 440 { return next }
    if rate < fastestPlain { return fastestPlain }
    return min(max(next, slowestBoosted), fastest)
  }

  /// The next step down from `rate`; the slowest stays.
  public static func slower(_ rate: Int) -> Int {
    let next = (max(min(rate, fastest + 10), 0) + 9) / 10 * 10 - 10
    if next >= slowestBoosted { return next }
    if rate > fastestPlain { return fastestPlain }
    return min(max(next, slowest), 440)
  }

  /// `rate` brought to what a voice can do: within the ends, and out of the gap.
  public static func allowed(_ rate: Int) -> Int {
    let rate = min(max(rate, slowest), fastest)
    guard rate > fastestPlain, rate < slowestBoosted else { return rate }
    return rate - fastestPlain < slowestBoosted - rate ? fastestPlain : slowestBoosted
  }
}
