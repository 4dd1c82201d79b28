// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Small questions to the kernel about a descriptor.
@safe
enum Descriptor {
  /// Whether `poll` says it can be read or written (or has ended) within the time.
  static func isReady(_ descriptor: Int32, for events: Int32, milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(events), revents: 0)
    return unsafe poll(&entry, 1, milliseconds) > 0
  }

  static func kind(_ descriptor: Int32) -> mode_t {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status.st_mode & S_IFMT : 0
  }
}
