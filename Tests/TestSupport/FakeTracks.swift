// SPDX-License-Identifier: GPL-3.0-or-later
public import Player

/// A table of tracks with known tags.
public struct FakeTracks: TrackLookup {
  /// The tracks and what is known of them.
  public var rows: [(track: Track, info: TrackInfo?)]

  /// Tracks that have a title and a length and nothing else.
  public init(_ titles: KeyValuePairs<String, TrackLength> = [:]) {
    rows = titles.enumerated().map { index, entry in
      var info = TrackInfo(length: entry.value)
      info.title = entry.key
      return (Track(path: Array("/music/\(index + 1).mp3".utf8)), info)
    }
  }

  /// Four known recordings.
  public static func jazz() -> FakeTracks {
    var tracks = FakeTracks([
      "Blue Train": .exact(.seconds(642)), "So What": .exact(.seconds(562)),
      "Moanin'": .exact(.seconds(575)), "Take Five": .about(.seconds(324)),
    ])
    tracks.rows[0].info?.artist = "John Coltrane"
    tracks.rows[0].info?.album = "Blue Train"
    tracks.rows[0].info?.year = 1957
    tracks.rows[0].info?.format = TrackFormat(
      codec: "MP3", kilobits: 192, isVariable: true, sampleRate: 44_100, channels: 2)
    tracks.rows[0].track.path = Array("/music/Coltrane/01 Blue Train.mp3".utf8)
    return tracks
  }

  /// The track itself.
  public func track(_ id: TrackID) -> Track { rows[Int(id.rawValue)].track }
  /// What is known.
  public func knownInfo(_ id: TrackID) -> TrackInfo? { rows[Int(id.rawValue)].info }
  /// The same: nothing waits.
  public func info(_ id: TrackID) -> TrackInfo? { rows[Int(id.rawValue)].info }
}
