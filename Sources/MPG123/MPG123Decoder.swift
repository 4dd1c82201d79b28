// SPDX-License-Identifier: GPL-3.0-or-later

public import Audio

/// Decodes MPEG audio of layers 1 to 3 with libmpg123: float samples at the file's own rate and
/// number of channels, gapless where the encoder said how much silence it added.
///
/// Used from one thread at a time.
@safe
public final class MPG123Decoder: AudioDecoder {
  /// Where the format changes: the first frame of samples, and the first byte in the file.
  private struct Part {
    var start: Int
    var offset: Int
    var format: StreamFormat
  }

  /// More bytes than the silence that encoders append can take, in frames of the largest size.
  private static let largestTail = 8 * 1441
  /// How many bytes are decoded to find a length: a second's work.
  private static let largestCounted = 16 << 20

  /// The format of the samples the next `read` gives.
  public private(set) var format: StreamFormat
  /// The length in frames; exact when a header says it and the file's size bears it out, or
  /// after `scan`.
  public private(set) var length: TrackFrames
  /// The frame the next `read` begins with.
  public private(set) var position = 0

  private let handle: MPG123Handle
  private let stream: MPEGStream
  private var end: Int?
  private var parts: [Part]
  /// The part the handle has been opened at; `nil` when it has gone on into another since.
  private var openPart: Int? = 0
  private var failure: DecodingError?
  private var hasEnded = false

  /// Opens the file at `path` and decodes its first samples.
  ///
  /// Throws `unsupportedFormat` when it is not MPEG audio from the start; up to 1 MiB of junk is
  /// passed over.
  public init(_ path: [UInt8]) throws(DecodingError) {
    let file = try FileBytes(path, blockSize: 64 << 10)
    guard let stream = MPEGStream(file, from: ID3v2.end(in: file)) else {
      throw .unsupportedFormat
    }
    self.stream = stream
    end = stream.end
    length = stream.length
    do {
      handle = try MPG123Handle(file)
      format = try handle.open(stream.bytes)
    } catch {
      throw error.decodingError(at: nil)
    }
    parts = [Part(start: 0, offset: stream.bytes.lowerBound, format: format)]
    try place(at: 0)
    if failure != nil { throw .unsupportedFormat }
  }

  /// Fills `buffer` with interleaved samples and returns the number of frames, 0 at the end.
  ///
  /// Throws `damaged` when libmpg123 finds no more frames in 16 MiB of junk or the file cannot be
  /// read on. A frame that is cut off at the end of the file is the end.
  public func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(DecodingError) -> Int {
    let before = format
    let channels = before.channels
    var room = buffer.count / channels
    checkEnd()
    if let end { room = min(room, max(0, end - position)) }
    var given = 0
    while given < room, format == before, handle.available > 0 {
      let target = unsafe UnsafeMutableBufferPointer(
        rebasing: buffer[(given * channels)..<(room * channels)])
      let frames = unsafe handle.take(into: target) / channels
      given += frames
      position += frames
      decodeAhead()
    }
    if given == 0, room > 0, let failure { throw failure }
    return given
  }

  /// Plays on where a header promised the end and the file has much more: no song is cut off.
  private func checkEnd() {
    guard let end, position >= end, openPart != nil, handle.bytesLeft > Self.largestTail else {
      return
    }
    self.end = nil
    let heard = stream.bytes.count - handle.bytesLeft
    length = .estimated(Int(Double(position) * Double(stream.bytes.count) / Double(heard)))
  }

  /// Goes to exactly `frame`, beyond the end to the end.
  public func seek(to frame: Int) throws(DecodingError) {
    precondition(frame >= 0, "frames count from 0")
    try place(at: min(frame, end ?? frame))
  }

  /// Reads the file to its end (`mpg123_scan`), 300 MB a second when it is cached.
  ///
  /// Where the library cannot (different streams in one file), a file of at most 16 MiB is decoded
  /// once; with a larger one the length stays an estimate.
  public func scan() throws(DecodingError) {
    let place = position
    do {
      if openPart != 0 { try open(0) }
      let decoded = try handle.scan()
      if decoded != stream.decodedFrames { end = nil }
      length = .exact(end ?? max(0, decoded - stream.lead))
    } catch {
      openPart = nil
      if stream.bytes.count <= Self.largestCounted { try count() }
    }
    try self.place(at: place)
  }

  /// Finds the length by decoding everything.
  private func count() throws(DecodingError) {
    try place(at: 0)
    try walk(to: .max, from: 0)
    end = nil
    length = .exact(position)
  }

  /// Makes `frame` the position and decodes the samples there.
  private func place(at frame: Int) throws(DecodingError) {
    failure = nil
    hasEnded = false
    let index = parts.lastIndex { $0.start <= frame } ?? 0
    let part = parts[index]
    do {
      if openPart != index { try open(index) }
      try handle.seek(to: frame - part.start + (index == 0 ? stream.lead : 0))
    } catch {
      openPart = nil
      if index > 0 {
        // What the library came upon while decoding it does not always take for a beginning.
        parts.removeLast(parts.count - index)
        return try place(at: frame)
      }
      let error = error.decodingError(at: frame)
      // The library is somewhere else now: no read may give what it finds there.
      failure = error
      throw error
    }
    position = frame
    format = part.format
    let known = parts.count
    decodeAhead()
    if parts.count > known, frame > part.start { try walk(to: frame, from: index) }
  }

  /// Goes to `frame` by decoding: the way there leads over a change of format that was not known.
  private func walk(to frame: Int, from index: Int) throws(DecodingError) {
    parts.removeLast(parts.count - index - 1)
    try place(at: parts[index].start)
    while position < frame, handle.available > 0 {
      let count = min(handle.available, (frame - position) * format.channels)
      handle.drop(count)
      position += count / format.channels
      decodeAhead()
    }
  }

  private func open(_ index: Int) throws(MPG123Error) {
    openPart = nil
    _ = try handle.open(parts[index].offset..<stream.bytes.upperBound)
    openPart = index
  }

  /// Decodes ahead of the `read` that gives the samples, so that `format` is known before it:
  /// until there are samples, the end or a failure.
  private func decodeAhead() {
    while handle.available == 0, failure == nil, !hasEnded {
      switch handle.decode() {
      case .samples: break
      case .formatChanged: changeFormat()
      case .ended: hasEnded = true
      case .failed(let error): failure = error.decodingError(at: position)
      }
    }
  }

  private func changeFormat() {
    do throws(MPG123Error) {
      let next = try handle.format()
      guard next != format else { return }
      format = next
      openPart = nil
      let offset = handle.frameOffset
      if !parts.contains(where: { $0.offset == offset }) {
        parts.append(Part(start: position, offset: offset, format: next))
      }
    } catch {
      failure = error.decodingError(at: position)
    }
  }
}
