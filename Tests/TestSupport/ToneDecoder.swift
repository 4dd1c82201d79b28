// SPDX-License-Identifier: GPL-3.0-or-later

public import Audio

/// A track that exists only as numbers. Every sample tells which track, frame and channel it is
/// from: `ToneTrack.sample`.
public struct ToneTrack: Hashable, Sendable {
  /// Tells tracks apart; 0 to 63.
  public var number: Int
  /// Rate and channels.
  public var format: StreamFormat
  /// Frames in the track.
  public var frames: Int
  /// Whether the length is only estimated until `scan`; the estimate is a quarter too long.
  public var isLengthEstimated = false
  /// The error that opening throws.
  public var openingError: DecodingError?
  /// The frame from which on nothing can be decoded.
  public var damagedAt: Int?
  /// The frame from which on the format is `laterFormat`.
  public var formatChangesAt: Int?
  /// The format after `formatChangesAt`.
  public var laterFormat: StreamFormat?

  /// A track of `frames` frames, 10 s of stereo at 44.1 kHz unless said.
  public init(
    number: Int, frames: Int = 441_000,
    format: StreamFormat = StreamFormat(sampleRate: 44_100, channels: 2)
  ) {
    precondition(0..<64 ~= number, "tracks count from 0 to 63")
    self.number = number
    self.frames = frames
    self.format = format
  }

  /// The sample of `channel` at `frame`: within ±0.5, different for every frame of a stretch of
  /// 65 536 frames and for every track (the right channel is the left one's negative).
  public static func sample(track: Int, frame: Int, channel: Int) -> Float {
    // 22 bits in all, exact in a float: the frame scrambled, then the track.
    let scrambled = (frame &* 40_503) & 0xFFFF
    let value = Float(scrambled << 6 | track & 63) / Float(1 << 22) - 0.5
    return channel == 0 ? value : -value
  }

  /// The track and the frame (modulo 65 536) a sample of the left channel was made from; `nil`
  /// when the sample has been changed since.
  public static func origin(of sample: Float) -> (track: Int, frame: Int)? {
    let value = (sample + 0.5) * Float(1 << 22)
    guard value >= 0, value < Float(1 << 22), value == value.rounded() else { return nil }
    // 30 599 is the inverse of 40 503 modulo 65 536.
    return (Int(value) & 63, (Int(value) >> 6 &* inverse) & 0xFFFF)
  }

  private static let inverse: Int = {
    var result = 40_503
    for _ in 0..<4 { result = result &* (2 &- 40_503 &* result) & 0xFFFF }
    return result
  }()
}

/// Opens `ToneTrack`s by their paths, and notes what was opened. May be used from several threads.
public final class ToneDecoders: AudioDecoderProvider {
  private let tracks: Watched<[[UInt8]: ToneTrack]>
  private let log = Watched<[[UInt8]]>([])

  /// Knows `tracks` by their paths; other paths are not found.
  public init(_ tracks: [[UInt8]: ToneTrack] = [:]) { self.tracks = Watched(tracks) }

  /// Knows `tracks` as "/tone/0", "/tone/1" and so on, in their order.
  public convenience init(_ tracks: [ToneTrack]) {
    self.init(
      Dictionary(uniqueKeysWithValues: tracks.enumerated().map { (Self.path($0), $1) }))
  }

  /// The path of the track at `index` of an array the decoders were made with.
  public static func path(_ index: Int) -> [UInt8] { Array("/tone/\(index)".utf8) }

  /// Adds or replaces the track at `path`; decoders that are open are not changed.
  public func setTrack(_ track: ToneTrack?, at path: [UInt8]) {
    tracks.with { $0[path] = track }
  }

  /// Every path that was asked for, in order.
  public var opened: [[UInt8]] { log.with { $0 } }

  /// Opens the track at `path`.
  public func open(_ path: [UInt8]) throws(DecodingError) -> any AudioDecoder {
    log.with { $0.append(path) }
    guard let track = tracks.with({ $0[path] }) else { throw .notFound }
    return try ToneDecoder(track)
  }
}

/// Decodes a `ToneTrack`. Used from one thread at a time.
public final class ToneDecoder: AudioDecoder {
  /// The length as the track wants it told.
  public private(set) var length: TrackFrames
  /// The frame the next `read` begins with.
  public private(set) var position = 0
  /// How often `scan` was called.
  public private(set) var scans = 0
  private let track: ToneTrack

  /// Opens `track`, or throws what it says.
  public init(_ track: ToneTrack) throws(DecodingError) {
    if let error = track.openingError { throw error }
    self.track = track
    let frames = track.frames
    length = track.isLengthEstimated ? .estimated(frames + frames / 4) : .exact(frames)
  }

  /// The format at the position.
  public var format: StreamFormat {
    if let change = track.formatChangesAt, let later = track.laterFormat, position >= change {
      return later
    }
    return track.format
  }

  /// Gives the track's samples.
  public func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(DecodingError) -> Int {
    let channels = format.channels
    var end = track.frames
    if let damage = track.damagedAt, damage < end {
      end = damage
      if position >= damage { throw .damaged(frame: damage) }
    }
    if let change = track.formatChangesAt, position < change { end = min(end, change) }
    let count = max(0, min(buffer.count / channels, end - position))
    for frame in 0..<count {
      for channel in 0..<channels {
        buffer[frame * channels + channel] = ToneTrack.sample(
          track: track.number, frame: position + frame, channel: channel)
      }
    }
    position += count
    return count
  }

  /// Goes to `frame`, beyond the end to the end.
  public func seek(to frame: Int) throws(DecodingError) { position = min(frame, track.frames) }

  /// Makes the length exact.
  public func scan() throws(DecodingError) {
    scans += 1
    length = .exact(track.frames)
  }
}
