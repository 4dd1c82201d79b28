// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import TestSupport

extension PulseServer {
  /// The same for every server of the process: the environment names it, which is set once.
  private static let place: String = {
    let path = "/tmp/eyemusix-pulse-\(getpid())"
    setenv("PULSE_SERVER", "unix:\(path)/run/native", 1)
    setenv("PULSE_RUNTIME_PATH", path, 1)
    setenv("PULSE_COOKIE", path + "/cookie", 1)
    return path
  }()

  /// A server that ALSA's device "pulse" in this process plays to.
  static func ofThisProcess() throws -> PulseServer { try PulseServer(at: place) }

  /// Makes the server hang: it is there and does not answer.
  func freeze() { send(signal: SIGSTOP) }
  /// Lets it go on.
  func thaw() { send(signal: SIGCONT) }

  /// What the sink plays while `body` runs, and a little longer: the left channel, 16 bit.
  func record(_ body: () throws -> Void) throws -> [Int16] {
    let recording = try SinkRecording(of: self, latencyMilliseconds: 20)
    try body()
    recording.listen(seconds: 0.2)
    let samples = recording.stereo()
    return stride(from: 0, to: samples.count, by: 2).map { Int16(samples[$0] * 32_768) }
  }
}

struct Late: Error {
  var what: String
}

/// Polls until `condition` holds; throws after 20 s.
func until(_ what: String, _ condition: () throws -> Bool) throws {
  let deadline = MonotonicTime.after(seconds: 20)
  while MonotonicTime.now < deadline {
    if try condition() { return }
    MonotonicTime.wait(until: MonotonicTime.after(seconds: 0.005))
  }
  throw Late(what: what)
}
