// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization

/// What another program, the kernel or the shell asks for.
public enum TerminalSignal: Hashable, Sendable {
  /// SIGTERM, SIGINT or SIGQUIT: end, place saved.
  case terminate
  /// SIGHUP: the terminal is gone; end, place saved.
  case hangup
  /// SIGTSTP: make ready, then call `Terminal.suspendNow()`.
  case suspendRequest
  /// SIGCONT: the process goes on; raw mode is set again already, the screen must be redrawn.
  case continued
  /// SIGWINCH: the terminal has another size.
  case windowChanged

  init?(number: UInt8) {
    switch Int32(number) {
    case SIGTERM, SIGINT, SIGQUIT: self = .terminate
    case SIGHUP: self = .hangup
    case SIGTSTP: self = .suspendRequest
    case SIGCONT: self = .continued
    case SIGWINCH: self = .windowChanged
    default: return nil
    }
  }
}

/// Signals become bytes in a pipe, so that a loop on `poll` sees them between other things.
@safe
enum SignalPipe {
  private static let ending = [SIGTERM, SIGINT, SIGQUIT, SIGHUP]
  private static let writing = Atomic<Int32>(-1)
  /// Ending signals nobody has taken from the pipe yet.
  private static let unheard = Atomic(0)
  static let continuations = Atomic(0)

  /// Installs the handlers and returns the end to poll and read; −1 when there are no descriptors.
  static func install() -> Int32 {
    var ends: (Int32, Int32) = (-1, -1)
    let status = unsafe withUnsafeMutableBytes(of: &ends) {
      unsafe pipe($0.assumingMemoryBound(to: Int32.self).baseAddress)
    }
    guard status == 0 else { return -1 }
    for end in [ends.0, ends.1] {
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    writing.store(ends.1, ordering: .releasing)
    // Initialised here, because a handler may not wait for the first use of a static.
    continuations.store(0, ordering: .relaxed)
    unheard.store(0, ordering: .relaxed)
    for signal in ending + [SIGTSTP, SIGCONT, SIGWINCH] where !isIgnored(signal) {
      listen(to: signal)
    }
    // A closed pipe or a file grown too large is told by the write that met it.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    return ends.0
  }

  /// Whether whoever started the program wants this signal to mean nothing (`nohup`).
  static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    unsafe sigaction(signal, nil, &action)
    return unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }

  static func listen(to signal: Int32) {
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = noted
    action.sa_flags = SA_RESTART
    unsafe sigemptyset(&action.sa_mask)
    unsafe sigaction(signal, &action, nil)
  }

  static func next(from descriptor: Int32) -> TerminalSignal? {
    var byte: UInt8 = 0
    while unsafe read(descriptor, &byte, 1) == 1 {
      if ending.contains(Int32(byte)) { unheard.store(0, ordering: .relaxed) }
      if let signal = TerminalSignal(number: byte) { return signal }
    }
    return nil
  }

  /// Async-signal-safe. A program that does not take its signals any more is ended by the third.
  static func note(_ signal: Int32) {
    let before = errno
    if signal == SIGCONT { continuations.wrappingAdd(1, ordering: .relaxed) }
    var byte = UInt8(truncatingIfNeeded: signal)
    _ = unsafe write(writing.load(ordering: .relaxed), &byte, 1)
    let isEnding =
      signal == SIGTERM || signal == SIGINT || signal == SIGQUIT || signal == SIGHUP
    if isEnding, unheard.wrappingAdd(1, ordering: .relaxed).newValue >= 3 {
      TerminalMode.putBack()
      Glibc.signal(signal, SIG_DFL)
      raise(signal)
    }
    errno = before
  }
}

private func noted(_ signal: Int32) { SignalPipe.note(signal) }
