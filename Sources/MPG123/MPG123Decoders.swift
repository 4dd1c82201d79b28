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

  /// What tags (ID3v2 before ID3v1, each field by itself) and the first frames of the file at
  /// `path` say, with some reads of 16 KiB; nothing is decoded. `nil` when it is no MPEG audio.
  public func info(_ path: [UInt8]) -> TrackInfo? {
    guard let file = try? FileBytes(path, blockSize: 16 << 10) else { return nil }
    let tag = ID3v2(file)?.values ?? [:]
    guard let stream = MPEGStream(file, from: ID3v2.end(in: file)) else { return nil }
    let old = ID3v1(file)
    var info = TrackInfo(length: stream.length.time(at: stream.header.sampleRate))
    info.title = tag["TIT2"] ?? old?.title
    info.artist = tag["TPE1"] ?? old?.artist
    info.album = tag["TALB"] ?? old?.album
    info.number = tag["TRCK"].flatMap { number(in: $0, digits: 1...5) } ?? old?.number
    let years = ["TDRC", "TYER", "TDRL", "TDOR", "TORY"].lazy.compactMap { tag[$0] }
    info.year =
      years.compactMap { number(in: $0, digits: 4...4) }.first
      ?? old?.year.flatMap { number(in: $0, digits: 4...4) }
    info.format = stream.format
    return info
  }

  /// The number `text` begins with, if it has as many digits and is not 0.
  private func number(in text: String, digits: ClosedRange<Int>) -> Int? {
    let figures = text.utf8.prefix { (0x30...0x39).contains($0) }
    guard figures.count >= digits.lowerBound else { return nil }
    let number = figures.prefix(digits.upperBound).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return number > 0 ? number : nil
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
