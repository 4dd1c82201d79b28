// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

// Unchecked, because the value is only touched while the mutex is held, and the pointer never
// changes.
/// A value behind a mutex of the C library: ThreadSanitizer does not see the one of the
/// Synchronization module, and takes what it guards for a race.
@safe
final class Locked<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Begins with this value. The corresponding C function is `pthread_mutex_init`.
  init(_ value: sending Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Reads or changes the value. The corresponding C function is `pthread_mutex_lock`.
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body(&value)
  }
}
