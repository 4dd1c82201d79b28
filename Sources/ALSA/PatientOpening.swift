// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import CSemaphore
import Glibc
import Synchronization

/// Opening and closing with a deadline. The library waits for ever on a sound server that is
/// there and does not answer; a player must go on without it.
///
/// The waiting is done by a thread of its own, which is left behind when the time is up. As long as
/// it waits, who opens the same device again is told at once, and gets what it brings in the end.
enum PatientOpening {
  private static let limitSeconds = 2
  private static let unanswered = Mutex<(device: [UInt8], attempt: Attempt)?>(nil)
  /// Threads left behind. A few are bearable, one at each new try is not.
  private static let stuck = Atomic<Int>(0)
  private static let mostStuck = 4

  /// Opens the device, or throws `gone` after two seconds; at once while an earlier opening still
  /// waits.
  static func open(_ device: [UInt8]) throws(OutputError) -> PCM {
    let earlier = unanswered.withLock { $0?.device == device ? $0?.attempt : nil }
    let attempt = if let earlier { earlier } else { try begin(device) }
    let result = attempt.wait(seconds: earlier == nil ? limitSeconds : 0)
    unanswered.withLock { if result == nil { $0 = (device, attempt) } else { $0 = nil } }
    switch result {
    case .success(let pcm): return pcm
    case .failure(let error): throw error.whileOpening
    case nil: throw .gone
    }
  }

  private static func begin(_ device: [UInt8]) throws(OutputError) -> Attempt {
    guard stuck.load(ordering: .relaxed) < mostStuck else { throw .gone }
    let attempt = Attempt()
    stuck.add(1, ordering: .relaxed)
    let started = DetachedThread.start {
      do throws(ALSAError) { attempt.finish(.success(try PCM(device: device))) } catch {
        attempt.finish(.failure(error))
      }
      stuck.subtract(1, ordering: .relaxed)
    }
    guard started else {
      stuck.subtract(1, ordering: .relaxed)
      throw .other(ALSAError(rawValue: -EAGAIN).description)
    }
    return attempt
  }

  /// Closes a device whose server does not answer, without waiting for it.
  static func closeElsewhere(_ pcm: PCM) {
    stuck.add(1, ordering: .relaxed)
    let started = DetachedThread.start {
      pcm.close()
      stuck.subtract(1, ordering: .relaxed)
    }
    if !started { stuck.subtract(1, ordering: .relaxed) }
  }
}

/// One opening under way: the result, and the thread that waits for it.
// The state is only touched under the mutex; the semaphore is the system's own.
@safe
private final class Attempt: @unchecked Sendable {
  private let result = Mutex<Result<PCM, ALSAError>?>(nil)
  private let finished = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { unsafe sem_init(finished, 0, 0) }

  deinit {
    unsafe sem_destroy(finished)
    unsafe finished.deallocate()
  }

  /// Called by the opening thread.
  func finish(_ outcome: Result<PCM, ALSAError>) {
    result.withLock { $0 = outcome }
    unsafe sem_post(finished)
  }

  /// The result, or nil when it did not come in time.
  func wait(seconds: Int) -> Result<PCM, ALSAError>? {
    var deadline = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &deadline)
    deadline.tv_sec += seconds
    while unsafe sem_clockwait(finished, CLOCK_MONOTONIC, &deadline) != 0, errno == EINTR {}
    return result.withLock { result in
      defer { result = nil }
      return result
    }
  }
}

/// Starts threads nobody joins.
private enum DetachedThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Runs `body` on a new thread; false when the system gives none.
  static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
    let context = unsafe Unmanaged.passRetained(Body(body))
    var thread = pthread_t()
    let status = unsafe pthread_create(&thread, nil, entry, context.toOpaque())
    guard status == 0 else {
      unsafe context.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private static let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? =
    {
      context in
      if let context = unsafe context {
        unsafe Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
      }
      return nil
    }
}
