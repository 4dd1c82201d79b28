// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Waiting for several descriptors at once, and printing.
enum Descriptors {
  /// Waits until one of `reading` or `writing` is ready, a signal comes or the time is over; −1 is
  /// no limit. Negative descriptors are passed over. The corresponding C function is `poll`.
  static func wait(for reading: [Int32], writing: [Int32] = [], milliseconds: Int) {
    var all = reading.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    all += writing.map { pollfd(fd: $0, events: Int16(POLLOUT), revents: 0) }
    _ = unsafe poll(&all, nfds_t(all.count), Int32(clamping: milliseconds))
  }
}

enum Print {
  /// Prints a line on standard output. What a closed pipe does not take is lost. Returns `false`
  /// when the system refuses it otherwise, as a full disk does.
  @discardableResult
  static func line(_ text: String) -> Bool { write(text + "\n", to: STDOUT_FILENO) }

  /// Prints on a descriptor, whole; returns `false` when it is refused, but not by a closed pipe.
  @discardableResult
  static func write(_ text: String, to descriptor: Int32) -> Bool {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno != EINTR { return errno == EPIPE }
      rest = rest.dropFirst(max(0, count))
    }
    return true
  }
}
