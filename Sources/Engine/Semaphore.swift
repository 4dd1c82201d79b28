// SPDX-License-Identifier: GPL-3.0-or-later
import CSemaphore
import Glibc

// The semaphore is made for use from several threads, and the pointer never changes.
/// A counting semaphore: what wakes the engine's threads. Posting neither locks nor allocates.
@safe public final class Semaphore: @unchecked Sendable {
  private let semaphore: UnsafeMutablePointer<sem_t>

  /// A semaphore nobody has posted. The corresponding C function is `sem_init`.
  public init() {
    unsafe semaphore = .allocate(capacity: 1)
    unsafe sem_init(semaphore, 0, 0)
  }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  /// Lets one waiter go on. The corresponding C function is `sem_post`.
  public func post() { unsafe sem_post(semaphore) }

  /// Waits for a post. The corresponding C function is `sem_wait`.
  public func wait() {
    while unsafe sem_wait(semaphore) != 0 && errno == EINTR {}
  }

  /// Waits for a post, but not longer than `patience`; whether one came. The corresponding C
  /// function is `sem_clockwait`, on the monotonic clock.
  public func wait(atMost patience: Duration) -> Bool {
    var end = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &end)
    let (seconds, attoseconds) = patience.components
    end.tv_sec += Int(seconds)
    end.tv_nsec += Int(attoseconds / 1_000_000_000)
    if end.tv_nsec >= 1_000_000_000 {
      end.tv_sec += 1
      end.tv_nsec -= 1_000_000_000
    }
    while unsafe sem_clockwait(semaphore, CLOCK_MONOTONIC, &end) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }
}
