// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A thread of its own for something that waits.
public enum DetachedThread {
  private final class Box {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }

  /// Runs `body` on a new detached thread; `realtime` asks for SCHED_FIFO and goes on without.
  public static func start(realtime: Bool = false, _ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(
      Box {
        if realtime {
          var parameters = sched_param(sched_priority: 30)
          pthread_setschedparam(pthread_self(), SCHED_FIFO, &parameters)
        }
        body()
      })
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Box>.fromOpaque(argument).takeRetainedValue().body() }
        return nil
      }, box.toOpaque())
    precondition(status == 0, "no thread could be started")
    pthread_detach(thread)
  }
}
