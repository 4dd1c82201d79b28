// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// Plays for hours, as fast as the machine can, over a list of short tracks: memory stays flat, and
/// every track begins at the very frame where the tracks before it end. `benchmarks hours N`.
struct Hours {
  let plan: Plan

  /// Frames of a track: ten minutes at the rate of the output, a whole number of its periods.
  private static let trackFrames = 600 * 48_000
  /// Tracks until the caches are full.
  private static let warmUp = 3
  /// Bytes the resident memory may grow by after that.
  private static let growth = 1_000_000

  init(plan: Plan) { self.plan = plan }

  func run() throws {
    let scratch = try ScratchFolder("hours")
    let track = try music(in: scratch)
    let tracks = plan.hours * 6
    try scratch.write("list.m3u", String(repeating: track + "\n", count: tracks))
    let log = "\(scratch.path)/log"
    let run = try ProgramRun(
      plan.binary,
      [
        "--plain", "--voices", "\(plan.checkout)/Voices", "--voice", "plain", "--output", "null",
        "--fast", "--quit-at-end", "--speech-log", log, "\(scratch.path)/list.m3u",
      ],
      environment: ["HOME": scratch.folder("home"), "LC_ALL": "C.UTF-8", "TERM": "xterm"])
    defer { run.process.stop() }
    var (warm, most) = (0, 0)
    let began = MonotonicTime.now
    while run.end(within: 0.25) == nil {
      let bytes = run.process.usageSoFar?.residentBytes ?? 0
      let played = starts(log).count
      if played <= Self.warmUp { warm = max(warm, bytes) }
      most = max(most, bytes)
    }
    guard run.end(within: 0) == .exit(0) else {
      throw Wrong("it did not end well: \(run.errors)")
    }
    let starts = starts(log)
    guard starts.count == tracks else {
      throw Wrong("\(starts.count) of \(tracks) tracks were announced")
    }
    // The first begins with the greeting; between the others lies exactly a track.
    let errors = zip(starts.dropFirst(1), starts.dropFirst(2)).map { $1 - $0 - Self.trackFrames }
    let end = starts[tracks - 1] - starts[1] - (tracks - 2) * Self.trackFrames
    let seconds = Double(MonotonicTime.now - began) / 1e9
    print(
      "Hours: \(plan.hours) played in \(Table.number(seconds, 0)) s; memory "
        + "\(warm / 1024) kB, at most \((most - warm) / 1024) kB more; at the last of \(tracks) "
        + "tracks \(end) frames off, at most \(errors.map(abs).max() ?? 0) at one.")
    guard most - warm < Self.growth else { throw Wrong("memory grew by \(most - warm) bytes") }
    guard end == 0 else { throw Wrong("the place is \(end) frames off") }
  }

  /// The output frames at which the announcements of tracks began.
  private func starts(_ log: String) -> [Int] {
    (TextFile.read(log) ?? "").split(separator: "\n").compactMap { line in
      guard line.contains("\"speaking\""), line.contains("Tone"),
        let start = line.ranges(of: "\"start_frame\":").first
      else { return nil }
      return Int(line[start.upperBound...].prefix { $0.isNumber })
    }
  }

  private func music(in scratch: ScratchFolder) throws -> String {
    let sound = (0..<Self.trackFrames).map { 0.1 * sin(Float($0 % 480) * 2 * .pi / 160) }
    try WAVFile(rate: 48_000, channels: 1, samples: sound).write(to: "\(scratch.path)/tone.wav")
    guard let lame = Executable.find("lame") else {
      throw SpawnFailure(description: "not installed: lame")
    }
    let path = "\(scratch.path)/Tone.mp3"
    let encoder = try ChildProcess(
      lame, ["--quiet", "-b", "64", "--tt", "Tone", "\(scratch.path)/tone.wav", path],
      environment: [:], descriptors: (-1, -1, -1))
    guard encoder.end(within: 300) == .exit(0) else {
      throw SpawnFailure(description: "lame did not encode")
    }
    return path
  }
}
