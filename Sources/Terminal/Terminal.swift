// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization

/// Standard input as a source of keys: raw mode where it is a terminal, a plain pipe otherwise;
/// with the signals of the process as events beside it.
///
/// One for a process, used on one thread. The terminal is put back by `close`, by the end of the
/// process (`exit`) and by a crash; only SIGKILL leaves it raw.
@safe
public final class Terminal {
  /// What one reading gave.
  public enum InputChunk: Equatable, Sendable {
    /// Bytes, at least one.
    case bytes([UInt8])
    /// Nothing is there now.
    case nothing
    /// No more will come (end of the pipe or file, terminal gone). Not an error.
    case endOfInput
  }

  /// Poll this for reading; then call `readAvailable`.
  public let inputDescriptor: Int32
  /// Poll this for reading; then call `nextSignal` until it gives `nil`. −1: no signals (poll
  /// passes over it).
  public let signalDescriptor: Int32
  /// Whether keys come from a terminal (as opposed to a pipe or file).
  public let isInteractive: Bool
  private var buffer = [UInt8](repeating: 0, count: 4096)

  /// Takes over `input` (standard input) and the signals of the process. `output` is where the
  /// codes that turn bracketed paste on and off go, if it is a terminal.
  public init(input: Int32 = 0, output: Int32 = 1) {
    inputDescriptor = input
    let writing = isatty(output) == 1 ? NonblockingOutput.reopen(output) : -1
    isInteractive = TerminalMode.remember(descriptor: input, writing: writing)
    signalDescriptor = SignalPipe.install()
    if isInteractive {
      CrashSignals.install()
      atexit(putTerminalBack)
      TerminalMode.setRaw()
    }
  }

  /// Puts the terminal back. Further calls do nothing.
  public func close() { TerminalMode.putBack() }

  /// Reads what is there, without waiting.
  public func readAvailable() -> InputChunk {
    guard Descriptor.isReady(inputDescriptor, for: POLLIN, milliseconds: 0) else { return .nothing }
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe read(inputDescriptor, $0.baseAddress, $0.count)
    }
    if count > 0 { return .bytes(Array(buffer.prefix(count))) }
    return count < 0 && (errno == EINTR || errno == EAGAIN) ? .nothing : .endOfInput
  }

  /// The next signal that came, if any. After SIGCONT raw mode is set again first.
  public func nextSignal() -> TerminalSignal? {
    let signal = SignalPipe.next(from: signalDescriptor)
    if signal == .continued, isInteractive { TerminalMode.setRaw() }
    return signal
  }

  /// Puts the terminal back and stops the process; returns after SIGCONT, which `nextSignal` then
  /// reports as `.continued` (also where nobody could have continued it and it did not stop).
  public func suspendNow() {
    TerminalMode.putBack()
    let before = SignalPipe.continuations.load(ordering: .relaxed)
    signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    SignalPipe.listen(to: SIGTSTP)
    if SignalPipe.continuations.load(ordering: .relaxed) == before { SignalPipe.note(SIGCONT) }
  }
}
