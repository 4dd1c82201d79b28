// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Glibc
import Player
import Synchronization

/// All tracks the program has met, and what is known about them. The table itself belongs to the
/// loop; what is learnt comes from two threads of its own.
///
/// Tags of at most `cachedInfos` tracks are held; of all others only the length, so that a
/// hundred thousand tracks stay small.
final class TrackTable: TrackLookup {
  private static let cachedInfos = 4096
  /// How long the loop waits for the tags of an item under the cursor. A name that takes longer
  /// is said as the file's; the wait is less than the ear notices.
  private static let patienceMilliseconds: Int32 = 25

  private var tracks = CompactTracks()
  private var lengths: [PackedLength] = []
  private var infos: [TrackID: TrackInfo?] = [:]
  private var age: [TrackID] = []
  private let reader: InfoReader

  /// A table whose threads read with `reader`.
  init(reading reader: any TrackInfoReader, scanning scan: @escaping InfoReader.Scan) {
    self.reader = InfoReader(reader: reader, scan: scan)
  }

  var count: Int { tracks.count }

  /// Readable when `learnt` has something; for `poll`.
  var newsDescriptor: Int32 { reader.bell.descriptor }

  func track(_ id: TrackID) -> Track { tracks[Int(id.rawValue)] }

  /// These tracks as they are now, for another thread.
  func selection(_ ids: [TrackID]) -> TrackSelection { TrackSelection(tracks: tracks, ids: ids) }

  /// Adds tracks and returns their numbers.
  func add(_ found: some Collection<Track>) -> [TrackID] {
    let first = tracks.count
    for track in found { tracks.append(track) }
    lengths.append(contentsOf: repeatElement(PackedLength(.unknown), count: found.count))
    let ids = (first..<tracks.count).map { TrackID(rawValue: Int32($0)) }
    for id in ids.prefix(Self.cachedInfos / 4) where tracks.count <= Self.cachedInfos / 2 {
      reader.ask(.init(id: id, path: track(id).path, kind: .quick), first: false)
    }
    return ids
  }

  func knownInfo(_ id: TrackID) -> TrackInfo? {
    if let info = infos[id] ?? nil { return info }
    let length = lengths[Int(id.rawValue)].length
    return length == .unknown ? nil : TrackInfo(length: length)
  }

  func info(_ id: TrackID) -> TrackInfo? {
    if infos[id] != nil { return knownInfo(id) }
    reader.ask(.init(id: id, path: track(id).path, kind: .quick), first: true)
    let deadline = Clock.now + .milliseconds(Int(Self.patienceMilliseconds))
    repeat {
      let left = (deadline - Clock.now).wholeMilliseconds
      var wait = pollfd(fd: newsDescriptor, events: Int16(POLLIN), revents: 0)
      guard left > 0, unsafe poll(&wait, 1, Int32(left)) >= 0 else { break }
      takeNews()
    } while infos[id] == nil && Clock.now < deadline
    return knownInfo(id)
  }

  /// Counts the whole track, so that its length is no longer "about".
  func count(_ id: TrackID) {
    reader.ask(.init(id: id, path: track(id).path, kind: .full), first: false)
  }

  /// A better length than the tags told, from the decoder that plays the track.
  func learn(_ id: TrackID, length: TrackLength) {
    guard case .exact = lengths[Int(id.rawValue)].length else {
      lengths[Int(id.rawValue)] = PackedLength(length)
      if var info = infos[id] ?? nil {
        info.length = length
        infos[id] = info
      }
      return
    }
  }

  /// The tracks something new is known about since the last call.
  func learnt() -> [TrackID] {
    takeNews()
    defer { unread.removeAll(keepingCapacity: true) }
    return unread
  }

  /// Whether `learnt` has something though the descriptor is quiet.
  var hasUnread: Bool { !unread.isEmpty }

  /// News met while the loop waited for one of them.
  private var unread: [TrackID] = []

  private func takeNews() {
    reader.bell.silence()
    for answer in reader.takeAnswers() {
      store(answer)
      unread.append(answer.id)
    }
  }

  private func store(_ answer: InfoReader.Answer) {
    let index = Int(answer.id.rawValue)
    switch answer.news {
    case .info(let found):
      let track = track(answer.id)
      var info = found.map { track.part?.described($0, title: track.listedTitle) ?? $0 }
      if let length = info?.length, !lengths[index].isExact {
        lengths[index] = PackedLength(length)
      }
      if lengths[index].isExact { info?.length = lengths[index].length }
      if infos.updateValue(info, forKey: answer.id) == nil { age.append(answer.id) }
      while age.count > Self.cachedInfos { infos.removeValue(forKey: age.removeFirst()) }
    case .length(let length):
      learn(answer.id, length: track(answer.id).part?.length(within: length) ?? length)
    }
  }

  /// Ends the threads.
  func end() { reader.end() }
}

/// A length in five bytes' worth of range: milliseconds, negative when estimated, 0 when unknown.
private struct PackedLength {
  private var milliseconds: Int32

  init(_ length: TrackLength) {
    switch length {
    case .exact(let time): milliseconds = Int32(clamping: max(1, time.wholeMilliseconds))
    case .about(let time): milliseconds = Int32(clamping: -max(1, time.wholeMilliseconds))
    case .unknown: milliseconds = 0
    }
  }

  var isExact: Bool { milliseconds > 0 }

  var length: TrackLength {
    if milliseconds > 0 { return .exact(.milliseconds(Int(milliseconds))) }
    if milliseconds < 0 { return .about(.milliseconds(-Int(milliseconds))) }
    return .unknown
  }
}
