// SPDX-License-Identifier: GPL-3.0-or-later

/// The part of a file that a track is, as a cue sheet gives it, with what the sheet says of it.
/// Times are in seventy-fifths of a second, the unit of such sheets.
public struct TrackPart: Hashable, Sendable {
  /// Times in a second.
  public static let perSecond = 75

  /// Where the part begins in the file, 0 or more.
  public var start: Int
  /// Where it ends; `nil` is the end of the file.
  public var end: Int?
  /// Performer, made readable.
  public var performer: String?
  /// Title of the album, made readable.
  public var album: String?
  /// Number on the album.
  public var number: Int?

  /// A part from `start` to `end`.
  public init(start: Int, end: Int? = nil) {
    self.start = start
    self.end = end
  }

  /// Whether it is the whole file.
  public var isWhole: Bool { start == 0 && end == nil }

  /// What is known of the part when `info` is known of the file, or `nil` when nothing is: the
  /// sheet's words where it has some, and the length of the part.
  public func described(_ info: TrackInfo, title: String?) -> TrackInfo {
    var result = info
    // The tags of the file name the album, not each of its parts.
    result.title = title ?? (isWhole ? info.title : nil)
    result.artist = performer ?? info.artist
    result.album = album ?? info.album
    result.number = number ?? info.number
    result.length = length(within: info.length)
    return result
  }

  /// The length of the part of a file of this length.
  public func length(within whole: TrackLength) -> TrackLength {
    if isWhole { return whole }
    let begin = Self.time(start)
    let stop = end.map(Self.time)
    switch whole {
    case .exact(let time): return .exact(max(.zero, min(stop ?? time, time) - begin))
    case .about(let time):
      // An estimate may be wrong by more than the sheet.
      return .about(max(.zero, (stop ?? time) - begin))
    case .unknown: return stop.map { .about(max(.zero, $0 - begin)) } ?? .unknown
    }
  }

  private static func time(_ count: Int) -> Duration {
    .seconds(count / perSecond) + .milliseconds(count % perSecond * 1000 / perSecond)
  }
}
