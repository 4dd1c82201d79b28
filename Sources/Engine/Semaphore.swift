// SPDX-License-Identifier: GPL-3.0-or-later
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
}
