// SPDX-License-Identifier: GPL-3.0-or-later
import ESpeakNG
import Glibc
import Player
import Speech
import TestSupport

/// Speaks hostile texts with the real voices: no crash, nothing that a text has set, and a bounded
/// time for each. `benchmarks voices [N]`.
struct Voices {
  let plan: Plan

  /// Of languages with rules of their own: letters, syllables, characters, tones, right to left.
  /// Every other text is for the steady one, whose samples are compared. Not Hindi: that voice of
  /// eSpeak NG 1.51 reads memory nobody has written when Latin words come (espeak-ng#831), and
  /// dies of one in 300 of these texts; no rule for texts would help.
  private static let names = ["en", "de", "ru", "ar", "ko", "ja", "cmn", "fa", "fr", "tr"]
  private static let seed: UInt64 = 1
  /// Seconds after which a text counts as one that never ends.
  private static let patience: UInt32 = 30

  func run() throws {
    let voices = ESpeakVoices(
      voice: VoiceTrial.steady, voicesFolder: Array("\(plan.checkout)/Voices".utf8))
    let trial = try VoiceTrial(voices.make())
    var texts = HostileText(seed: Self.seed)
    var costs: [String: Cost] = [:]
    tellCrashes()
    let start = MonotonicTime.now
    for number in 0..<plan.texts {
      let (kind, bytes) = texts.next()
      let name =
        number.isMultiple(of: 2) ? VoiceTrial.steady : Self.names[number / 2 % Self.names.count]
      current = Int32(clamping: number)
      alarm(Self.patience)
      let limit = number % 5 == 0 ? 1000 : SpokenText.announcementLimit
      let cost = try trial.speak(decoded(bytes), limit: limit, voice: name)
      costs[kind.rawValue, default: Cost()].add(cost)
      costs["all", default: Cost()].add(cost)
    }
    alarm(0)
    print(costs)
    let seconds = Double(MonotonicTime.now - start) / 1e9
    print("Voices: \(plan.texts) texts of seed \(Self.seed) in \(Table.number(seconds, 0)) s,")
    print("no crash, and the same samples after each.")
  }

  private func print(_ costs: [String: Cost]) {
    var table = Table(
      "Hostile texts", columns: ["texts", "median ms", "p95 ms", "most ms", "most s"])
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
    let count = withVaList([signal, current]) {
      vsnprintf(line.baseAddress!, line.count, "signal %d at text %d\n", $0)
    }
    _ = write(2, line.baseAddress, Int(count))
  }
  _exit(1)
}
