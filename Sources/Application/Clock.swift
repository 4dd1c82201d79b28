// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The clocks of the loop.
enum Clock {
  /// Time since the machine started, monotonic; stands still while the machine sleeps. The
  /// corresponding C function is `clock_gettime`.
  static var now: Duration {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The wall clock's hour, minute and second of the day, in the user's time zone.
  static var ofDay: (hour: Int, minute: Int, second: Int) {
    var seconds = time(nil)
    var day = unsafe tm()
    unsafe localtime_r(&seconds, &day)
    return unsafe (Int(day.tm_hour), Int(day.tm_min), Int(day.tm_sec))
  }
}

extension Duration {
  /// Seconds with their fraction.
  var seconds: Double {
    let parts = components
    return Double(parts.seconds) + Double(parts.attoseconds) * 1e-18
  }

  /// Whole milliseconds, rounded up so that a wait never ends early.
  var wholeMilliseconds: Int {
    let parts = components
    let milliseconds = parts.seconds.multipliedReportingOverflow(by: 1000)
    guard !milliseconds.overflow else { return parts.seconds < 0 ? .min : .max }
    let rest = (parts.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int(milliseconds.partialValue + rest)
  }
}
