// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// The file that holds the last queue: a heading; a line `t PATH` or `t PATH<tab>TITLE` a track,
/// `t PATH<tab>TITLE<tab>PART` a part of a file (see `StoredPart`); lines `o 3 1 2` with the order; `end` and the number of tracks. Paths and titles are escaped.
enum QueueFile {
  static let heading = "eyemusix-queue 1"
  /// Tracks; a file that names more is damaged.
  static let largest = 1_000_000

  static func write(
    _ tracks: some Collection<Track>, order: [Int32], to path: [UInt8]
  ) throws(SystemError) {
    var file = try AtomicFile(path)
    try file.append("\(heading)\n".utf8)
    for track in tracks {
      var line = Array("t ".utf8) + Escaping.escaped(track.path)
      if track.listedTitle != nil || track.part != nil {
        line += [0x09] + Escaping.escaped(Array((track.listedTitle ?? "").utf8))
      }
      if let part = track.part { line += [0x09] + StoredPart.line(part) }
      try file.append(line + [0x0A])
    }
    for start in stride(from: 0, to: order.count, by: 1000) {
      let part = order[start..<min(start + 1000, order.count)]
      try file.append("o \(part.map { String($0) }.joined(separator: " "))\n".utf8)
    }
    try file.append("end \(tracks.count)\n".utf8)
    try file.finish()
  }

  /// What was read beside the tracks: their order, and what tells the queue from others.
  struct Contents {
    fileprivate(set) var order: [Int32] = []
    fileprivate(set) var fingerprint = QueueFingerprint()
  }

  /// Reads a queue, one track after the other: together they take many megabytes. `nil` when it
  /// cannot be understood; then what was received is worth nothing.
  static func read(
    _ path: [UInt8], _ receive: (Track) -> Void
  ) throws(SystemError) -> Contents? {
    var lines = try LineReader(path)
    var isCut = false
    guard try lines.next(isCut: &isCut)?.elementsEqual(heading.utf8) == true else { return nil }
    var contents = Contents()
    while let line = try lines.next(isCut: &isCut) {
      let count = contents.fingerprint.trackCount
      guard !isCut, count <= largest, contents.order.count <= largest else { return nil }
      if line.isEmpty { continue }
      if line.elementsEqual("end \(count)".utf8) { return checked(contents) }
      guard take(line, &contents, receive) else { return nil }
    }
    return nil
  }

  private static func take(
    _ line: [UInt8], _ contents: inout Contents, _ receive: (Track) -> Void
  ) -> Bool {
    guard line.count > 2, line[1] == 0x20 else { return false }
    switch line[0] {
    case UInt8(ascii: "t"):
      let parts = line.dropFirst(2).split(
        separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false)
      guard let path = parts.first.flatMap({ Escaping.unescaped($0) }),
        path.first == FilePath.slash, !path.contains(0)
      else { return false }
      var track = Track(path: path)
      if parts.count >= 2, parts.count == 2 || !parts[1].isEmpty {
        guard let title = Escaping.unescapedText(parts[1]) else { return false }
        track.listedTitle = title
      }
      if parts.count == 3 {
        guard let part = StoredPart.part(parts[2]) else { return false }
        track.part = part
      }
      contents.fingerprint.add(track)
      receive(track)
    case UInt8(ascii: "o"):
      for word in line.dropFirst(2).split(separator: 0x20) {
        guard let place = Int32(String(decoding: word, as: UTF8.self)) else { return false }
        contents.order.append(place)
      }
    default: return false
    }
    return true
  }

  /// The queue, when its order names each track once.
  private static func checked(_ contents: Contents) -> Contents? {
    let order = contents.order
    var contents = contents
    contents.fingerprint.add(order: order)
    guard !order.isEmpty else { return contents }
    guard order.count == contents.fingerprint.trackCount else { return nil }
    var seen = [Bool](repeating: false, count: order.count)
    for place in order {
      guard seen.indices.contains(Int(place)), !seen[Int(place)] else { return nil }
      seen[Int(place)] = true
    }
    return contents
  }
}

/// Tells one queue from another without holding either.
struct QueueFingerprint: Equatable {
  /// Tracks taken in so far.
  private(set) var trackCount = 0
  private var tracks = Hasher()
  private var order = Hasher()

  init() {}

  init(_ tracks: some Collection<Track>, order: [Int32]) {
    for track in tracks { add(track) }
    add(order: order)
  }

  mutating func add(_ track: Track) {
    trackCount += 1
    tracks.combine(track)
  }

  mutating func add(order places: [Int32]) { order.combine(places) }

  static func == (one: Self, other: Self) -> Bool {
    one.trackCount == other.trackCount && one.tracks.finalize() == other.tracks.finalize()
      && one.order.finalize() == other.order.finalize()
  }
}
