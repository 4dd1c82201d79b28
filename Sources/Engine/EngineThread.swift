// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A thread of the engine. Whoever starts it joins it, or leaves it behind knowingly.
@safe public final class EngineThread {
  private var thread = pthread_t()
  private var isJoined = false
  private let finished = Semaphore()

  private final class Body {
    let run: @Sendable () -> Void
    let name: String
    let finished: Semaphore
    init(name: String, finished: Semaphore, run: @escaping @Sendable () -> Void) {
      self.name = name
      self.finished = finished
      self.run = run
    }
  }

  /// Starts a thread with a name of at most 15 bytes. Signals go to other threads: the loop is
  /// the one that answers them. The corresponding C function is `pthread_create`.
  public init(name: String, _ run: @escaping @Sendable () -> Void) {
    let body = unsafe Unmanaged.passRetained(Body(name: name, finished: finished, run: run))
      .toOpaque()
    var all = sigset_t()
    var before = sigset_t()
    unsafe sigfillset(&all)
    for signal in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] {
      unsafe sigdelset(&all, signal)
    }
    unsafe pthread_sigmask(SIG_BLOCK, &all, &before)
    let status = unsafe pthread_create(&thread, nil, engineThreadBegins, body)
    unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
    precondition(status == 0, "the system gives no more threads")
  }

  /// Why the system does not give so many threads at once (an error number); `nil` when it does.
  /// Asked before the first one is started: music with half of its threads is none.
  public static func shortage(of count: Int) -> Int32? {
    let gate = Semaphore()
    var threads: [pthread_t] = []
    var refusal: Int32?
    while threads.count < count, refusal == nil {
      var thread = pthread_t()
      let status = unsafe pthread_create(
        &thread, nil, waitingThreadBegins, Unmanaged.passUnretained(gate).toOpaque())
      if status == 0 { threads.append(thread) } else { refusal = status }
    }
    for _ in threads { gate.post() }
    // The gate lives until the last of them is through it.
    for thread in threads { pthread_join(thread, nil) }
    return refusal
  }

  /// Waits for the thread's end. The corresponding C function is `pthread_join`.
  public func join() {
    guard !isJoined else { return }
    isJoined = true
    pthread_join(thread, nil)
  }

  /// Waits for the thread's end, but not longer than `patience`: one that hangs in a library or on
  /// a disk that does not answer is left behind, for the end of the process. Whether it ended.
  @discardableResult
  public func join(within patience: Duration) -> Bool {
    guard !isJoined else { return true }
    guard finished.wait(atMost: patience) else {
      isJoined = true
      pthread_detach(thread)
      return false
    }
    join()
    return true
  }

  deinit { precondition(isJoined, "an engine thread was left running") }

  /// Swift does not see `pthread_setname_np`; writing the kernel's file does the same.
  private static func nameThread(_ name: String) {
    let file = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    var name = name
    name.withUTF8 { bytes in _ = unsafe write(file, bytes.baseAddress, bytes.count) }
    close(file)
  }

  fileprivate static func begin(_ opaque: UnsafeMutableRawPointer) {
    let body = unsafe Unmanaged<Body>.fromOpaque(opaque).takeRetainedValue()
    nameThread(body.name)
    body.run()
    body.finished.post()
  }
}

private func engineThreadBegins(_ opaque: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let opaque = unsafe opaque { unsafe EngineThread.begin(opaque) }
  return nil
}

private func waitingThreadBegins(_ gate: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let gate = unsafe gate {
    unsafe Unmanaged<Semaphore>.fromOpaque(gate).takeUnretainedValue().wait()
  }
  return nil
}
