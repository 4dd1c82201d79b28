// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A program running on a pseudo-terminal or on pipes, as a person or a script would run it.
public final class ProgramRun: Sendable {
  /// What it is connected to.
  public enum Connection: Sendable {
    /// Keys and screen on a pseudo-terminal of this size.
    case terminal(columns: Int, rows: Int)
    /// Keys from a pipe, output to another.
    case pipes
  }

  /// The process.
  public let process: ChildProcess
  /// The terminal it runs on, if it does.
  public let terminal: PseudoTerminal?
  private let input: Watched<Int32>
  private let printed = Watched<[UInt8]>([])
  private let complained = Watched<[UInt8]>([])

  /// Starts `path`. Standard error is kept apart.
  public init(
    _ path: String, _ arguments: [String], environment: [String: String],
    on connection: Connection = .terminal(columns: 80, rows: 24)
  ) throws {
    let errors = try Pipe()
    switch connection {
    case .terminal(let columns, let rows):
      let terminal = try PseudoTerminal(columns: columns, rows: rows)
      self.terminal = terminal
      input = Watched(terminal.master)
      process = try ChildProcess(
        path, arguments, environment: environment,
        descriptors: (terminal.slave, terminal.slave, errors.writing))
      Self.collect(terminal.master, into: printed)
    case .pipes:
      terminal = nil
      let (keys, output) = (try Pipe(), try Pipe())
      input = Watched(keys.writing)
      process = try ChildProcess(
        path, arguments, environment: environment,
        descriptors: (keys.reading, output.writing, errors.writing))
      close(keys.reading)
      close(output.writing)
      Self.collect(output.reading, into: printed)
    }
    close(errors.writing)
    Self.collect(errors.reading, into: complained)
  }

  deinit {
    process.stop()
    endInput()
    terminal?.close()
  }

  private static func collect(_ descriptor: Int32, into text: Watched<[UInt8]>) {
    // A descriptor of the thread's own: the other one may be closed while it reads.
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 3)
    DetachedThread.start {
      var piece = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(own, &piece, piece.count)
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        text.with { $0 += piece[..<count] }
      }
      close(own)
    }
  }

  /// Presses keys; returns the time just before they were written.
  @discardableResult
  public func send(_ keys: String) -> Int64 { send(bytes: Array(keys.utf8)) }

  /// Presses keys given as bytes; returns the time just before they were written.
  @discardableResult
  public func send(bytes: [UInt8]) -> Int64 {
    input.with { descriptor in
      let time = MonotonicTime.now
      _ = write(descriptor, bytes, bytes.count)
      return time
    }
  }

  /// Ends the input of a program on pipes.
  public func endInput() {
    guard terminal == nil else { return }
    input.with {
      if $0 >= 0 { close($0) }
      $0 = -1
    }
  }

  /// Everything printed so far, escape sequences included.
  public var output: String { printed.with { String(decoding: $0, as: UTF8.self) } }
  /// Everything that came on standard error so far.
  public var errors: String { complained.with { String(decoding: $0, as: UTF8.self) } }

  /// Waits until `text` has been printed (anywhere after the first `offset` bytes).
  public func prints(_ text: String, after offset: Int = 0, within seconds: Double) -> Bool {
    let wanted = Array(text.utf8)
    return printed.wait(until: MonotonicTime.after(seconds: seconds)) {
      $0.dropFirst(offset).firstRange(of: wanted)
    } != nil
  }

  /// Bytes printed so far, for `prints(_:after:within:)`.
  public var outputLength: Int { printed.with { $0.count } }

  /// How it ended; `nil` when it still runs after so long.
  public func end(within seconds: Double) -> ProcessEnd? { process.end(within: seconds) }
}

/// A pipe of the test.
public struct Pipe: Sendable {
  /// The end to read from.
  public let reading: Int32
  /// The end to write to.
  public let writing: Int32

  /// Makes one that no child gets by accident: it would keep the pipe whole.
  public init() throws {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SpawnFailure(description: "no pipe") }
    (reading, writing) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  }
}

/// Programs on the machine.
public enum Executable {
  /// Where a program is on the PATH, if it is installed.
  public static func find(_ name: String) -> String? {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return path.split(separator: ":").map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
