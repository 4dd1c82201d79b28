// SPDX-License-Identifier: GPL-3.0-or-later
import ESpeakNG
import Glibc
import Player
import Speech
import TestSupport

/// Speaks hostile texts with the real voices: no crash, nothing that a text has set, and a bounded
/// time for each. `benchmarks voices [N]`. Each voice has a process of its own, as it has in the
/// program.
struct Voices {
  let plan: Plan

  /// Of languages with rules of their own: letters, syllables, characters, tones, right to left.
  /// Half of the texts are for the steady one, whose samples are compared. Not Hindi: that voice of
  /// eSpeak NG 1.51 reads memory nobody has written when Latin words come (espeak-ng#831), and
  /// dies of one in 300 of these texts; no rule for texts would help.
  private static let names = ["en", "de", "ru", "ar", "ko", "ja", "cmn", "fa", "fr", "tr"]
  /// Says to a child of this program which voice it is to try.
  private static let variable = "EYEMUSIX_TRIAL"
  /// Seconds after which a text counts as one that never ends.
  private static let patience: UInt32 = 30

  func run() throws {
    if let name = getenv(Self.variable) { return try speak(as: String(cString: name)) }
    var failed: [String] = []
    for name in [VoiceTrial.steady] + Self.names {
      // The library grumbles on the standard error.
      let child = try ChildProcess(
        "/proc/self/exe", ["voices", "\(count(for: name))"], environment: [Self.variable: name],
        descriptors: (-1, 1, -1))
      if child.end(within: 3600) != .exit(0) { failed.append(name) }
    }
    guard failed.isEmpty else { throw SpawnFailure(description: "Voices: failed: \(failed)") }
    print("Voices: \(plan.texts) texts, no crash, and the voice is the same after each.")
  }

  private func count(for name: String) -> Int {
    max(1, name == VoiceTrial.steady ? plan.texts / 2 : plan.texts / 2 / Self.names.count)
  }

  private func speak(as name: String) throws {
    tellCrashes()
    let voices = ESpeakVoices(voice: name, voicesFolder: Array("\(plan.checkout)/Voices".utf8))
    let trial = try VoiceTrial(voices.make(), isSteady: name == VoiceTrial.steady)
    // Each voice has texts of its own.
    var texts = HostileText(seed: name.utf8.reduce(1) { $0 &* 31 &+ UInt64($1) })
    var costs: [String: Cost] = [:]
    for number in 0..<plan.texts {
      let (kind, bytes) = texts.next()
      current = Int32(clamping: number)
      alarm(Self.patience)
      let limit = number % 5 == 0 ? 1000 : SpokenText.announcementLimit
      let cost = try trial.speak(decoded(bytes), limit: limit)
      if name == VoiceTrial.steady { costs[kind.rawValue, default: Cost()].add(cost) }
      costs["all", default: Cost()].add(cost)
    }
    alarm(0)
    print(costs, name)
  }

  private func print(_ costs: [String: Cost], _ name: String) {
    var table = Table(
      "Texts in \(name)", columns: ["texts", "median ms", "p95 ms", "most ms", "most s"])
    for (name, cost) in costs.sorted(by: { $0.key < $1.key }) {
      let work = [cost.work.median, cost.work.p95, cost.work.max].map { Table.number($0, 1) }
      table.add(name, ["\(cost.work.count)"] + work + [Table.number(cost.speech.max, 0)])
    }
    table.print()
  }

  private func print(_ line: String) { Swift.print(line) }

  /// Milliseconds of work, and seconds of speech that came of it.
  private struct Cost {
    var work = Sample()
    var speech = Sample()

    mutating func add(_ one: (work: Double, speech: Double)) {
      work.add(one.work * 1000)
      speech.add(one.speech)
    }
  }
}

/// The text that is being spoken.
// Written by the one thread there is; a signal handler reads it at the end.
private nonisolated(unsafe) var current: Int32 = 0

/// Has the process say at which text it died.
private func tellCrashes() {
  for signal in [SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGALRM] {
    var action = sigaction()
    action.__sigaction_handler.sa_handler = tellCrash
    sigaction(signal, &action, nil)
  }
}

private func tellCrash(_ signal: Int32) {
  // Nothing may be allocated here.
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 100) { line in
    guard let start = line.baseAddress else { return }
    let count = withVaList([signal, current]) {
      vsnprintf(start, line.count, "signal %d at text %d\n", $0)
    }
    _ = write(1, start, Int(count))
  }
  _exit(1)
}
