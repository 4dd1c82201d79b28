// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Glibc
import Synchronization

/// Opening and closing with a deadline. The library waits for ever on a sound server that is
/// there and does not answer; a player must go on without it.
///
/// The waiting is done by a thread of its own, which is left behind when the time is up and cleans
/// up if the server ever answers.
enum PatientOpening {
  private static let limitSeconds = 2
  /// Threads left behind. A few are bearable, one at each new try is not.
  private static let stuck = Atomic<Int>(0)
  private static let mostStuck = 4

  /// Opens the device, or throws `gone` after two seconds.
  static func open(_ device: [UInt8]) throws(OutputError) -> PCM {
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
    switch attempt.wait(seconds: limitSeconds) {
    case .success(let pcm): return pcm
    case .failure(let error): throw error.whileOpening
    case nil: throw .gone
    }
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
  private struct State {
    var result: Result<PCM, ALSAError>?
    var isAbandoned = false
  }

  private let state = Mutex(State())
  private let finished = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

  init() { unsafe sem_init(finished, 0, 0) }

  deinit {
    unsafe sem_destroy(finished)
    unsafe finished.deallocate()
  }

  /// Called by the opening thread. What nobody waits for any more is closed again.
  func finish(_ result: Result<PCM, ALSAError>) {
    let isAbandoned = state.withLock { state in
      if !state.isAbandoned { state.result = result }
      return state.isAbandoned
    }
    if isAbandoned, case .success(let pcm) = result { pcm.close() }
    unsafe sem_post(finished)
  }

  /// The result, or nil when it did not come in time.
  func wait(seconds: Int) -> Result<PCM, ALSAError>? {
    // The only clock this wait knows; a clock set meanwhile makes the wait longer or shorter, once.
    var deadline = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &deadline)
    deadline.tv_sec += seconds
    while unsafe sem_timedwait(finished, &deadline) != 0, errno == EINTR {}
    return state.withLock { state in
      state.isAbandoned = state.result == nil
      defer { state.result = nil }
      return state.result
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
