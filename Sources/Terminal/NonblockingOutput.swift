// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Writes to a terminal, pipe or file without ever waiting for it.
///
/// The descriptor's own flags are shared with other programs (the shell), so it is not made
/// non-blocking itself: where it can be, what is behind it is opened once more.
@safe
final class NonblockingOutput {
  let descriptor: Int32
  /// Bytes begun and not yet written: they must come before anything else.
  private var started: ArraySlice<UInt8> = []

  /// Takes a descriptor to write to.
  init(_ descriptor: Int32) { self.descriptor = Self.reopen(descriptor) }

  /// Another descriptor for the same terminal or pipe, not blocking; the same one where that
  /// is refused or means something else (a file would be written from its beginning).
  static func reopen(_ descriptor: Int32) -> Int32 {
    guard [S_IFCHR, S_IFIFO].contains(Descriptor.kind(descriptor)) else { return descriptor }
    let path = "/proc/self/fd/\(descriptor)"
    let other = unsafe open(path, O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    return other >= 0 ? other : descriptor
  }

  /// Whether everything given has been written.
  var isIdle: Bool { started.isEmpty }

  /// Writes as much as goes now. Call only when `isIdle`.
  func start(_ bytes: [UInt8]) {
    started = bytes[...]
    flush()
  }

  /// Goes on with what was begun. What cannot be written at all is dropped.
  func flush() {
    while !started.isEmpty, Descriptor.isReady(descriptor, for: POLLOUT, milliseconds: 0) {
      // Small pieces: a descriptor that could not be opened again may still block on large ones.
      let piece = started.prefix(256)
      let count = unsafe piece.withUnsafeBytes {
        unsafe write(descriptor, $0.baseAddress, $0.count)
      }
      if count > 0 {
        started = started.dropFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        started = []
      }
    }
  }

  /// Gives what is left a last chance.
  func finish(milliseconds: Int32) {
    if !isIdle, Descriptor.isReady(descriptor, for: POLLOUT, milliseconds: milliseconds) { flush() }
  }
}
