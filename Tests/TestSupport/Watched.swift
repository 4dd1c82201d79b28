// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A value one thread changes while others wait for it to become something. A mutex of the C
/// library, because ThreadSanitizer does not see the one of Swift's Synchronization module.
///
/// Unchecked, because the value is only touched while `mutex` is held.
public final class Watched<Value>: @unchecked Sendable {
  private var value: Value
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  /// Begins with this value.
  public init(_ value: Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
    var attributes = pthread_condattr_t()
    pthread_condattr_init(&attributes)
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
    pthread_cond_init(changed, &attributes)
  }

  deinit {
    pthread_cond_destroy(changed)
    pthread_mutex_destroy(mutex)
    changed.deallocate()
    mutex.deallocate()
  }

  /// Reads or changes the value and wakes whoever waits.
  public func with<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    pthread_mutex_lock(mutex)
    defer {
      pthread_cond_broadcast(changed)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Waits until `condition` gives something, at most until `deadline`.
  public func wait<Result>(
    until deadline: Int64, for condition: (Value) throws -> Result?
  ) rethrows -> Result? {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    var time = timespec(
      tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
    while true {
      if let result = try condition(value) { return result }
      if pthread_cond_timedwait(changed, mutex, &time) == ETIMEDOUT { return try condition(value) }
    }
  }
}
