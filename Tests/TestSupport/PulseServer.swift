// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A private sound server with a null sink, PulseAudio or PipeWire: a paced device without hardware
/// whose monitor gives back what was played (PulseAudio's bit for bit). PulseAudio needs no D-Bus;
/// both run as root and as a plain user.
public final class PulseServer: Sendable {
  /// What the server is. Recorders and `pactl` speak PulseAudio's protocol to both.
  public enum Kind: Hashable, Sendable {
    /// PulseAudio, as ALSA's default by its plugin.
    case pulseAudio
    /// PipeWire, as ALSA's default by its own plugin, or by that for PulseAudio: Debian lets nobody
    /// install the first together with PulseAudio.
    case pipeWire(byOwnPlugin: Bool)

    /// The programs it takes.
    fileprivate var programs: [String] {
      switch self {
      case .pulseAudio: ["pulseaudio", "parec", "pactl"]
      case .pipeWire: ["pipewire", "wireplumber", "dbus-run-session", "parec", "pactl"]
      }
    }

    /// The words of ALSA's configuration that lead to it.
    fileprivate func device(_ socket: String) -> String {
      self == .pipeWire(byOwnPlugin: true)
        ? "type pipewire" : "type pulse server \"unix:\(socket)\""
    }

    /// Why there can be none here, or `nil` when there can.
    public var absence: String? {
      var missing = programs.filter { Executable.find($0) == nil }
      if self == .pipeWire(byOwnPlugin: true), !ALSAPlugin.isThere("pipewire") {
        missing.append("ALSA's plugin for PipeWire")
      }
      return missing.isEmpty ? nil : "not installed: \(missing.joined(separator: ", "))"
    }
  }

  /// Why there can be no PulseAudio here, or `nil` when there can.
  public static var absence: String? { Kind.pulseAudio.absence }

  /// The sink's rate, frames a second; stereo.
  public static let rate = 48_000
  /// The name of its one sink.
  public static let sink = "test"

  /// Its folder: socket, HOME of the clients, configuration.
  public let scratch: ScratchFolder
  private let kind: Kind
  private let process = Watched<ChildProcess?>(nil)
  /// What connects PipeWire's clients with its sink, on a session bus of its own.
  private let manager = Watched<ChildProcess?>(nil)

  /// Starts one and waits until it takes clients; `path` is where it lies, else a new folder.
  public init(_ kind: Kind = .pulseAudio, at path: String? = nil) throws {
    self.kind = kind
    scratch = try path.map { try ScratchFolder(at: $0) } ?? ScratchFolder("pulse")
    for name in ["run", "home"] { _ = scratch.folder(name) }
    if kind == .pulseAudio { try configurePulseAudio() } else { try configurePipeWire() }
    try TextFile.write(
      """
      <confdir:alsa.conf>
      pcm.!default { \(kind.device(socket)) }
      ctl.!default { \(kind.device(socket)) }

      """, to: "\(scratch.path)/asound.conf")
    try start()
  }

  deinit { stop() }

  private func configurePulseAudio() throws {
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
  }

  private func configurePipeWire() throws {
    let modules = [
      "protocol-native", "metadata", "spa-node-factory", "client-node", "access", "adapter",
      "link-factory", "session-manager",
    ]
    try TextFile.write(
      """
      context.properties = { core.daemon = true core.name = pipewire-0 support.dbus = false
        default.clock.rate = \(Self.rate) }
      context.spa-libs = { audio.convert.* = audioconvert/libspa-audioconvert
        support.* = support/libspa-support }
      context.modules = [
        \(modules.map { "{ name = libpipewire-module-\($0) }" }.joined(separator: " "))
        { name = libpipewire-module-protocol-pulse args = {
          server.address = [ "unix:\(socket)" ] } }
      ]
      context.objects = [ { factory = adapter args = { factory.name = support.null-audio-sink
        node.name = \(Self.sink) media.class = Audio/Sink object.linger = true
        audio.position = [ FL FR ] } } ]

      """, to: "\(scratch.path)/pipewire.conf")
  }

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
    unlink(socket)
    let words: [String] =
      switch kind {
      case .pulseAudio:
        [
          "pulseaudio", "-n", "-F", "\(scratch.path)/default.pa", "--daemonize=no",
          "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes",
          "--log-target=file:\(scratch.path)/log",
        ]
      case .pipeWire: ["pipewire", "-c", "\(scratch.path)/pipewire.conf"]
      }
    let child = try launch(words)
    process.with { $0 = child }
    try wait(for: child) { takesClients }
    guard kind != .pulseAudio else { return }
    let session = try launch(["dbus-run-session", "--", "wireplumber"])
    manager.with { $0 = session }
    try wait(for: session) {
      try control("get-default-sink")?.hasPrefix(Self.sink) == true
    }
  }

  private func launch(_ words: [String]) throws -> ChildProcess {
    guard let program = Executable.find(words[0]) else {
      throw SpawnFailure(description: "\(words[0]) is not installed")
    }
    return try ChildProcess(
      program, Array(words.dropFirst()), environment: environment, descriptors: (-1, -1, -1))
  }

  private func wait(for child: ChildProcess, until isReady: () throws -> Bool) throws {
    let deadline = MonotonicTime.after(seconds: 10)
    while try !isReady() {
      guard child.end(within: 0.01) == nil, MonotonicTime.now < deadline else {
        let log = TextFile.read("\(scratch.path)/log") ?? ""
        throw SpawnFailure(description: "the sound server did not start: \(log)")
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
    // It leaves by itself when the server has gone, and takes its bus along.
    manager.with {
      if $0?.end(within: 5) == nil { $0?.stop() }
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

/// Plugins of alsa-lib.
private enum ALSAPlugin {
  static func isThere(_ name: String) -> Bool {
    let library = "libasound_module_pcm_\(name).so"
    return ["/usr/lib", "/usr/lib64"].contains { folder in
      (FolderListing.names(in: folder) + [""]).contains {
        access("\(folder)/\($0)/alsa-lib/\(library)", R_OK) == 0
      }
    }
  }
}
