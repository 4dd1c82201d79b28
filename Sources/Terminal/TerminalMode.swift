// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization

/// The mode of the controlling terminal, and the way back to the one it had. One for the whole
/// process, because signal handlers have no context: everything a handler touches is allocated
/// before and reached without locks.
@safe
enum TerminalMode {
  /// Bracketed paste on and off.
  static let pasteOn: StaticString = "\u{1B}[?2004h"
  static let pasteOff: StaticString = "\u{1B}[?2004l"
  static let below: StaticString = "\r\n\n"

  // Written before `isRaw` becomes true, only read while it is; a handler cannot take a lock.
  nonisolated(unsafe) private static let original = UnsafeMutablePointer<termios>.allocate(
    capacity: 1)
  private static let isRaw = Atomic(false)
  private static let input = Atomic<Int32>(-1)
  private static let output = Atomic<Int32>(-1)
  /// Whether the cursor rests on lines of ours and must be moved below them.
  static let ownsLines = Atomic(false)

  /// Notes the mode of `descriptor` as the one to come back to; false when it is no terminal.
  static func remember(descriptor: Int32, writing: Int32) -> Bool {
    guard unsafe tcgetattr(descriptor, original) == 0 else { return false }
    // Initialised here, because a handler may not wait for the first use of a static.
    ownsLines.store(false, ordering: .relaxed)
    input.store(descriptor, ordering: .releasing)
    output.store(writing, ordering: .releasing)
    return true
  }

  /// Sets raw mode: each key at once, unechoed, Ctrl+C a key like others; output as it was.
  static func setRaw() {
    let descriptor = input.load(ordering: .acquiring)
    guard descriptor >= 0 else { return }
    var mode = unsafe original.pointee
    mode.c_iflag &= ~tcflag_t(IXON | ICRNL | INLCR | IGNCR | ISTRIP | BRKINT | PARMRK)
    mode.c_lflag &= ~tcflag_t(ICANON | ECHO | ECHONL | ISIG | IEXTEN)
    unsafe withUnsafeMutableBytes(of: &mode.c_cc) { keys in
      unsafe keys[Int(VMIN)] = 1
      unsafe keys[Int(VTIME)] = 0
    }
    isRaw.store(true, ordering: .sequentiallyConsistent)
    unsafe tcsetattr(descriptor, TCSANOW, &mode)
    write(pasteOn)
  }

  /// Puts back what was there. Async-signal-safe; does nothing the second time.
  static func putBack() {
    guard isRaw.exchange(false, ordering: .sequentiallyConsistent) else { return }
    if ownsLines.exchange(false, ordering: .sequentiallyConsistent) { write(below) }
    write(pasteOff)
    unsafe tcsetattr(input.load(ordering: .relaxed), TCSANOW, original)
  }

  private static func write(_ bytes: StaticString) {
    let descriptor = output.load(ordering: .relaxed)
    guard descriptor >= 0 else { return }
    _ = unsafe Glibc.write(descriptor, bytes.utf8Start, bytes.utf8CodeUnitCount)
  }
}

/// For `atexit`: a C callback is a global function.
func putTerminalBack() { TerminalMode.putBack() }
