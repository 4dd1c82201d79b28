// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// A player to measure: how it is started on a file, and which keys or commands it knows.
struct Player: Sendable {
  let name: String
  /// The command that must be installed.
  let command: String
  let start: @Sendable (Plan, PulseServer, _ track: String) throws -> Playing

  /// The player's processes while it plays, and its commands.
  struct Playing {
    var runs: [ProgramRun]
    var pause: () -> Int64
    var seek: () -> Int64

    var processes: [ChildProcess] { runs.map(\.process) }
    func stop() { for run in runs { run.process.stop() } }
  }

  /// EyeMusix first, then those of the others that are installed.
  static let all = [eyemusix] + others.filter { Executable.find($0.command) != nil }
  private static let others = [mpg123, mpv, cmus, mpd, moc]

  /// Names those that are not there.
  static func nameMissing() {
    for player in others where Executable.find(player.command) == nil {
      print("Skipped, not installed: \(player.command)")
    }
  }

  private static func byKeys(_ run: ProgramRun, pause: String, seek: String) -> Playing {
    Playing(runs: [run], pause: { run.send(pause) }, seek: { run.send(seek) })
  }

  private static let eyemusix = Player(name: "eyemusix", command: "eyemusix") {
    plan, server, track in
    byKeys(try plan.player(["--no-speech", track], on: server), pause: " ", seek: "\u{1B}[C")
  }

  private static let mpg123 = Player(name: "mpg123", command: "mpg123") { _, server, track in
    // By its remote control: the keys would need a terminal that controls it.
    let run = try start("mpg123", ["-R", "-o", "pulse"], server, on: .pipes)
    run.send("SILENCE\nLOAD \(track)\n")
    return byKeys(run, pause: "PAUSE\n", seek: "JUMP +200\n")
  }

  private static let mpv = Player(name: "mpv", command: "mpv") { _, server, track in
    // Keys are ignored where no terminal controls it.
    let path = "\(server.scratch.path)/mpv"
    let run = try start(
      "mpv", ["--no-config", "--no-video", "--ao=pulse", "--input-ipc-server=\(path)", track],
      server)
    let socket = try CommandSocket(path, within: 5)
    return Playing(
      runs: [run], pause: { socket.send("cycle pause\n") }, seek: { socket.send("seek 5\n") })
  }

  private static let cmus = Player(name: "cmus", command: "cmus") { _, server, track in
    let folder = server.scratch.folder("cmus")
    try TextFile.write("set output_plugin=pulse\n", to: "\(folder)/rc")
    let run = try start(
      "cmus", ["--listen", "\(folder)/socket"], server, environment: ["CMUS_HOME": folder])
    // It asks for this key when there is no session bus.
    run.send("\n")
    let socket = try CommandSocket("\(folder)/socket", within: 5)
    socket.send("player-play \(track)\n")
    return byKeys(run, pause: "c", seek: "l")
  }

  private static let mpd = Player(name: "MPD", command: "mpd") { _, server, track in
    let folder = server.scratch.folder("mpd")
    let configuration = "\(folder)/mpd.conf"
    try TextFile.write(
      """
      bind_to_address "\(folder)/socket"
      log_file "\(folder)/log"
      music_directory "\(server.scratch.folder("music"))"
      db_file "\(folder)/db"
      connection_timeout "86400"
      audio_output {
        type "pulse"
        name "pulse"
      }

      """, to: configuration)
    let run = try start("mpd", ["--no-daemon", configuration], server)
    let socket = try CommandSocket("\(folder)/socket", within: 5)
    socket.send("add \"file://\(track)\"\nplay\n")
    return Playing(
      runs: [run], pause: { socket.send("pause\n") }, seek: { socket.send("seekcur +5\n") })
  }

  private static let moc = Player(name: "MOC", command: "mocp") { _, server, track in
    let folder = server.scratch.folder("moc")
    let common = [
      "-M", folder, "-O", "SoundDriver=ALSA", "-O", "ALSADevice=default", "-O", "SeekTime=5",
    ]
    let daemon = try start("mocp", common + ["-S", "-F"], server)
    guard MonotonicTime.wait(until: { access("\(folder)/socket2", F_OK) == 0 }) else {
      throw SpawnFailure(description: "mocp does not listen: \(daemon.output)")
    }
    let order = try start("mocp", common + ["-l", track], server)
    guard order.end(within: 5) == .exit(0) else {
      throw SpawnFailure(description: "mocp does not play: \(order.output)")
    }
    let screen = try start("mocp", common, server)
    return Playing(
      runs: [daemon, screen], pause: { screen.send(" ") }, seek: { screen.send("\u{1B}OC") })
  }

  private static func start(
    _ command: String, _ arguments: [String], _ server: PulseServer,
    environment: [String: String] = [:],
    on connection: ProgramRun.Connection = .terminal(columns: 80, rows: 24)
  ) throws -> ProgramRun {
    guard let program = Executable.find(command) else {
      throw SpawnFailure(description: "not installed: \(command)")
    }
    return try ProgramRun(
      program, arguments, environment: server.environment.merging(environment) { $1 },
      on: connection)
  }
}

/// A local socket that takes lines.
final class CommandSocket {
  private let descriptor: Int32

  /// Connects as soon as somebody listens at `path`.
  init(_ path: String, within seconds: Double) throws {
    let end = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    descriptor = end
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let deadline = MonotonicTime.after(seconds: seconds)
    while true {
      let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(end, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      if status == 0 { return }
      guard MonotonicTime.now < deadline else {
        throw SpawnFailure(description: "nobody listens at \(path)")
      }
      MonotonicTime.wait(until: MonotonicTime.now + 1_000_000)
    }
  }

  deinit { close(descriptor) }

  /// Sends a command; returns the time just before.
  @discardableResult
  func send(_ command: String) -> Int64 {
    let bytes = Array(command.utf8)
    let time = MonotonicTime.now
    _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    return time
  }
}
