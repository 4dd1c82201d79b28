// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// How soon a folder with very many files sounds.
struct LargeFolder {
  let plan: Plan

  init(plan: Plan) { self.plan = plan }

  func run() throws {
    let scratch = try ScratchFolder("files")
    let folder = scratch.folder("many")
    try fill(folder, with: try TestMusic.make("Tone", seconds: 5, in: scratch.path))
    var table = Table(
      "\(plan.files) files: start to first sound, ms",
      columns: ["runs", "median", "p95", "max", "min", "missed", "ratio"])
    var sample = Sample()
    let runs = 5
    for _ in 0..<runs {
      let server = try PulseServer()
      let recording = try SinkRecording(of: server)
      let time = MonotonicTime.now
      let run = try plan.player(["--no-speech", folder], on: server)
      defer { run.process.stop() }
      if let frame = firstSound(recording), let arrival = recording.arrival(ofFrame: frame) {
        sample.add(Double(arrival - time) / 1e6)
      }
    }
    table.add("eyemusix", sample, missed: runs - sample.count, against: nil)
    table.print()
  }

  private func firstSound(_ recording: SinkRecording) -> Int? {
    let deadline = MonotonicTime.after(seconds: 30)
    while MonotonicTime.now < deadline {
      recording.listen(seconds: 0.2)
      if let frame = SpeechOnset.first(in: recording.mono(), above: 0.001) { return frame }
    }
    return nil
  }

  /// Hard links, some thousands to a copy: file systems bound the links of one file.
  private func fill(_ folder: String, with track: String) throws {
    guard let bytes = ByteFile.read(track) else { throw SpawnFailure(description: "no track") }
    for number in 0..<plan.files {
      let name = "\(folder)/track \(number).mp3"
      if number % 10_000 == 0 {
        try ByteFile.write(bytes, to: name)
      } else if link("\(folder)/track \(number / 10_000 * 10_000).mp3", name) != 0 {
        throw SpawnFailure(description: "\(name): \(String(cString: strerror(errno)))")
      }
    }
  }
}
