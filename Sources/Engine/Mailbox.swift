// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization

/// Letters from any thread to one, with something to wake the reader by.
public final class Mailbox<Letter: Sendable>: Sendable {
  private let letters = Locked<[Letter]>([])
  private let wake: @Sendable () -> Void

  /// An empty mailbox whose reader is woken by `wake`, which any thread may call.
  public init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Adds a letter and wakes the reader. Any thread.
  public func send(_ letter: Letter) {
    letters.withLock { $0.append(letter) }
    wake()
  }

  /// All letters since the last call. The reader's thread.
  public func take() -> [Letter] {
    letters.withLock { all in
      let taken = all
      all.removeAll(keepingCapacity: true)
      return taken
    }
  }
}

/// A pipe whose reading end becomes readable when there is news. Ringing twice before the news is
/// read costs nothing.
public final class Bell: Sendable {
  /// The reading end, for `poll`.
  public let descriptor: Int32
  private let writer: Int32
  private let isRung = Atomic<Bool>(false)

  /// A silent bell. The corresponding C function is `pipe`.
  public init() {
    var ends: [Int32] = [-1, -1]
    let status = unsafe pipe(&ends)
    precondition(status == 0, "the system gives no pipe")
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    descriptor = ends[0]
    writer = ends[1]
  }

  deinit {
    close(descriptor)
    close(writer)
  }

  /// Makes the descriptor readable. Any thread; neither locks nor allocates.
  public func ring() {
    guard !isRung.exchange(true, ordering: .acquiringAndReleasing) else { return }
    var byte: UInt8 = 1
    _ = unsafe write(writer, &byte, 1)
  }

  /// Makes the descriptor quiet again; read the news after this. The reader's thread.
  public func silence() {
    var bytes: (UInt64, UInt64) = (0, 0)
    _ = unsafe read(descriptor, &bytes, 16)
    // An exchange, not a store: it acquires what was there before a ring that found it rung.
    _ = isRung.exchange(false, ordering: .acquiringAndReleasing)
  }
}
