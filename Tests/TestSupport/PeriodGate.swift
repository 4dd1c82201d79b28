// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import Synchronization

/// Lets an output thread through for as many periods as the test says: time by hand.
///
/// Sendable by hand: the semaphore is the system's own, everything else is constant or atomic.
public final class PeriodGate: @unchecked Sendable {
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  private let isOpen = Atomic<Bool>(false)

  /// A closed gate.
  public init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  /// Lets `periods` more through.
  public func letThrough(_ periods: Int) {
    for _ in 0..<periods { sem_post(semaphore) }
  }

  /// Lets everything through from now on.
  public func openForGood() {
    isOpen.store(true, ordering: .releasing)
    sem_post(semaphore)
  }

  /// Waits for a period; false after a minute without one, as a device that hangs.
  func pass() -> Bool {
    if isOpen.load(ordering: .acquiring) { return true }
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_sec += 60
    while true {
      if sem_timedwait(semaphore, &deadline) == 0 { return true }
      if errno != EINTR { return false }
    }
  }
}
