// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// How fast a file is decoded to nowhere: processor seconds for ten minutes of music.
struct DecodingSpeed {
  let plan: Plan

  private static let seconds = 600

  init(plan: Plan) { self.plan = plan }

  func run() throws -> [Comparison] {
    let scratch = try ScratchFolder("decoding")
    let track = try Noise.make(seconds: Self.seconds, in: scratch.path)
    let nowhere = "/dev/null"
    let own = [
      "--plain", "--no-speech", "--voices", "\(plan.checkout)/Voices", "--output", "null",
      "--fast", "--quit-at-end", track,
    ]
    let rate = ["-r", "48000", "--resample", "fine"]
    let commands: [(String, String, [String])] = [
      ("eyemusix --fast", plan.binary, own),
      ("mpg123 to 48 kHz", "mpg123", ["-q", "-w", nowhere] + rate + [track]),
      ("mpg123 as it is", "mpg123", ["-q", "-w", nowhere, track]),
      (
        "mpv to 48 kHz", "mpv",
        [
          "--no-config", "--no-video", "--really-quiet", "--no-terminal", "--ao=pcm",
          "--ao-pcm-file=\(nowhere)", "--audio-samplerate=48000", track,
        ]
      ),
    ]
    var comparison = Comparison("CPU to decode ten minutes, s", digits: 2)
    for _ in 0..<plan.rounds {
      for (name, command, arguments) in commands {
        guard let program = command.contains("/") ? command : Executable.find(command) else {
          continue
        }
        let process = try ChildProcess(
          program, arguments, environment: ["HOME": scratch.folder("home"), "LC_ALL": "C.UTF-8"],
          descriptors: (-1, -1, -1))
        defer { process.stop() }
        guard process.end(within: 300) == .exit(0) else {
          throw SpawnFailure(description: "\(name) did not end well")
        }
        comparison.add(process.usage?.processorSeconds, of: name)
      }
    }
    return [comparison]
  }
}
