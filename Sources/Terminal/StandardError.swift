// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Standard error kept off the listener's screen: what libraries print there goes elsewhere, and
/// the program's own messages still reach the place it was.
public struct StandardError: Sendable {
  private let original: Int32

  /// Sends descriptor 2 to the end of a file (created for its owner alone), or nowhere if `path`
  /// is `nil` or cannot be opened. `open`, `dup2`; descriptors of children are not touched.
  public static func divert(to path: String? = nil) -> StandardError {
    let original = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
    var target =
      path.map { unsafe open($0, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600) } ?? -1
    if target < 0 { target = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC) }
    if target >= 0 {
      dup2(target, STDERR_FILENO)
      if target != STDERR_FILENO { close(target) }
    }
    return StandardError(original: original)
  }

  /// Writes a line of the program's own to the original place. May wait for it.
  public func write(_ line: String) {
    guard original >= 0 else { return }
    var rest = Array((line + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(original, $0.baseAddress, $0.count)
      }
      if count <= 0, errno != EINTR { return }
      rest = rest.dropFirst(max(0, count))
    }
  }

  /// Ends the diversion.
  public func putBack() {
    guard original >= 0 else { return }
    dup2(original, STDERR_FILENO)
    close(original)
  }
}
