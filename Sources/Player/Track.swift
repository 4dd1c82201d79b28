// SPDX-License-Identifier: GPL-3.0-or-later

/// Names a track for as long as the program runs: its place in the table of all tracks.
public struct TrackID: RawRepresentable, Hashable, Sendable, Comparable {
  /// Counts from 0, in the order in which tracks became known.
  public var rawValue: Int32
  /// The track with this number.
  public init(rawValue: Int32) { self.rawValue = rawValue }
  /// Tracks known earlier are less.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// Something that can be played.
public struct Track: Hashable, Sendable {
  /// Absolute path as the system has it: bytes without NUL, not always UTF-8.
  public var path: [UInt8]
  /// The title a playlist gave (`#EXTINF`, `TitleN`), made readable; used until tags are known.
  public var listedTitle: String?
  /// The part of the file it is, where a cue sheet names it; `nil` is all of a file.
  public var part: TrackPart?

  /// A track at `path`.
  public init(path: [UInt8], listedTitle: String? = nil, part: TrackPart? = nil) {
    self.path = path
    self.listedTitle = listedTitle
    self.part = part
  }
}

/// A length in time.
public enum TrackLength: Hashable, Sendable {
  /// Known to the millisecond.
  case exact(Duration)
  /// Estimated; said as "about".
  case about(Duration)
  /// Not known.
  case unknown

  /// The time, estimated or not.
  public var duration: Duration? {
    switch self {
    case .exact(let time), .about(let time): time
    case .unknown: nil
    }
  }
}

/// What is known about a track, from its tags and its first frames.
public struct TrackInfo: Hashable, Sendable {
  /// Title from the tags; `nil` when there is none.
  public var title: String?
  /// Artist from the tags.
  public var artist: String?
  /// Album from the tags.
  public var album: String?
  /// Track number from the tags, without the total.
  public var number: Int?
  /// Year from the tags.
  public var year: Int?
  /// Length.
  public var length: TrackLength
  /// Form of the sound, such as MP3 layer, kilobits a second, hertz and channels.
  public var format: TrackFormat?

  /// Nothing but a length.
  public init(length: TrackLength = .unknown) { self.length = length }
}

/// The form of a track's sound.
public struct TrackFormat: Hashable, Sendable {
  /// "MP3", "MP2" or "MP1".
  public var codec: String
  /// Average kilobits a second; `nil` if unknown.
  public var kilobits: Int?
  /// Whether the bit rate varies.
  public var isVariable: Bool
  /// Hertz.
  public var sampleRate: Int
  /// 1 or 2.
  public var channels: Int

  /// A format with these fields.
  public init(codec: String, kilobits: Int?, isVariable: Bool, sampleRate: Int, channels: Int) {
    self.codec = codec
    self.kilobits = kilobits
    self.isVariable = isVariable
    self.sampleRate = sampleRate
    self.channels = channels
  }
}

/// What a list can ask about tracks.
public protocol TrackLookup {
  /// The track itself.
  func track(_ id: TrackID) -> Track
  /// What is known now; never waits.
  func knownInfo(_ id: TrackID) -> TrackInfo?
  /// What is known after waiting a moment (some milliseconds) for tags to be read.
  func info(_ id: TrackID) -> TrackInfo?
}
