// SPDX-License-Identifier: GPL-3.0-or-later

/// A line of the corpus' manifest: what other programs say of a file.
struct ManifestFile {
  /// A program's word on how a file sounds.
  struct Sound {
    var rate: Int?
    var channels: Int?
    var frames: Int
  }

  let name: String
  let bytes: Int
  /// What programs decoded, not what headers say. Empty when none could.
  let sounds: [Sound]
  /// Whether ffmpeg knows it as MPEG audio, or not at all.
  let isOfAnotherFormat: Bool
  private static let otherEndings = [
    ".aif", ".aiff", ".m4a", ".mp4", ".ogg", ".oga", ".opus", ".spx", ".flac", ".wav", ".wma",
    ".aac",
    ".ape", ".mpc", ".wv",
  ]
  private let facts: [Substring]
  private let oddity: String

  /// The files with sound or tags.
  static func all(in manifest: String) -> [Self] {
    manifest.split(separator: "\n").dropFirst().compactMap { Self(line: $0) }
      .sorted { $0.name < $1.name }
  }

  private init?(line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count >= 8, fields[0].hasPrefix("audio/") || fields[0].hasPrefix("tags/") else {
      return nil
    }
    name = String(fields[0])
    oddity = String(fields[4])
    facts = Self.facts(fields[5])
    bytes = Int(fields[6]) ?? 0
    let probe = facts.first { $0.hasPrefix("ffprobe: ") }?.dropFirst(9) ?? ""
    let form = probe.prefix { $0 != " " }
    let isMPEG = ["/mp3", "/mp2", "/mp1"].contains { form.hasSuffix($0) }
    isOfAnotherFormat =
      !isMPEG && (form.contains("/") || Self.otherEndings.contains { fields[0].hasSuffix($0) })
    sounds = facts.compactMap { Self.sound($0) }.filter { $0.frames > 0 }
  }

  /// What each program takes for the "title", "artist" or "album"; the real one alone where the
  /// manifest knows it.
  func texts(_ key: String) -> [String] {
    if let real = Self.value(of: "real \(key) ", in: oddity[...]) { return [real] }
    return facts.compactMap { Self.value(of: key + "=", in: $0) }.filter { !$0.isEmpty }
  }

  private static func facts(_ text: Substring) -> [Substring] {
    text.split(separator: "||").map(\.trimmed)
  }

  private static func sound(_ fact: Substring) -> Sound? {
    let words = fact.split(separator: " ")
    func number(before word: Substring) -> Int? {
      guard let index = words.firstIndex(of: word), index > 0 else { return nil }
      return Int(words[index - 1])
    }
    guard words.first == "mpg123:" || fact.hasPrefix("ffmpeg decodes "),
      let frames = number(before: "samples/ch")
    else { return nil }
    return Sound(rate: number(before: "Hz"), channels: number(before: "ch,"), frames: frames)
  }

  /// The text in quotes behind `key`, which may hold quotes itself.
  private static func value(of key: String, in fact: Substring) -> String? {
    let mark = key.hasSuffix("=") ? " \(key)\"" : key + "is \""
    guard let start = fact.firstRange(of: mark)?.upperBound else { return real(key, fact) }
    return unescaped(fact[start...])
  }

  private static func real(_ key: String, _ fact: Substring) -> String? {
    guard key.hasPrefix("real "), let start = fact.firstRange(of: key + "\"")?.upperBound else {
      return nil
    }
    return unescaped(fact[start...])
  }

  /// The start of `text` up to the closing quote, escapes resolved.
  private static func unescaped(_ text: Substring) -> String {
    var result = String.UnicodeScalarView()
    var rest = text.unicodeScalars
    while let scalar = rest.popFirst() {
      if scalar == "\"", closes(rest) { break }
      guard scalar == "\\", let kind = rest.first, let digits = ["x": 2, "u": 4, "U": 8][kind]
      else {
        result.append(scalar)
        continue
      }
      let code = String(rest.dropFirst().prefix(digits))
      rest = rest.dropFirst(1 + digits)
      if let value = UInt32(code, radix: 16).flatMap({ Unicode.Scalar($0) }) {
        result.append(value)
      }
    }
    return String(result)
  }

  private static func closes(_ rest: Substring.UnicodeScalarView) -> Bool {
    guard let next = rest.first else { return true }
    if next == ";" { return true }
    guard next == " " else { return false }
    let word = rest.dropFirst().prefix { ("a"..."z").contains($0) }
    let behind = rest.dropFirst(1 + word.count)
    return word.isEmpty ? behind.isEmpty : behind.first == "="
  }
}

extension Substring {
  var trimmed: Substring {
    var text = self.drop { $0 == " " }
    while text.last == " " { text.removeLast() }
    return text
  }
}
