// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// Presses keys at random for a long time, a minute a seed, and looks whether the program is well
/// afterwards: alive and answering, the music back at its level, memory flat, the terminal put
/// back. `benchmarks soak SECONDS`.
struct Soak {
  let plan: Plan

  /// Keys a second: faster than any hand or auto-repeat.
  private static let keysPerSecond = 50
  private static let minute = 60.0
  /// Memory that may be added in a minute of keys: caches and history fill up.
  private static let growth = 12_000_000

  init(plan: Plan) { self.plan = plan }

  func run() throws {
    let scratch = try ScratchFolder("soak")
    for title in ["One", "Two", "Three"] {
      _ = try TestMusic.make(title, seconds: 600, in: scratch.path)
    }
    let end = MonotonicTime.after(seconds: Double(plan.soakSeconds))
    var seed: UInt64 = 1
    while MonotonicTime.now < end {
      let left = Double(end - MonotonicTime.now) / 1e9
      let report = try soak(seed, seconds: min(left, Self.minute), in: scratch.path)
      print("seed \(seed): \(report)")
      fflush(nil)
      seed += 1
    }
    print("Soak: \(seed - 1) seeds, nothing wrong.")
  }

  /// So many seeds, each as long as asked for.
  func hammer() throws {
    let scratch = try ScratchFolder("hammer")
    for title in ["One", "Two", "Three"] {
      _ = try TestMusic.make(title, seconds: 600, in: scratch.path)
    }
    for seed in 1...UInt64(plan.seeds) {
      let report = try soak(seed, seconds: Double(plan.hammerSeconds), in: scratch.path)
      print("seed \(seed): \(report)")
      fflush(nil)
    }
    print("Hammer: \(plan.seeds) seeds, nothing wrong.")
  }

  private func soak(_ seed: UInt64, seconds: Double, in folder: String) throws -> String {
    let server = try PulseServer()
    let recording = try SinkRecording(of: server)
    let run = try plan.player([folder], on: server)
    defer { run.process.stop() }
    guard run.prints("EyeMusix", within: 10) else { throw Wrong("nothing was said at the start") }
    let before = try level(run, recording)
    let memory = run.process.usageSoFar?.peakBytes ?? 0
    let keys = hammer(run, seed, seconds: seconds)
    let after = try level(run, recording)
    let grown = (run.process.usageSoFar?.peakBytes ?? 0) - memory
    guard abs(after / before - 1) < 0.01 else {
      throw Wrong("seed \(seed): music at \(after), not \(before), after the keys")
    }
    guard grown < Self.growth else { throw Wrong("seed \(seed): memory grew by \(grown) bytes") }
    run.send("q")
    guard run.end(within: 5) == .exit(0) else { throw Wrong("seed \(seed): q did not end it") }
    if let terminal = run.terminal, terminal.mode.isRaw { throw Wrong("the terminal is raw") }
    return "\(keys) keys, level \(after / before), memory +\(grown / 1024) kB"
  }

  /// Random bytes, half of them keys that mean something; never one that leaves the program.
  private func hammer(_ run: ProgramRun, _ seed: UInt64, seconds: Double) -> Int {
    var random = SplitMix(seed: seed)
    let useful = Array(" \r;:npsmertcwi\u{7F}flxgvhk!+-_=,.<>0123456789{}".utf8)
    let sequences = [
      "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}",
      "\u{1B}[15~", "\u{1B}[17~", "\u{1B}[200~paste\u{1B}[201~", "\u{1B}[999", "\u{1B}OP",
    ]
    // Halves of UTF-8, overlong forms, pastes with controls inside, sequences cut short.
    let broken: [[UInt8]] = [
      [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x8E], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xFF, 0xFE],
      [0x1B, 0x5B], [0x1B, 0x4F], [0x1B, 0x5B, 0x31, 0x3B],
      Array("\u{1B}[200~\u{0}\u{1B}[A\u{7}\u{1B}[201~".utf8), Array("\u{1B}[201~".utf8),
      Array("\u{1B}[99999999999999999999A".utf8),
    ]
    let leaving: Set<UInt8> = [0x03, 0x1A, 0x71]
    let end = MonotonicTime.after(seconds: seconds)
    var count = 0
    var next = MonotonicTime.now
    while MonotonicTime.now < end {
      switch random.next() % 6 {
      case 4:
        let key = useful[Int(random.next() % UInt64(useful.count))]
        run.send(bytes: Array(repeating: key, count: 1 + Int(random.next() % 40)))
      case 5: run.send(bytes: broken[Int(random.next() % UInt64(broken.count))])
      case 0: run.send(sequences[Int(random.next() % UInt64(sequences.count))])
      case 1:
        let byte = UInt8(truncatingIfNeeded: random.next())
        if !leaving.contains(byte) { run.send(bytes: [byte]) }
      default: run.send(bytes: [useful[Int(random.next() % UInt64(useful.count))]])
      }
      count += 1
      next += Int64(1_000_000_000 / Self.keysPerSecond)
      MonotonicTime.wait(until: next)
    }
    return count
  }

  /// Brings the player to one state (no prompt, first track, volume 100, sound on), lets the
  /// answers end, and measures the music.
  private func level(_ run: ProgramRun, _ recording: SinkRecording) throws -> Float {
    for keys in ["\u{1B}", "\u{1B}", "\u{1B}", "!", "\u{1B}[H", "\r"] { press(run, keys) }
    for _ in 0..<40 { press(run, "-", seconds: 0.03) }
    for _ in 0..<20 { press(run, "+", seconds: 0.03) }
    press(run, "\u{1B}")
    let answered = run.outputLength
    press(run, "w")
    guard run.prints("One", after: answered, within: 5) else {
      throw Wrong("w was not answered; the last words: \(run.output.suffix(600))")
    }
    press(run, "\u{1B}")
    recording.listen(seconds: 3)
    let from = recording.frameCount
    recording.listen(seconds: 1)
    let sound = recording.mono(from: from)
    return (sound.reduce(0) { $0 + $1 * $1 } / Float(max(1, sound.count))).squareRoot()
  }

  private func press(_ run: ProgramRun, _ keys: String, seconds: Double = 0.2) {
    run.send(keys)
    MonotonicTime.wait(until: MonotonicTime.after(seconds: seconds))
  }
}

struct Wrong: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
