// SPDX-License-Identifier: GPL-3.0-or-later

/// Which speaking rates eSpeak NG really has.
///
/// From 450 words a minute on it speaks normally and has libsonic shorten the sound; that begins
/// too slow: 450 to about 510 are *slower* than 449. A listener who asks for faster must never
/// get slower, so that range does not exist.
public enum ESpeakRate {
  /// The slowest and the fastest rate, in words a minute.
  public static let range = 80...1200
  /// Rates that are slower than the one before them; they count as the first one after.
  public static let skipped = 450...519

  /// The rate that is set for a wish of `wordsPerMinute`.
  public static func effective(_ wordsPerMinute: Int) -> Int {
    let bounded = min(max(wordsPerMinute, range.lowerBound), range.upperBound)
    return skipped.contains(bounded) ? skipped.upperBound + 1 : bounded
  }
}
