// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

// Unchecked: the value is touched only while the mutex is held, and the pointer never changes.
/// A value that one thread at a time may touch.
///
/// A mutex of the system and not `Synchronization.Mutex`: when two threads meet in that one,
/// ThreadSanitizer does not see that they wait for each other, and reports races that are none.
@safe final class Locked<Value: Sendable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Value

  /// Begins with this value. The corresponding C function is `pthread_mutex_init`.
  init(_ value: Value) {
    self.value = value
    unsafe mutex = .allocate(capacity: 1)
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  /// Reads or changes the value while no other thread does. Any thread.
  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return body(&value)
  }
}
