// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Reading the clock that never jumps, and sleeping, in `Duration`s. No allocation.
enum MonotonicTime {
  /// Since some start (`CLOCK_MONOTONIC`).
  static var now: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Rests for about `duration`; a signal may end it early.
  static func sleep(for duration: Duration) {
    guard duration > .zero else { return }
    let (seconds, attoseconds) = duration.components
    var time = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
    unsafe clock_nanosleep(CLOCK_MONOTONIC, 0, &time, nil)
  }
}
