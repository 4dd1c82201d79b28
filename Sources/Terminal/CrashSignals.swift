// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Crashes, and signals that end a process unless it uses them, put the terminal back and then end
/// the process the way the kernel would have. Swift's own backtracer is replaced, not chained to:
/// it would leave the terminal raw in a silent prompt.
@safe
enum CrashSignals {
  private static let crashes = [SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGABRT, SIGSYS]
  /// SIGXCPU is what a real-time thread gets that takes too much.
  private static let unused = [
    SIGXCPU, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF, SIGIO, SIGPWR, SIGSTKFLT,
  ]
  private static let stackSize = 65_536

  /// Installs the handlers, and a stack of their own for the calling thread.
  static func install() {
    giveStack()
    var action = sigaction()
    unsafe action.__sigaction_handler.sa_handler = crashed
    action.sa_flags =
      Int32(bitPattern: UInt32(SA_ONSTACK)) | Int32(bitPattern: UInt32(SA_RESETHAND))
    // Everything is blocked meanwhile, SIGTTOU too: the mode can be set from the background.
    unsafe sigfillset(&action.sa_mask)
    for signal in crashes + unused.filter({ !SignalPipe.isIgnored($0) }) {
      unsafe sigaction(signal, &action, nil)
    }
  }

  private static func giveStack() {
    var stack = unsafe stack_t()
    // Never freed: the handlers need it until the process ends.
    unsafe stack.ss_sp = UnsafeMutableRawPointer.allocate(byteCount: stackSize, alignment: 16)
    unsafe stack.ss_size = stackSize
    unsafe sigaltstack(&stack, nil)
  }
}

private func crashed(_ signal: Int32) {
  TerminalMode.putBack()
  Glibc.signal(signal, SIG_DFL)
  raise(signal)
}
