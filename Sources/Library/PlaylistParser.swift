// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// One line of a playlist that names something.
struct PlaylistEntry: Hashable {
  /// What it names, as the list has it.
  var target: [UInt8]
  /// Its title, made readable.
  var title: String?
}

/// Understands the lines of `.m3u`, `.m3u8`, `.pls`, and of the `.asx` that is not XML. Which of them it is, the first line
/// tells: PLS under the name of M3U and bare lists under the name of PLS are common.
struct PlaylistParser {
  private enum Form {
    case undecided, m3u, pls
  }

  private var form = Form.undecided
  private let isNamedPLS: Bool
  private var title: String?
  private var numbered: [(number: Int, target: [UInt8])] = []
  private var titles: [Int: String] = [:]

  /// Whether it is an HLS list: pieces of a stream, not music.
  private(set) var isStream = false
  /// How many entries wait for the end of the list.
  var waiting: Int { numbered.count + titles.count }

  /// A parser for a list; `isNamedPLS` when its name ends in `.pls`.
  init(isNamedPLS: Bool) { self.isNamedPLS = isNamedPLS }

  /// Takes a line; returns the entry it completes.
  mutating func take(_ line: [UInt8]) -> PlaylistEntry? {
    let text = line.trimmed
    guard !text.isEmpty else { return nil }
    if form == .undecided, text.first != UInt8(ascii: "#") {
      form =
        text.hasPrefix("[playlist]") || text.hasPrefix("[reference]")
        ? .pls : isNamedPLS ? .undecided : .m3u
    }
    if form != .m3u, takeNumbered(text) { return nil }
    if form == .pls { return nil }
    if text.first == UInt8(ascii: "#") {
      takeComment(text)
      return nil
    }
    defer { title = nil }
    return PlaylistEntry(target: line, title: title)
  }

  /// The entries of a PLS list by their numbers, whatever their order in the file.
  mutating func finish() -> [PlaylistEntry] {
    let inOrder = numbered.enumerated().sorted {
      ($0.element.number, $0.offset) < ($1.element.number, $1.offset)
    }
    numbered = []
    return inOrder.map {
      PlaylistEntry(target: $0.element.target, title: titles[$0.element.number])
    }
  }

  /// `File1=…`, `Title1=…`; true when it was one of them.
  private mutating func takeNumbered(_ text: ArraySlice<UInt8>) -> Bool {
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else { return false }
    let key = text[..<equals].trimmed
    let value = text[(equals + 1)...].trimmed
    if let number = key.number(after: "file") ?? key.number(after: "ref") {
      form = .pls
      if !value.isEmpty { numbered.append((number, Array(value))) }
    } else if let number = key.number(after: "title") {
      titles[number] = shortTitle(value)
    } else {
      return false
    }
    return true
  }

  private mutating func takeComment(_ text: ArraySlice<UInt8>) {
    if text.hasPrefix("#EXTINF:") {
      title = Self.extendedTitle(text.dropFirst(8))
    } else if text.hasPrefix("#EXT-X-TARGETDURATION") || text.hasPrefix("#EXT-X-STREAM-INF")
      || text.hasPrefix("#EXT-X-MEDIA-SEQUENCE")
    {
      isStream = true
    }
  }

  /// The title of `123 key="a,b",Title`: what follows the first comma outside quotes. Without a
  /// comma the whole, unless it is the length.
  private static func extendedTitle(_ text: ArraySlice<UInt8>) -> String? {
    var isQuoted = false
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "\""): isQuoted.toggle()
      case UInt8(ascii: ",") where !isQuoted: return shortTitle(text[(index + 1)...].trimmed)
      default: break
      }
    }
    let isLength = text.trimmed.allSatisfy { (0x2B...0x39).contains($0) }
    return isLength || isQuoted ? nil : shortTitle(text.trimmed)
  }
}

/// A title made readable; `nil` when nothing of it is left.
func shortTitle(_ bytes: ArraySlice<UInt8>) -> String? {
  let text = readable(Array(bytes.prefix(2000))).split(whereSeparator: \.isWhitespace)
  return text.isEmpty ? nil : text.joined(separator: " ")
}

extension BidirectionalCollection<UInt8> {
  /// Without spaces and tabs around it.
  var trimmed: SubSequence {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    let start = drop(while: isBlank)
    guard let last = start.lastIndex(where: { !isBlank($0) }) else { return start }
    return start[...last]
  }

  /// Whether it begins with `text`, ASCII case aside.
  func hasPrefix(_ text: String) -> Bool {
    let wanted = text.utf8
    return count >= wanted.count && zip(self, wanted).allSatisfy { $0.asciiLower == $1.asciiLower }
  }

  /// The number that follows `text` and ends it; `nil` when it is something else.
  func number(after text: String) -> Int? {
    guard hasPrefix(text) else { return nil }
    let digits = dropFirst(text.utf8.count)
    guard (1...9).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
      return nil
    }
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }
}

extension UInt8 {
  var asciiLower: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }
}
