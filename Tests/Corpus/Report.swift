// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// The table of results.
struct Report {
  let known: Disagreements
  private(set) var misses: [String] = []
  private var played = 0
  private var refused = 0
  private var listed = 0
  private var slowest = 0.0
  private var largest = 0

  init(known: Disagreements) {
    self.known = known
    print("frames or refusal, seconds, MB, agreement, file")
  }

  mutating func add(_ file: ManifestFile, _ outcome: Outcome, _ verdict: Verdict) {
    let result =
      outcome.refusal.map { outcome.frames == nil ? $0 : "\(outcome.frames ?? 0) \($0)" }
      ?? outcome.frames.map { "\($0)" } ?? "nothing"
    if outcome.frames == nil { refused += 1 } else { played += 1 }
    slowest = max(slowest, outcome.seconds)
    largest = max(largest, outcome.peakBytes)
    let isKnown = known.names.contains(file.name)
    var words = verdict.faults
    if verdict.disagreements.isEmpty {
      if isKnown { words.append("agrees, though docs/corpus.md says otherwise") }
    } else if !isKnown {
      words += verdict.disagreements
    } else {
      listed += 1
    }
    let agreement: String
    if !words.isEmpty {
      agreement = "MISS " + words.joined(separator: "; ")
      misses.append("\(file.name): \(agreement)")
    } else if isKnown {
      agreement = "listed"
    } else {
      agreement = outcome.rms.map { "rms \(number($0 * 32_768, 2))" } ?? "yes"
    }
    let megabytes = number(Double(outcome.peakBytes) / 1_048_576, 0)
    print(
      "\(pad(result, 18)) \(number(outcome.seconds, 2)) \(pad(megabytes, 4)) "
        + "\(pad(agreement, 9)) \(file.name)")
    fflush(nil)
  }

  func end(of files: [ManifestFile]) {
    let there = Set(files.map(\.name))
    print("")
    print(
      "\(files.count) files: \(played) played, \(refused) refused, \(listed) otherwise than "
        + "other programs and listed in docs/corpus.md, \(misses.count) missed.")
    print(
      "At most \(number(slowest, 2)) s and \(number(Double(largest) / 1_048_576, 0)) MB a file.")
    for miss in misses { print(miss) }
    let strangers = known.names.subtracting(there).sorted()
    if !strangers.isEmpty { print("Not looked at: \(strangers.joined(separator: ", "))") }
  }

  private func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private func number(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite else { return "-" }
    let scale = digits == 0 ? 1.0 : 100.0
    let hundredths = Int((value * scale).rounded())
    if digits == 0 { return "\(hundredths)" }
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest)"
  }
}
