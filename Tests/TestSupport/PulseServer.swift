// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A private PulseAudio with a null sink: a paced device without hardware whose monitor gives
/// back, bit for bit, what was played. Needs no D-Bus; runs as root and as a plain user.
public final class PulseServer: Sendable {
  /// Why there can be none here, or `nil` when there can.
  public static var absence: String? {
    let missing = ["pulseaudio", "parec", "pactl"].filter { Executable.find($0) == nil }
    return missing.isEmpty ? nil : "not installed: \(missing.joined(separator: ", "))"
  }

  /// The sink's rate, frames a second; stereo.
  public static let rate = 48_000
  /// The name of its one sink.
  public static let sink = "test"

  /// Its folder: socket, HOME of the clients, configuration.
  public let scratch: ScratchFolder
  private let process = Watched<ChildProcess?>(nil)

  /// Starts one and waits until it takes clients; `path` is where it lies, else a new folder.
  public init(at path: String? = nil) throws {
    scratch = try path.map { try ScratchFolder(at: $0) } ?? ScratchFolder("pulse")
    for name in ["run", "home"] { _ = scratch.folder(name) }
    // The socket comes last: whoever can connect finds everything there. `norewinds`: without
    // it the sink renders two seconds ahead and loses the beginning of what is played.
    try TextFile.write(
      """
      load-module module-null-sink sink_name=\(Self.sink) rate=\(Self.rate) channels=2 \
      format=s16le norewinds=1
      set-default-sink \(Self.sink)
      set-default-source \(Self.sink).monitor
      load-module module-native-protocol-unix socket=\(socket) auth-anonymous=1

      """, to: "\(scratch.path)/default.pa")
    try TextFile.write(
      """
      <confdir:alsa.conf>
      pcm.!default { type pulse server "unix:\(socket)" }
      ctl.!default { type pulse server "unix:\(socket)" }

      """, to: "\(scratch.path)/asound.conf")
    try start()
  }

  deinit { stop() }

  private var socket: String { "\(scratch.path)/run/native" }

  /// What a client's environment must hold, and nothing else it needs.
  public var environment: [String: String] {
    let home = "\(scratch.path)/home"
    let run = "\(scratch.path)/run"
    var result = [
      "HOME": home, "XDG_RUNTIME_DIR": run, "PULSE_RUNTIME_PATH": run,
      "PULSE_SERVER": "unix:\(socket)", "ALSA_CONFIG_PATH": "\(scratch.path)/asound.conf",
      "TERM": "xterm", "LC_ALL": "C.UTF-8",
    ]
    for name in ["PATH", "LD_LIBRARY_PATH", "TMPDIR"] {
      if let value = getenv(name) { result[name] = String(cString: value) }
    }
    return result
  }

  /// Starts it (again) at the same place.
  public func start() throws {
    guard let program = Executable.find("pulseaudio") else {
      throw SpawnFailure(description: "pulseaudio is not installed")
    }
    unlink(socket)
    let child = try ChildProcess(
      program,
      [
        "-n", "-F", "\(scratch.path)/default.pa", "--daemonize=no", "--exit-idle-time=-1",
        "--use-pid-file=no", "--disable-shm=yes", "--log-target=file:\(scratch.path)/log",
      ], environment: environment, descriptors: (-1, -1, -1))
    process.with { $0 = child }
    let deadline = MonotonicTime.after(seconds: 10)
    while !takesClients {
      guard child.end(within: 0.01) == nil, MonotonicTime.now < deadline else {
        let log = TextFile.read("\(scratch.path)/log") ?? ""
        throw SpawnFailure(description: "PulseAudio did not start: \(log)")
      }
    }
  }

  /// Makes it deaf and dumb: it lives, and answers nobody.
  public func freeze() { process.with { $0?.send(signal: SIGSTOP) } }

  /// Ends it at once, as a crash would.
  public func stop() {
    process.with {
      $0?.stop()
      $0 = nil
    }
  }

  /// Sends it a signal.
  public func send(signal: Int32) { process.with { $0?.send(signal: signal) } }

  /// Processor time it used so far, in seconds.
  public var processorSeconds: Double {
    process.with { $0?.usageSoFar?.processorSeconds ?? 0 }
  }

  private var takesClients: Bool {
    let end = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(end) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: socket.utf8.prefix(107)) }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(end, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }
}
