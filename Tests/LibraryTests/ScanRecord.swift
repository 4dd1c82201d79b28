// SPDX-License-Identifier: GPL-3.0-or-later
import Library
import Player
import TestSupport

/// What a scan told, in its order.
struct ScanRecord {
  var batches: [[Track]] = []
  var troubles: [LibraryTrouble] = []

  var tracks: [Track] { batches.flatMap { $0 } }

  init(
    _ arguments: [[UInt8]], limit: Int = 200_000, home: [UInt8]? = nil,
    until isWanted: (Self) -> Bool = { _ in true }
  ) {
    var record = Self()
    SourceScanner(limit: limit, home: home).scan(arguments) { event in
      switch event {
      case .tracks(let tracks): record.batches.append(tracks)
      case .trouble(let trouble): record.troubles.append(trouble)
      case .searching: break
      }
      return isWanted(record)
    }
    self = record
  }

  private init() {}

  /// Paths of the tracks below `folder`, as text.
  func names(in folder: ScratchFolder) -> [String] {
    tracks.map { track in
      let prefix = folder.bytes + [0x2F]
      let path =
        track.path.starts(with: prefix) ? Array(track.path.dropFirst(prefix.count)) : track.path
      return String(decoding: path, as: UTF8.self)
    }
  }
}
