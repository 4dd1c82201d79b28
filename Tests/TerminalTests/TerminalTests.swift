// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Terminal
import TestSupport
import Testing

/// The terminal is put back on every way out. Each way ends a process of its own.
@Suite struct TerminalTests {
  /// Where a child opens the terminal it was told of.
  private static func open(_ name: String) -> Int32 { Glibc.open(name, O_RDWR | O_NOCTTY) }

  /// Signals reach this thread: those of the runner of the tests shut them out.
  private static func raiseHere(_ signal: Int32) {
    var every = sigset_t()
    sigfillset(&every)
    pthread_sigmask(SIG_UNBLOCK, &every, nil)
    raise(signal)
  }

  @Test func `keys come raw, and closing puts back exactly what was there`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.mode
    let name = terminal.name
    await #expect(processExitsWith: .success) { [name = name as String] in
      let descriptor = Self.open(name)
      let session = Terminal(input: descriptor, output: descriptor)
      var mode = termios()
      tcgetattr(descriptor, &mode)
      precondition(session.isInteractive && mode.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
      session.close()
      exit(0)
    }
    #expect(terminal.mode == before)
  }

  @Test func `exit alone puts it back`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.mode
    let name = terminal.name
    await #expect(processExitsWith: .exitCode(3)) { [name = name as String] in
      let descriptor = Self.open(name)
      _ = Terminal(input: descriptor, output: descriptor)
      exit(3)
    }
    #expect(terminal.mode == before)
  }

  @Test(arguments: [
    SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGABRT, SIGXCPU, SIGUSR1, SIGALRM,
  ])
  func `a crash puts it back and stays that crash`(_ signal: Int32) async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.mode
    let name = terminal.name
    await #expect(processExitsWith: .signal(signal)) {
      [name = name as String, signal = signal as Int32] in
      let descriptor = Self.open(name)
      _ = Terminal(input: descriptor, output: descriptor)
      Self.raiseHere(signal)
    }
    #expect(terminal.mode == before)
  }

  @Test func `a broken rule of Swift puts it back`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.mode
    let name = terminal.name
    await #expect(processExitsWith: .failure) { [name = name as String] in
      let descriptor = Self.open(name)
      _ = Terminal(input: descriptor, output: descriptor)
      let empty: [Int] = []
      exit(Int32(empty[descriptor.hashValue & 1]))
    }
    #expect(terminal.mode == before)
  }

  @Test(arguments: zip([SIGTERM, SIGINT, SIGHUP, SIGTSTP, SIGWINCH], [1, 1, 2, 3, 4] as [Int32]))
  func `signals come as events`(_ signal: Int32, _ code: Int32) async throws {
    let terminal = try PseudoTerminal()
    let name = terminal.name
    await #expect(processExitsWith: .exitCode(code)) {
      [name = name as String, signal = signal as Int32] in
      let descriptor = Self.open(name)
      let session = Terminal(input: descriptor, output: descriptor)
      Self.raiseHere(signal)
      switch session.nextSignal() {
      case .terminate: exit(1)
      case .hangup: exit(2)
      case .suspendRequest: exit(3)
      case .windowChanged: exit(4)
      case .continued, nil: exit(9)
      }
    }
  }

  @Test func `a program that hears no signals any more is ended by the third`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.mode
    let name = terminal.name
    await #expect(processExitsWith: .signal(SIGTERM)) { [name = name as String] in
      let descriptor = Self.open(name)
      _ = Terminal(input: descriptor, output: descriptor)
      for _ in 0..<3 { Self.raiseHere(SIGTERM) }
    }
    #expect(terminal.mode == before)
  }

  @Test func `after stopping and going on the keys are raw again`() async throws {
    let terminal = try PseudoTerminal()
    let before = terminal.mode
    let name = terminal.name
    await #expect(processExitsWith: .success) { [name = name as String] in
      let descriptor = Self.open(name)
      let session = Terminal(input: descriptor, output: descriptor)
      // Somebody continues it a moment later, as the shell would.
      let own = getpid()
      DetachedThread.start {
        while true {
          poll(nil, 0, 20)
          kill(own, SIGCONT)
        }
      }
      session.suspendNow()
      precondition(session.nextSignal() == .continued, "not told of the going on")
      var mode = termios()
      tcgetattr(descriptor, &mode)
      precondition(mode.c_lflag & tcflag_t(ICANON | ECHO) == 0, "not raw again")
      exit(0)
    }
    #expect(terminal.mode == before)
  }

  @Test func `keys from a pipe work, and its end is no error`() async {
    await #expect(processExitsWith: .success) {
      var ends: [Int32] = [-1, -1]
      pipe(&ends)
      let session = Terminal(input: ends[0], output: ends[1])
      precondition(!session.isInteractive && session.readAvailable() == .nothing)
      write(ends[1], "e", 1)
      precondition(session.readAvailable() == .bytes([0x65]))
      close(ends[1])
      precondition(session.readAvailable() == .endOfInput)
      session.close()
      exit(0)
    }
  }

  @Test func `what libraries print stays off the screen, our own words reach it`() async throws {
    let scratch = try ScratchFolder()
    let path = scratch.path
    await #expect(processExitsWith: .success) { [path = path as String] in
      let screen = Glibc.open("\(path)/screen", O_RDWR | O_CREAT, 0o600)
      dup2(screen, 2)
      let errors = StandardError.divert(to: "\(path)/log")
      write(2, "No envelope\n", 12)
      errors.write("no device")
      errors.putBack()
      write(2, "end\n", 4)
      exit(0)
    }
    #expect(TextFile.read("\(path)/screen") == "no device\nend\n")
    #expect(TextFile.read("\(path)/log") == "No envelope\n")
  }
}
