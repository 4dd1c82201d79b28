// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// What a child process made of one file.
struct Outcome {
  let end: ProcessEnd?
  let seconds: Double
  let peakBytes: Int
  private let values: [String: String]

  init(of path: String) throws {
    let scratch = try ScratchFolder("corpus")
    let output = open("\(scratch.path)/told", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(output) }
    let child = try ChildProcess(
      "/proc/self/exe", ["--one", path, scratch.path], environment: ["LC_ALL": "C.UTF-8"],
      descriptors: (-1, output, -1))
    // The processor's time is limited; this is for a child that waits for something.
    end = child.end(within: Double(3 * OneFile.seconds))
    if end == nil { child.stop() }
    seconds = child.usage?.processorSeconds ?? .infinity
    peakBytes = child.usage?.peakBytes ?? 0
    var values: [String: String] = [:]
    for line in (TextFile.read("\(scratch.path)/told") ?? "").split(separator: "\n") {
      let parts = line.split(separator: "\t", maxSplits: 1)
      if parts.count == 2 { values[String(parts[0])] = String(parts[1]) }
    }
    self.values = values
  }

  var frames: Int? { values["frames"].flatMap { Int($0) } }
  var rate: Int? { values["rate"].flatMap { Int($0) } }
  var channels: Int? { values["channels"].flatMap { Int($0) } }
  /// Root mean square of the difference from the reference.
  var rms: Double? { values["rms"].flatMap { Double($0) } }
  /// Samples in the reference, if there is one.
  var reference: Int? { values["reference"].flatMap { Int($0) } }
  var refusal: String? { values["refused"] }
  var noise: String? { values["noise"] }

  /// "title", "artist" or "album".
  func text(_ name: String) -> String? { values[name] }
}
