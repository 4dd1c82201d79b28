// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import TestSupport

/// A PulseAudio of this test process alone, with a sink that nobody hears. ALSA's device "pulse"
/// plays to it: the process's environment names its socket from the first use on.
final class PrivatePulse {
  static let isInstalled = access("/usr/bin/pulseaudio", X_OK) == 0

  /// The same for every server of the process: the environment names it, which is set once.
  private static let place: String = {
    let path = "/tmp/eyemusix-pulse-\(getpid())"
    setenv("PULSE_SERVER", "unix:\(path)/native", 1)
    setenv("PULSE_RUNTIME_PATH", path, 1)
    setenv("PULSE_COOKIE", path + "/cookie", 1)
    return path
  }()

  private let folder: TemporaryFolder
  private let server: ChildProcess

  /// Starts the server and waits until it answers.
  init() throws {
    let place = Self.place
    folder = try TemporaryFolder(at: place)
    let script = """
      load-module module-native-protocol-unix socket=\(place)/native auth-anonymous=1
      load-module module-null-sink sink_name=test rate=48000 channels=2 format=s16le norewinds=1
      set-default-sink test
      set-default-source test.monitor

      """
    try folder.write("default.pa", script)
    server = try ChildProcess(
      [
        "/usr/bin/pulseaudio", "-n", "-F", place + "/default.pa", "--daemonize=no",
        "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes", "--log-level=error",
      ],
      environment: [
        "HOME": place, "XDG_RUNTIME_DIR": place, "PULSE_RUNTIME_PATH": place,
        "PATH": "/usr/bin:/bin",
      ])
    try until("the server answers") { Self.answers(place + "/native") }
  }

  /// Ends the server as a crash would.
  func kill() { server.end(SIGKILL) }

  /// Makes the server hang: it is there and does not answer.
  func freeze() { server.signal(SIGSTOP) }
  /// Lets it go on.
  func thaw() { server.signal(SIGCONT) }

  /// Records what the sink plays while `body` runs: mono, 16 bit, 48 kHz.
  func record(_ body: () throws -> Void) throws -> [Int16] {
    let place = Self.place
    let file = place + "/recording.raw"
    unlink(file)
    let recorder = try ChildProcess(
      [
        "/usr/bin/parec", "-d", "test.monitor", "--raw", "--rate=48000", "--channels=2",
        "--format=s16le", "--latency-msec=20", file,
      ],
      environment: ["PULSE_SERVER": "unix:\(place)/native", "HOME": place])
    try until("the recorder runs") { Self.size(file) > 0 }
    try body()
    let length = Self.size(file) + 40_000
    try until("the end is recorded") { Self.size(file) >= length }
    recorder.end(SIGTERM)
    let bytes = try folder.read("recording.raw")
    return stride(from: 0, to: bytes.count - 3, by: 4).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
  }

  private static func size(_ file: String) -> Int {
    var status = stat()
    return stat(file, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func answers(_ path: String) -> Bool {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let end = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(end) }
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(end, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
      }
    }
  }
}

struct Late: Error {
  var what: String
}

/// Polls until `condition` holds; throws after 20 s.
func until(_ what: String, _ condition: () throws -> Bool) throws {
  for _ in 0..<4000 {
    if try condition() { return }
    var pause = timespec(tv_sec: 0, tv_nsec: 5_000_000)
    nanosleep(&pause, nil)
  }
  throw Late(what: what)
}
