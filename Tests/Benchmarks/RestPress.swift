// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// Paused for fifteen seconds: what the program costs then, and how soon the next key speaks, which
/// has to open the device first. `benchmarks rest`.
struct RestPress {
  let plan: Plan

  /// Seconds paused before it is looked at, and seconds in which its wake-ups are counted.
  private static let paused = 15.0
  private static let counted = 5.0

  init(plan: Plan) { self.plan = plan }

  func run() throws {
    let scratch = try ScratchFolder("rest")
    let track = try TestMusic.make("Ten", seconds: 600, in: scratch.path)
    let server = try PulseServer()
    let ear = Ear(recording: try SinkRecording(of: server))
    let run = try plan.player([track], on: server)
    defer { run.process.stop() }
    ear.waitForQuiet(seconds: 2)
    run.send(" ")
    var press = Sample()
    var wakeUps = Sample()
    var openStreams = 0
    for _ in 0..<plan.restPresses {
      MonotonicTime.wait(until: MonotonicTime.after(seconds: Self.paused))
      openStreams += try server.streams().count
      let before = run.process.wakeUps ?? 0
      MonotonicTime.wait(until: MonotonicTime.after(seconds: Self.counted))
      wakeUps.add(Double((run.process.wakeUps ?? 0) - before) / Self.counted)
      if let value = ear.onset(after: run.send("t")) { press.add(value) }
    }
    var table = Table(
      "Paused for \(Int(Self.paused)) s (\(openStreams) streams open at the server)",
      columns: ["runs", "median", "p95", "max", "min", "missed", "ratio"])
    table.add("wake-ups a second", wakeUps, missed: 0, against: nil)
    table.add("next key to voice, ms", press, missed: plan.restPresses - press.count, against: nil)
    table.print()
  }
}
