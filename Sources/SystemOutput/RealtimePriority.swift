// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// Asks the system to wake a thread in time even when all processors are busy.
public enum RealtimePriority {
  /// Gives the *calling* thread `SCHED_FIFO` priority 20 (`pthread_setschedparam`): above other
  /// programs, far below the maximum. Threads and processes it starts do not inherit it. False
  /// when the system refuses (an ordinary user without the right): news for the log, not an error.
  ///
  /// RealtimeKit, which grants it to ordinary users, is only reached over D-Bus and is not asked.
  @discardableResult
  public static func request() -> Bool {
    var parameter = sched_param()
    parameter.sched_priority = 20
    return unsafe pthread_setschedparam(pthread_self(), SCHED_FIFO | resetOnFork, &parameter) == 0
  }

  /// Whether a thread would get it. Asks for the calling thread and gives it back at once.
  public static var isGranted: Bool {
    guard request() else { return false }
    var parameter = sched_param()
    unsafe pthread_setschedparam(pthread_self(), SCHED_OTHER | resetOnFork, &parameter)
    return true
  }

  /// `SCHED_RESET_ON_FORK`, a macro that Swift does not see.
  private static let resetOnFork: Int32 = 0x4000_0000
}
