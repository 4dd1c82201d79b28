// SPDX-License-Identifier: GPL-3.0-or-later

/// What a listener can be told about a file that does not play.
public enum DecodingError: Error, Hashable, Sendable {
  /// There is no such file.
  case notFound
  /// The file may not be read.
  case notPermitted
  /// It is not sound in a form this decoder knows.
  case unsupportedFormat
  /// Nothing can be decoded from here on; the frame counts from the start of the track.
  case damaged(frame: Int)
  /// The library's own sentence.
  case other(String)
}

/// A file being turned into samples. Used from one thread at a time (the decoding thread).
public protocol AudioDecoder: AnyObject {
  /// The format of the samples the next `read` gives.
  var format: StreamFormat { get }
  /// The length as far as it is known; better after `scan`.
  var length: TrackFrames { get }
  /// The frame the next `read` begins with, from the start of the track (gapless: without the
  /// encoder's delay).
  var position: Int { get }

  /// Fills `buffer` with interleaved samples and returns the number of frames, 0 at the end.
  ///
  /// One read never crosses a change of format: it returns what came before, and `format` is new
  /// from then on.
  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(DecodingError) -> Int

  /// Goes to exactly `frame` (0 or more); beyond the end the next read gives 0. The samples after
  /// a seek are those of a straight decode.
  func seek(to frame: Int) throws(DecodingError)

  /// Reads the whole file once so that `length` becomes exact and seeks need not search. The
  /// position does not change.
  func scan() throws(DecodingError)
}

/// Opens decoders. Used from the decoding thread and from the thread that reads lengths and tags.
public protocol AudioDecoderProvider: Sendable {
  /// Opens the file at `path` (bytes without a NUL, as the system has them).
  func open(_ path: [UInt8]) throws(DecodingError) -> any AudioDecoder
}
