// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// Understands the lines of a cue sheet: which files it names, and which parts of them are tracks.
/// Lines that are not understood are passed over, as the sheets of many programs have their own.
struct CueSheet {
  /// A track that plays sound.
  struct Entry: Hashable {
    /// The file, as the sheet has it.
    var file: [UInt8]
    /// Counts the `FILE` lines; the same file may be named twice.
    var fileNumber: Int
    var title: String?
    var part: TrackPart
  }

  /// The track whose lines are being read.
  private struct Open {
    var number: Int
    var isSound: Bool
    var title: String?
    var performer: String?
    /// The best index so far, and where it is.
    var index: Int?
    var start = 0
    var fileNumber = 0
  }

  /// A sheet has at most 99; no honest one has more than this.
  static let largest = 100_000

  private(set) var files: [[UInt8]] = []
  private var entries: [Entry] = []
  private var open: Open?
  private var title: String?
  private var performer: String?
  /// Before the first track, or after a new file: titles are the album's.
  private var isHeader = true

  /// Tracks read so far.
  var count: Int { entries.count }

  /// Takes a line without its end.
  mutating func take(_ line: [UInt8]) {
    let (word, rest) = Self.firstWord(line.trimmed)
    switch String(decoding: word.prefix(10), as: UTF8.self).uppercased() {
    case "FILE":
      guard let name = Self.name(ofFile: rest) else { return }
      files.append(name)
      isHeader = true
    case "TRACK": begin(rest)
    case "TITLE": takeText(rest, \.title, \.title)
    case "PERFORMER": takeText(rest, \.performer, \.performer)
    case "INDEX": takeIndex(rest)
    default: break
    }
  }

  /// The tracks in the order of the sheet. Each ends where the next one in its file begins; what
  /// lies before the first index of a track, its gap, belongs to the track before.
  mutating func finish() -> [Entry] {
    close()
    var nextStart: [Int: Int] = [:]
    for place in entries.indices.reversed() {
      let (file, start) = (entries[place].fileNumber, entries[place].part.start)
      // One that lies further back in the file cannot be the end.
      if let next = nextStart[file], next > start { entries[place].part.end = next }
      nextStart[file] = start
    }
    nameUntitled()
    return entries
  }

  /// Tracks without a title are told apart by album and number where several share a file.
  private mutating func nameUntitled() {
    for place in entries.indices where entries[place].title == nil && !entries[place].part.isWhole {
      let album = entries[place].part.album ?? cleanedName(ofPath: entries[place].file)
      entries[place].title = "\(album) \(entries[place].part.number ?? place + 1)"
    }
  }

  private mutating func begin(_ rest: ArraySlice<UInt8>) {
    close()
    let (number, kind) = Self.firstWord(rest)
    isHeader = false
    // Data tracks of a disc hold no sound; karaoke (CDG) does.
    let isData = kind.trimmed.hasPrefix("MODE") || kind.trimmed.hasPrefix("CDI")
    open = Open(number: number.number(after: "") ?? entries.count + 1, isSound: !isData)
  }

  private mutating func close() {
    defer { open = nil }
    guard let open, open.isSound, open.index != nil, entries.count < Self.largest else { return }
    var part = TrackPart(start: open.start)
    part.performer = open.performer ?? performer
    part.album = title
    part.number = open.number
    entries.append(
      Entry(
        file: files[open.fileNumber], fileNumber: open.fileNumber, title: open.title, part: part))
  }

  private mutating func takeText(
    _ rest: ArraySlice<UInt8>, _ ofTrack: WritableKeyPath<Open, String?>,
    _ ofSheet: WritableKeyPath<Self, String?>
  ) {
    let text = shortTitle(Self.unquoted(rest)[...])
    // A track whose index is still to come goes on in the new file.
    if isHeader, open?.index ?? 0 > 0 { close() }
    if let known = open {
      // A second one belongs to a track whose own line is broken.
      if known[keyPath: ofTrack] == nil { open?[keyPath: ofTrack] = text }
    } else if isHeader {
      self[keyPath: ofSheet] = text
    }
  }

  /// Of the indices of a track the first from 1 on counts; index 0, the gap before it, where there
  /// is no other.
  private mutating func takeIndex(_ rest: ArraySlice<UInt8>) {
    guard let known = open, !files.isEmpty else { return }
    let (word, time) = Self.firstWord(rest)
    guard let index = word.number(after: ""), let start = Self.time(time.trimmed) else { return }
    guard known.index ?? 0 == 0, known.index == nil || index > 0 else { return }
    isHeader = false
    open?.index = index
    open?.start = start
    open?.fileNumber = files.count - 1
  }

  // MARK: - Lines

  private static func firstWord(
    _ text: ArraySlice<UInt8>
  ) -> (ArraySlice<UInt8>, ArraySlice<UInt8>) {
    let end = text.firstIndex { $0 == 0x20 || $0 == 0x09 } ?? text.endIndex
    return (text[..<end], text[end...].trimmed)
  }

  /// What stands in quotes, else everything.
  private static func unquoted(_ text: ArraySlice<UInt8>) -> [UInt8] {
    guard let first = text.first, first == UInt8(ascii: "\"") else { return Array(text) }
    let inner = text.dropFirst()
    return Array(inner[..<(inner.lastIndex(of: first) ?? inner.endIndex)])
  }

  /// `"a b.wav" WAVE`, or `a b.wav WAVE` without quotes.
  private static func name(ofFile text: ArraySlice<UInt8>) -> [UInt8]? {
    var name = unquoted(text)
    if text.first != UInt8(ascii: "\""), let space = name.lastIndex(of: 0x20) {
      name = Array(name[..<space].trimmed)
    }
    return name.isEmpty ? nil : name
  }

  /// `MM:SS:FF`, with as many minutes as it takes; the last are seventy-fifths of a second.
  private static func time(_ text: ArraySlice<UInt8>) -> Int? {
    let numbers = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard numbers.count == 3, let minutes = numbers[0].number(after: ""),
      let seconds = numbers[1].number(after: ""), seconds < 60,
      let frames = numbers[2].number(after: ""), frames < 75
    else { return nil }
    return (minutes * 60 + seconds) * 75 + frames
  }
}
