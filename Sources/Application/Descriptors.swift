// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Library

/// Descriptors as such: that there are enough, and waiting for several at once.
enum Descriptors {
  /// How many may be open at once beside the standard ones, with room for a playlist in a folder.
  /// A device may want more; where it cannot have them, that is told like any device's trouble.
  private static let needed = 20

  /// Why the system does not give as many descriptors as the program needs; `nil` when it does.
  static var shortage: SystemError? {
    var opened: [Int32] = []
    defer { for descriptor in opened { close(descriptor) } }
    while opened.count < needed {
      let descriptor = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
      guard descriptor >= 0 else { return SystemError(rawValue: errno) }
      opened.append(descriptor)
    }
    return nil
  }

  /// Gives each of descriptors 0, 1 and 2 that is closed something that refuses reading and
  /// writing: else the next file that is opened would be taken for keys or screen.
  static func fillStandard() {
    for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
    where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is given, which is this one.
      _ = unsafe open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

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
    [nil, EPIPE].contains(attempt(text, to: descriptor)?.rawValue)
  }

  /// Prints on a descriptor, whole; returns why it was refused. The C function is `write`.
  static func attempt(_ text: String, to descriptor: Int32) -> SystemError? {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(descriptor, $0.baseAddress, $0.count)
      }
      if count < 0 && errno != EINTR { return SystemError(rawValue: errno) }
      rest = rest.dropFirst(max(0, count))
    }
    return nil
  }
}
