// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport

/// What an outcome says against the manifest.
struct Verdict {
  /// How far a count of frames may be off: one MPEG frame, as programs differ over the last.
  private static let slack = 1152

  /// Crash, too much time or memory, noise: never right, whatever the documentation says.
  private(set) var faults: [String] = []
  /// Where the manifest says otherwise.
  private(set) var disagreements: [String] = []

  init(_ file: ManifestFile, _ outcome: Outcome) {
    if outcome.end != .exit(0) {
      faults.append("ended with \(outcome.end.map { "\($0)" } ?? "no end")")
    }
    if let noise = outcome.noise { faults.append("noise at \(noise)") }
    if outcome.peakBytes > OneFile.memory { faults.append("too much memory") }
    sound(file, outcome)
    for key in ["title", "artist", "album"] { text(key, file, outcome) }
  }

  private mutating func sound(_ file: ManifestFile, _ outcome: Outcome) {
    if let rms = outcome.rms {
      if rms > Reference.bound { disagreements.append("rms \(rms * 32_768) of 16 bit") }
      return
    }
    guard let frames = outcome.frames else {
      // Less than this is a fraction of a second of whatever looked like two frames.
      let heard = file.isOfAnotherFormat ? 0 : file.sounds.map(\.frames).max() ?? 0
      if heard > 0 { disagreements.append("refused, others hear \(heard) frames") }
      if let count = outcome.reference, count > 1 {
        disagreements.append("refused, the reference has \(count) samples")
      }
      return
    }
    if file.isOfAnotherFormat || file.sounds.isEmpty {
      disagreements.append("played, others hear nothing or another format")
      return
    }
    if !file.sounds.contains(where: { abs($0.frames - frames) <= Self.slack }) {
      disagreements.append(
        "others hear \(file.sounds.map { "\($0.frames)" }.joined(separator: " or "))")
    }
    for sound in file.sounds {
      if let rate = sound.rate, rate != outcome.rate { disagreements.append("rate \(rate)") }
      if let channels = sound.channels, channels != outcome.channels {
        disagreements.append("channels \(channels)")
      }
    }
  }

  private mutating func text(_ key: String, _ file: ManifestFile, _ outcome: Outcome) {
    guard !file.isOfAnotherFormat else { return }
    let expected = file.texts(key)
    let ours = outcome.text(key)
    let plain = Self.plain(ours ?? "")
    // Nothing readable in it is nothing to say.
    guard expected.contains(where: { !Self.plain($0).isEmpty }) else { return }
    let fits = expected.contains { text in
      let theirs = Self.plain(text)
      if theirs.last == "…" {
        // Cut off, now and then inside an escape.
        return plain.starts(with: theirs.prefix { $0 != "\\" && $0 != "…" })
      }
      return theirs == plain
    }
    if !fits {
      disagreements.append("\(key) \"\(ours ?? "")\", others \(expected.map { Self.shown($0) })")
    }
  }

  /// What is left to compare when programs join several values in their own ways.
  private static func plain(_ text: String) -> [Unicode.Scalar] {
    text.unicodeScalars.filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .unassigned, .spaceSeparator, .lineSeparator, .paragraphSeparator:
        return false
      default: return scalar != "," && scalar != ";" && scalar != "/"
      }
    }
  }

  private static func shown(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter { $0.properties.generalCategory != .control }))
  }
}

/// The disagreements that the documentation gives reasons for: lines that begin with "- `FILE`:".
struct Disagreements {
  let names: Set<String>

  init(_ text: String) {
    names = Set(
      text.split(separator: "\n").compactMap { line in
        guard line.hasPrefix("- `") else { return nil }
        let name = line.dropFirst(3).prefix { $0 != "`" }
        return line.dropFirst(3 + name.count).hasPrefix("`: ") ? String(name) : nil
      })
  }
}
