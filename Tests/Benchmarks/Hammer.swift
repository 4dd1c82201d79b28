// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// One seed of random keys against the program in a terminal.
final class Hammer {
  /// Keys a second, a flood of repeats counted once: faster than any hand or auto-repeat.
  private static let keysPerSecond = 50
  /// Seconds until the caches of a start are filled.
  private static let warmUp = 20.0
  /// Bytes the resident memory may grow by after that.
  private static let growth = 2_000_000
  /// One of so many turns ends or suspends the program.
  private static let leavingOdds: UInt64 = 800
  /// What may still begin after the answer to the last key: what waited, and the news of a track.
  private static let lateUtterances = 2

  /// Keys sent so far, all of a flood.
  private(set) var keys = 0

  private let plan: Plan
  private let seed: UInt64
  private let state: String
  private let server: PulseServer
  private let recording: SinkRecording
  private var random: SplitMix
  private var run: ProgramRun
  private var starts = 1
  private var suspensions = 0
  private var startedAt = MonotonicTime.now
  private var warmBytes: Int?
  private var worstGrowth: Int?

  init(_ plan: Plan, seed: UInt64, music: String, state: String) throws {
    self.plan = plan
    self.seed = seed
    self.state = state
    random = SplitMix(seed: seed)
    server = try PulseServer()
    recording = try SinkRecording(of: server)
    run = try Self.start(plan, server, state, music)
  }

  private static func start(
    _ plan: Plan, _ server: PulseServer, _ state: String, _ source: String
  ) throws -> ProgramRun {
    let run = try plan.player(
      ["--speech-log", "\(state)/log", source], on: server,
      environment: ["XDG_STATE_HOME": state])
    guard run.prints("EyeMusix", within: 10) else {
      throw Wrong("nothing was said at the start: \(run.output)\(run.errors)")
    }
    return run
  }

  /// Presses keys for so long and tells what was seen.
  func run(seconds: Double) throws -> String {
    defer { run.process.stop() }
    let before = try level()
    try press(until: MonotonicTime.after(seconds: seconds))
    try revive()
    noteMemory()
    try expectSilence()
    let after = try level()
    guard abs(after / before - 1) < 0.01, before > 0.05 else {
      throw wrong("music at \(after), not \(before), after the keys")
    }
    if let worstGrowth, worstGrowth > Self.growth {
      throw wrong("memory grew by \(worstGrowth) bytes")
    }
    run.send("q")
    guard run.end(within: 5) == .exit(0) else { throw wrong("q did not end it") }
    try expectRestoredTerminal()
    let memory = worstGrowth.map { "memory +\($0 / 1024) kB" } ?? "too short for a look at memory"
    return
      "\(keys) keys, \(starts) starts, \(suspensions) suspensions, level \(after / before), \(memory)"
  }

  // MARK: - Keys

  private func press(until end: Int64) throws {
    var next = MonotonicTime.now
    var turns = 0
    while MonotonicTime.now < end {
      pressOne()
      next += Int64(1_000_000_000 / Self.keysPerSecond)
      MonotonicTime.wait(until: next)
      turns += 1
      if turns % Self.keysPerSecond == 0 {
        try revive()
        noteMemory()
        next = MonotonicTime.now
      }
    }
  }

  private static let useful = Array(" \r;:npsmertcwi\u{7F}flxgvhk!+-_=,.<>0123456789{}".utf8)
  private static let sequences = [
    "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}",
    "\u{1B}[15~", "\u{1B}[17~", "\u{1B}[200~paste\u{1B}[201~", "\u{1B}[999", "\u{1B}OP",
  ]
  /// Halves of UTF-8, overlong forms, pastes with controls inside, sequences cut short.
  private static let broken: [[UInt8]] = [
    [0xC3], [0xE2, 0x82], [0xF0, 0x9F, 0x8E], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xFF, 0xFE],
    [0x1B, 0x5B], [0x1B, 0x4F], [0x1B, 0x5B, 0x31, 0x3B],
    Array("\u{1B}[200~\u{0}\u{1B}[A\u{7}\u{1B}[201~".utf8), Array("\u{1B}[201~".utf8),
    Array("\u{1B}[99999999999999999999A".utf8),
  ]
  /// q, Control C, Control Z.
  private static let leaving: [UInt8] = [0x71, 0x03, 0x1A]

  private func pressOne() {
    if random.next() % Self.leavingOdds == 0 { return send([pick(Self.leaving)]) }
    switch random.next() % 6 {
    case 0: send(Array(pick(Self.sequences).utf8))
    case 1:
      let byte = UInt8(truncatingIfNeeded: random.next())
      if !Self.leaving.contains(byte) { send([byte]) }
    case 2: send(pick(Self.broken))
    case 3: send(Array(repeating: pick(Self.useful), count: 1 + Int(random.next() % 40)))
    default: send([pick(Self.useful)])
    }
  }

  private func pick<Element>(_ choices: [Element]) -> Element {
    choices[Int(random.next() % UInt64(choices.count))]
  }

  private func send(_ bytes: [UInt8]) {
    run.send(bytes: bytes)
    keys += bytes.count
  }

  // MARK: - Leaving and coming back

  /// Lets a suspended program go on and starts one anew that was left: both may be chosen in the
  /// list of commands too.
  private func revive() throws {
    if run.process.isStopped {
      try expectRestoredTerminal()
      run.process.send(signal: SIGCONT)
      suspensions += 1
    }
    guard let end = run.end(within: 0) else { return }
    guard end == .exit(0) else { throw wrong("it ended with \(end)") }
    try expectRestoredTerminal()
    run = try Self.start(plan, server, state, "--resume")
    starts += 1
    startedAt = MonotonicTime.now
    warmBytes = nil
  }

  private func expectRestoredTerminal() throws {
    guard let terminal = run.terminal, !terminal.mode.isRaw else {
      throw wrong("the terminal was left raw")
    }
  }

  private func noteMemory() {
    guard Double(MonotonicTime.now - startedAt) / 1e9 > Self.warmUp,
      let bytes = run.process.usageSoFar?.residentBytes
    else { return }
    guard let warmBytes else {
      warmBytes = bytes
      return
    }
    worstGrowth = max(worstGrowth ?? 0, bytes - warmBytes)
  }

  // MARK: - Afterwards

  /// No key is pressed any more: what is being said ends, at most one more waits.
  private func expectSilence() throws {
    press("\u{1B}", seconds: 0.5)
    let said = requests
    press("", seconds: 8)
    let late = requests - said
    guard late <= Self.lateUtterances else {
      throw wrong("\(late) things were said after the last key was answered")
    }
  }

  /// Lines of the speech log that ask for something.
  private var requests: Int {
    (TextFile.read("\(state)/log") ?? "").split(separator: "\n")
      .count { $0.contains("\"requested\"") }
  }

  /// Brings the player to one state (no prompt, first track, volume 100, sound on), lets the
  /// answers end, and measures the music.
  private func level() throws -> Float {
    for keys in ["\u{1B}", "\u{1B}", "\u{1B}", "!", "\u{1B}[H", "\r"] { press(keys) }
    for _ in 0..<40 { press("-", seconds: 0.03) }
    for _ in 0..<20 { press("+", seconds: 0.03) }
    press("\u{1B}")
    let answered = run.outputLength
    press("w")
    guard run.prints("One", after: answered, within: 5) else {
      throw wrong("w was not answered; last words: \(run.output.suffix(600))")
    }
    press("\u{1B}")
    recording.listen(seconds: 3)
    let from = recording.frameCount
    recording.listen(seconds: 2)
    return Self.level(of: recording.mono(from: from))
  }

  /// The level in the middle of all moments: a loaded machine may leave gaps in a recording.
  private static func level(of sound: [Float]) -> Float {
    // Twice the period in which the tones of the music come round.
    let moment = 48_000 * 2 / 35
    let levels = stride(from: 0, through: sound.count - moment, by: moment).map { start in
      (sound[start..<(start + moment)].reduce(0) { $0 + $1 * $1 } / Float(moment)).squareRoot()
    }
    return levels.isEmpty ? 0 : levels.sorted()[levels.count / 2]
  }

  private func press(_ keys: String, seconds: Double = 0.2) {
    run.send(keys)
    MonotonicTime.wait(until: MonotonicTime.after(seconds: seconds))
  }

  private func wrong(_ text: String) -> Wrong {
    Wrong("seed \(seed), after \(keys) keys: \(text)\n\(run.errors.suffix(4000))")
  }
}
