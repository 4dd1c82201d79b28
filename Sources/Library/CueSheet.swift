// SPDX-License-Identifier: GPL-3.0-or-later
import Player
import TextEncoding

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

  /// The track whose lines are being read. Texts are bytes until all of them together tell their
  /// encoding.
  private struct Open {
    var number: Int
    var isSound: Bool
    var title: [UInt8]?
    var performer: [UInt8]?
    /// What the sheet said of all tracks when this one ended.
    var album: [UInt8]?
    var albumPerformer: [UInt8]?
    /// The best index so far, and where it is.
    var index: Int?
    var start = 0
    var fileNumber = 0
  }

  /// A sheet has at most 99; no honest one has more than this.
  static let largest = 100_000

  private(set) var files: [[UInt8]] = []
  private var closed: [Open] = []
  private var open: Open?
  private var title: [UInt8]?
  private var performer: [UInt8]?
  /// Before the first track, or after a new file: titles are the album's.
  private var isHeader = true

  /// Tracks read so far.
  var count: Int { closed.count }

  /// The encoding of the texts where they are not UTF-8 and the bytes leave no doubt; known after
  /// `finish`.
  private(set) var encoding: LegacyEncoding?

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
    encoding = guessedEncoding()
    var nextStart: [Int: Int] = [:]
    var entries = closed.map(entry)
    for place in entries.indices.reversed() {
      let (file, start) = (entries[place].fileNumber, entries[place].part.start)
      // One that lies further back in the file cannot be the end.
      if let next = nextStart[file], next > start { entries[place].part.end = next }
      nextStart[file] = start
      nameIfUntitled(&entries[place], place)
    }
    return entries
  }

  /// Tracks without a title are told apart by album and number where several share a file.
  private func nameIfUntitled(_ entry: inout Entry, _ place: Int) {
    guard entry.title == nil, !entry.part.isWhole else { return }
    let album = entry.part.album ?? cleanedName(ofPath: unicode(entry.file))
    entry.title = "\(album) \(entry.part.number ?? place + 1)"
  }

  private func entry(_ track: Open) -> Entry {
    let file = files[track.fileNumber]
    var part = TrackPart(start: track.start)
    part.performer = text(track.performer) ?? text(track.albumPerformer)
    part.album = text(track.album)
    part.number = track.number
    return Entry(file: file, fileNumber: track.fileNumber, title: text(track.title), part: part)
  }

  private mutating func begin(_ rest: ArraySlice<UInt8>) {
    close()
    let (number, kind) = Self.firstWord(rest)
    isHeader = false
    // Data tracks of a disc hold no sound; karaoke (CDG) does.
    let isData = kind.trimmed.hasPrefix("MODE") || kind.trimmed.hasPrefix("CDI")
    open = Open(number: number.number(after: "") ?? count + 1, isSound: !isData)
  }

  private mutating func close() {
    defer { open = nil }
    guard var open, open.isSound, open.index != nil, count < Self.largest else { return }
    open.album = title
    open.albumPerformer = performer
    closed.append(open)
  }

  private mutating func takeText(
    _ rest: ArraySlice<UInt8>, _ ofTrack: WritableKeyPath<Open, [UInt8]?>,
    _ ofSheet: WritableKeyPath<Self, [UInt8]?>
  ) {
    let bytes = Self.unquoted(rest).prefix(LegacyEncoding.longest)
    let text = bytes.isEmpty ? nil : Array(bytes)
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

  // MARK: - Texts

  private func guessedEncoding() -> LegacyEncoding? {
    let ofTracks = closed.prefix(100).flatMap { [$0.title, $0.performer] }
    let texts = ([title, performer] + ofTracks).compactMap { $0 } + files.prefix(10)
    let unknown = texts.filter { String(validating: $0, as: UTF8.self) == nil }
    return unknown.isEmpty ? nil : LegacyEncoding.of(unknown)
  }

  /// `bytes` of the sheet in UTF-8 where their encoding is known, else as they are.
  func unicode(_ bytes: [UInt8]) -> [UInt8] {
    guard let encoding, String(validating: bytes, as: UTF8.self) == nil else { return bytes }
    return encoding.text(bytes).map { Array($0.utf8) } ?? bytes
  }

  private func text(_ bytes: [UInt8]?) -> String? { bytes.flatMap { shortTitle(unicode($0)[...]) } }

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
