// SPDX-License-Identifier: GPL-3.0-or-later

public import Audio
import CMPG123
public import Player

/// Opens MPEG audio files with libmpg123 and reads their tags. May be used from several threads.
public struct MPG123Decoders: AudioDecoderProvider, TrackInfoReader {
  /// Needs nothing: libmpg123 has no global state since 1.27.
  public init() {}

  /// The name of the library's decoder for this processor; `nil` when the library does not start.
  /// The corresponding C function is `mpg123_current_decoder`.
  public static var decoderName: String? {
    guard let handle = unsafe mpg123_new(nil, nil) else { return nil }
    defer { unsafe mpg123_delete(handle) }
    guard let name = unsafe mpg123_current_decoder(handle) else { return nil }
    return unsafe String(cString: name)
  }

  /// Opens the file at `path`; see `MPG123Decoder`.
  public func open(_ path: [UInt8]) throws(DecodingError) -> any AudioDecoder {
    try MPG123Decoder(path)
  }

  /// What tags (ID3v2 before APE before ID3v1, each field by itself) and the first frames of the
  /// file at `path` say, with some reads of 16 KiB; nothing is decoded. `nil` when it is no MPEG
  /// audio.
  ///
  /// Texts that say that they are Latin-1 and are of another alphabet are put right where their
  /// bytes prove it.
  public func info(_ path: [UInt8]) -> TrackInfo? {
    guard let file = try? FileBytes(path, blockSize: 16 << 10) else { return nil }
    let start = ID3v2.end(in: file)
    guard let stream = MPEGStream(file, from: start) else { return nil }
    let tags = Tags(file)
    var info = TrackInfo(length: stream.length.time(at: stream.header.sampleRate))
    info.title = tags.title
    info.artist = tags.artist
    info.album = tags.album
    info.number = tags.number
    info.year = tags.year
    info.format = stream.format
    return info
  }
}

extension TrackFrames {
  /// The length as a time, at `sampleRate` hertz.
  fileprivate func time(at sampleRate: Int) -> TrackLength {
    switch self {
    case .exact(let frames): .exact(duration(frames, sampleRate))
    case .estimated(let frames): .about(duration(frames, sampleRate))
    case .unknown: .unknown
    }
  }

  private func duration(_ frames: Int, _ sampleRate: Int) -> Duration {
    .seconds(frames / sampleRate)
      + .nanoseconds(frames % sampleRate * 1_000_000_000 / sampleRate)
  }
}
