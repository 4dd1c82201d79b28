// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// Tracks in a third of the room that an array of them takes: a path is the number of a folder and
/// a name among many in one block, so that a hundred thousand stay small.
struct CompactTracks: RandomAccessCollection, Sendable {
  private struct Entry {
    var folder: Int32
    /// Where its name ends in `names`; it begins where the one before ends.
    var nameEnd: Int
  }

  /// Folders with the slash at their end. The same one may come twice.
  private var folders: [[UInt8]] = []
  private var names: [UInt8] = []
  private var entries: [Entry] = []
  private var titles: [Int: String] = [:]
  private var parts: [Int: TrackPart] = [:]

  var startIndex: Int { 0 }
  var endIndex: Int { entries.count }

  /// The track at this place.
  subscript(_ place: Int) -> Track {
    let start = place == 0 ? 0 : entries[place - 1].nameEnd
    let folder = folders[Int(entries[place].folder)]
    let end = entries[place].nameEnd
    var path = [UInt8]()
    path.reserveCapacity(folder.count + end - start)
    path.append(contentsOf: folder)
    path.append(contentsOf: names[start..<end])
    return Track(path: path, listedTitle: titles[place], part: parts[place])
  }

  /// Adds a track at the end.
  mutating func append(_ track: Track) {
    let cut = track.path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let folder = track.path[..<cut]
    if folders.last?.elementsEqual(folder) != true { folders.append(Array(folder)) }
    names.append(contentsOf: track.path[cut...])
    if let title = track.listedTitle { titles[entries.count] = title }
    if let part = track.part { parts[entries.count] = part }
    entries.append(Entry(folder: Int32(folders.count - 1), nameEnd: names.count))
  }
}

/// Some of them, in an order of their own.
struct TrackSelection: RandomAccessCollection, Sendable {
  let tracks: CompactTracks
  let ids: [TrackID]

  var startIndex: Int { 0 }
  var endIndex: Int { ids.count }
  subscript(_ place: Int) -> Track { tracks[Int(ids[place].rawValue)] }
}
