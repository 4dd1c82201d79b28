// SPDX-License-Identifier: GPL-3.0-or-later
public import Glibc

/// How a process ended.
public enum ProcessEnd: Equatable, Sendable {
  /// By itself, with this status.
  case exit(Int32)
  /// By this signal.
  case signal(Int32)
}

/// A program that could not be started.
public struct SpawnFailure: Error, CustomStringConvertible {
  /// What was tried and why it failed.
  public let description: String

  /// A failure told in these words.
  public init(description: String) { self.description = description }
}

/// A process started with `posix_spawn` in a process group of its own, waited for by a thread.
public final class ChildProcess: Sendable {
  /// Processor time in seconds and the peak of resident memory in bytes.
  public struct Usage: Sendable {
    /// User and system time, seconds.
    public var processorSeconds = 0.0
    /// Peak resident memory, bytes.
    public var peakBytes = 0
    /// Resident memory now, bytes; 0 once it has ended.
    public var residentBytes = 0
  }

  /// Its process number.
  public let id: pid_t
  private let state = Watched<(end: ProcessEnd, usage: Usage)?>(nil)

  /// Starts `path` with descriptors 0, 1 and 2 as given (−1: /dev/null).
  public init(
    _ path: String, _ arguments: [String], environment: [String: String],
    descriptors: (Int32, Int32, Int32)
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, source) in [descriptors.0, descriptors.1, descriptors.2].enumerated() {
      if source >= 0 {
        posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
      } else {
        posix_spawn_file_actions_addopen(&actions, Int32(target), "/dev/null", O_RDWR, 0)
      }
    }
    id = try Self.spawn(path, arguments, environment, &actions)
    let (child, state) = (id, state)
    DetachedThread.start {
      var status: Int32 = 0
      var usage = rusage()
      while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
      let end: ProcessEnd =
        status & 0x7F == 0 ? .exit((status >> 8) & 0xFF) : .signal(status & 0x7F)
      state.with { $0 = (end, Usage(usage)) }
    }
  }

  private static func spawn(
    _ path: String, _ arguments: [String], _ environment: [String: String],
    _ actions: inout posix_spawn_file_actions_t
  ) throws -> pid_t {
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The runner of the tests ignores or blocks signals that the program must get.
    var every = sigset_t()
    sigfillset(&every)
    posix_spawnattr_setsigdefault(&attributes, &every)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var child: pid_t = 0
    let words = CStrings([path] + arguments)
    let variables = CStrings(environment.map { "\($0.key)=\($0.value)" })
    let error = posix_spawn(
      &child, path, &actions, &attributes, words.pointers, variables.pointers)
    if error != 0 {
      throw SpawnFailure(description: "\(path): \(String(cString: strerror(error)))")
    }
    return child
  }

  /// How it ended, once it has; waits at most so long.
  public func end(within seconds: Double) -> ProcessEnd? {
    state.wait(until: MonotonicTime.after(seconds: seconds)) { $0?.end }
  }

  /// What it used, once it has ended.
  public var usage: Usage? { state.with { $0?.usage } }

  /// Sends a signal, unless it has ended.
  public func send(signal: Int32) { if state.with({ $0 == nil }) { kill(id, signal) } }

  /// Ends it by force if it runs, and waits for that.
  public func stop() {
    send(signal: SIGKILL)
    _ = end(within: 5)
  }

  /// What the process used so far: `/proc/PID/stat` and `status`. `nil` when it has ended.
  public var usageSoFar: Usage? {
    guard let stat = TextFile.read("/proc/\(id)/stat"),
      let fields = stat.split(separator: ")").last?.split(separator: " "), fields.count > 12,
      let user = Double(fields[11]), let system = Double(fields[12])
    else { return nil }
    var usage = Usage()
    usage.processorSeconds = (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
    usage.peakBytes = (Int(status("VmHWM") ?? "") ?? 0) * 1024
    usage.residentBytes = (Int(status("VmRSS") ?? "") ?? 0) * 1024
    return usage
  }

  /// Whether a signal has stopped it until it gets another.
  public var isStopped: Bool { status("State") == "T" }

  /// The first word after this name in `/proc/PID/status`.
  private func status(_ name: String) -> String? {
    let lines = (TextFile.read("/proc/\(id)/status") ?? "").split(separator: "\n")
    let words = lines.first { $0.hasPrefix(name + ":") }?
      .split(whereSeparator: { $0 == " " || $0 == "\t" })
    return words.flatMap { $0.count > 1 ? String($0[1]) : nil }
  }
}

extension ChildProcess.Usage {
  init(_ usage: rusage) {
    let times = [usage.ru_utime, usage.ru_stime]
    processorSeconds = times.reduce(0) { $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6 }
    peakBytes = usage.ru_maxrss * 1024
  }
}

/// A zero-terminated array of C strings, alive as long as this is.
final class CStrings {
  private(set) var pointers: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [String]) { pointers = texts.map { strdup($0) } + [nil] }

  deinit { for pointer in pointers { free(pointer) } }
}
