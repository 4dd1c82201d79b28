// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// Presses keys at random for a long time, three minutes a seed, and looks whether the program is
/// well: alive and answering, the music back at its level, nothing said long after the last key,
/// memory flat, the terminal put back however the program was left. `benchmarks soak SECONDS`.
struct Soak {
  let plan: Plan

  /// Seconds of a seed, unless `--seeds` says how many there are.
  private static let seedSeconds = 180

  init(plan: Plan) { self.plan = plan }

  func run() throws {
    let scratch = try ScratchFolder("soak")
    for title in ["One", "Two", "Three"] {
      _ = try TestMusic.make(title, seconds: 600, in: scratch.folder("music"))
    }
    let seeds = plan.seeds ?? max(1, plan.soakSeconds / Self.seedSeconds)
    let first = UInt64(plan.firstSeed)
    var keys = 0
    for seed in first..<(first + UInt64(seeds)) {
      let hammer = try Hammer(
        plan, seed: seed, music: scratch.folder("music"), state: scratch.folder("state \(seed)"))
      print("seed \(seed): \(try hammer.run(seconds: Double(plan.soakSeconds) / Double(seeds)))")
      fflush(nil)
      keys += hammer.keys
    }
    print("Soak: \(seeds) seeds, \(plan.soakSeconds) s, \(keys) keys, nothing wrong.")
  }
}

struct Wrong: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
