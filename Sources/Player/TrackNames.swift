// SPDX-License-Identifier: GPL-3.0-or-later

/// The text of bytes that came from outside: UTF-8 where they are, Windows-1252 where not.
///
/// Valid sequences are kept beside stray bytes, so one broken byte does not spoil a whole name.
/// Control characters are still in it; see `readable`.
public func decoded(_ bytes: [UInt8]) -> String {
  if let text = String(validating: bytes, as: UTF8.self) { return text }
  var scalars = String.UnicodeScalarView()
  var index = 0
  while index < bytes.count {
    let length = utf8Length(bytes, at: index)
    if length > 0 {
      scalars.append(
        contentsOf: String(decoding: bytes[index..<index + length], as: UTF8.self).unicodeScalars)
      index += length
    } else {
      scalars.append(windows1252Scalar(bytes[index]))
      index += 1
    }
  }
  return String(scalars)
}

/// The character that a byte of Windows-1252 stands for; the five unassigned bytes are the
/// control characters of Latin-1.
public func windows1252Scalar(_ byte: UInt8) -> Unicode.Scalar {
  guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
  return windows1252Upper[Int(byte) - 0x80]
}

/// The byte of Windows-1252 for a character; `nil` when it has none.
public func windows1252Byte(_ scalar: Unicode.Scalar) -> UInt8? {
  if scalar.value < 0x80 || (0xA0...0xFF).contains(scalar.value) { return UInt8(scalar.value) }
  return windows1252Upper.firstIndex(of: scalar).map { UInt8($0 + 0x80) }
}

/// Text of any origin fit to be printed and spoken: not UTF-8 is read as Windows-1252, line
/// breaks and tabs become spaces, control and direction characters are dropped.
public func readable(_ bytes: [UInt8]) -> String {
  if bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) {
    return String(decoding: bytes, as: UTF8.self)
  }
  return readable(decoded(bytes))
}

/// Text of any origin fit to be printed and spoken; see the function of the same name for bytes.
public func readable(_ text: String) -> String {
  var scalars = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar.value {
    case 0x09...0x0D, 0x85, 0x2028, 0x2029: scalars.append(" ")
    case 0..<0x20, 0x7F..<0xA0: continue
    case 0xAD, 0x061C, 0x180E, 0x200B, 0x200E, 0x200F, 0xFEFF: continue
    case 0x202A...0x202E, 0x2060...0x206F, 0xFFF0...0xFFFB: continue
    case 0xE0000...0xE0FFF: continue
    default: scalars.append(scalar)
    }
  }
  return String(scalars)
}

/// A name to say for the track at `path` as long as no title is known: the file's name without
/// extension, underscores and leading track number. Never empty.
///
/// A number stays when it may be part of the name ("1979", "99 Luftballons", "2.0").
public func cleanedName(ofPath path: [UInt8]) -> String {
  let last = lastComponent(ofPath: path)
  let stem = withoutAudioExtension(last)
  let spaced = collapsed(readable(stem.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }))
  let name = withoutTrackNumber(spaced)
  if !name.isEmpty { return name }
  let whole = collapsed(readable(last))
  return whole.isEmpty ? escapedName(last) : whole
}

/// The last component of a path, slashes at the end aside; the path itself when it has none.
public func lastComponent(ofPath path: [UInt8]) -> [UInt8] {
  let slash = UInt8(ascii: "/")
  guard let end = path.lastIndex(where: { $0 != slash }) else { return path }
  let start = path[...end].lastIndex(of: slash).map { $0 + 1 } ?? 0
  return Array(path[start...end])
}

private let windows1252Upper: [Unicode.Scalar] = [
  "\u{20AC}", "\u{81}", "\u{201A}", "\u{192}", "\u{201E}", "\u{2026}", "\u{2020}", "\u{2021}",
  "\u{2C6}", "\u{2030}", "\u{160}", "\u{2039}", "\u{152}", "\u{8D}", "\u{17D}", "\u{8F}",
  "\u{90}", "\u{2018}", "\u{2019}", "\u{201C}", "\u{201D}", "\u{2022}", "\u{2013}", "\u{2014}",
  "\u{2DC}", "\u{2122}", "\u{161}", "\u{203A}", "\u{153}", "\u{9D}", "\u{17E}", "\u{178}",
]

private let audioExtensions: Set<String> = [
  "mp3", "mp2", "mp1", "mpga", "mpa", "flac", "ogg", "oga", "opus", "m4a", "m4b", "aac", "wav",
  "wma", "aif", "aiff", "ape", "wv", "mpc",
]

/// Length of the valid UTF-8 sequence that begins at `index`; 0 when there is none.
private func utf8Length(_ bytes: [UInt8], at index: Int) -> Int {
  let length: Int
  switch bytes[index] {
  case 0..<0x80: return 1
  case 0xC2...0xDF: length = 2
  case 0xE0...0xEF: length = 3
  case 0xF0...0xF4: length = 4
  default: return 0
  }
  guard index + length <= bytes.count else { return 0 }
  return String(validating: bytes[index..<index + length], as: UTF8.self) == nil ? 0 : length
}

private func withoutAudioExtension(_ name: [UInt8]) -> [UInt8] {
  guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return name }
  let suffix = String(decoding: name[(dot + 1)...], as: UTF8.self).lowercased()
  return audioExtensions.contains(suffix) ? Array(name[..<dot]) : name
}

private func collapsed(_ text: String) -> String {
  text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
}

private func escapedName(_ name: [UInt8]) -> String {
  name.isEmpty ? "/" : name.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// `name` without "01 - ", "01. ", "01 ", "1-03 ", "1) " before a word.
private func withoutTrackNumber(_ name: String) -> String {
  var rest = Substring(name)
  let number = leadingDigits(rest, atMost: 3)
  guard !number.isEmpty else { return name }
  rest = rest.dropFirst(number.count)
  guard let separator = rest.first else { return name }
  let isPadded = number.first == "0"

  if separator == "-", number.count == 1 || isPadded {
    let track = leadingDigits(rest.dropFirst(), atMost: 2)
    let after = rest.dropFirst(1 + track.count)
    if track.count == 2, let next = after.first, " .-)".contains(next) {
      return titled(after) ?? name
    }
  }
  switch separator {
  case " ":
    let next = rest.dropFirst().first
    guard isPadded || next == "-" || next == "\u{2013}" else { return name }
  case ".", ")":
    guard rest.dropFirst().first?.isNumber != true else { return name }
  case "-":
    guard let next = rest.dropFirst().first, next == " " || (!next.isNumber && number.count > 1)
    else { return name }
  default: return name
  }
  return titled(rest) ?? name
}

/// Up to `limit` ASCII digits that begin `text`; empty when there are more.
private func leadingDigits(_ text: Substring, atMost limit: Int) -> Substring {
  let digits = text.prefix { $0.isASCII && $0.isNumber }
  return digits.count > limit ? "" : digits
}

/// What follows separators, when it has a letter.
private func titled(_ text: Substring) -> String? {
  let title = text.drop { " .-)\u{2013}".contains($0) }
  return title.contains { $0.isLetter } ? String(title) : nil
}
