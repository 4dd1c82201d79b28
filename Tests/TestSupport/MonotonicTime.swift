// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Nanoseconds of CLOCK_MONOTONIC: the one clock that keys, fragments and deadlines share.
public enum MonotonicTime {
  /// Now.
  public static var now: Int64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  /// The time so many seconds from now.
  public static func after(seconds: Double) -> Int64 { now + Int64(seconds * 1e9) }

  /// Looks until `condition` holds; false when it does not within 10 s.
  public static func wait(until condition: () -> Bool) -> Bool {
    let deadline = after(seconds: 10)
    while !condition() {
      if now > deadline { return condition() }
      var pause = timespec(tv_sec: 0, tv_nsec: 100_000)
      nanosleep(&pause, nil)
    }
    return true
  }

  /// Waits until `time` where the time itself is what is wanted (so long without keys, say).
  public static func wait(until time: Int64) {
    while true {
      let left = time - now
      if left <= 0 { return }
      poll(nil, 0, Int32(clamping: left / 1_000_000 + 1))
    }
  }
}
