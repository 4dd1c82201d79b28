// SPDX-License-Identifier: GPL-3.0-or-later
import Audio

/// A part of a file as if it were a file of its own. Borders are rounded to frames alike on both
/// sides, so that parts that meet share no frame and miss none.
final class PartDecoder: AudioDecoder {
  private let whole: any AudioDecoder
  /// Frames of the file.
  private let start: Int
  private let end: Int?

  /// The part `range` of what `whole` decodes, which is sought only where it is elsewhere.
  init(of whole: any AudioDecoder, _ range: MusicRange) throws(DecodingError) {
    self.whole = whole
    let rate = whole.format.sampleRate
    let start = Self.frame(range.start, range, rate)
    self.start = start
    end = range.end.map { max(start, Self.frame($0, range, rate)) }
    if case .exact(let frames) = whole.length, start >= frames {
      throw .damaged(frame: 0)
    }
    if whole.position != start { try whole.seek(to: start) }
  }

  private static func frame(_ time: Int, _ range: MusicRange, _ rate: Int) -> Int {
    let unit = max(1, range.perSecond)
    let time = max(0, time)
    // Whole seconds apart: the product of a lying time would overflow.
    let (frames, isTooLong) = (time / unit).multipliedReportingOverflow(by: rate)
    return isTooLong ? 1 << 40 : min(frames, 1 << 40) + time % unit * rate / unit
  }

  var format: StreamFormat { whole.format }

  var length: TrackFrames {
    switch whole.length {
    case .exact(let frames): .exact(max(0, min(end ?? frames, frames) - start))
    case .estimated(let frames): .estimated(max(0, (end ?? frames) - start))
    case .unknown: end.map { .estimated($0 - start) } ?? .unknown
    }
  }

  var position: Int { max(0, whole.position - start) }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(DecodingError) -> Int {
    guard let end else { return try unsafe whole.read(into: buffer) }
    let channels = whole.format.channels
    let frames = min(buffer.count / channels, end - whole.position)
    guard frames > 0 else { return 0 }
    return try unsafe whole.read(
      into: UnsafeMutableBufferPointer(rebasing: buffer[..<(frames * channels)]))
  }

  func seek(to frame: Int) throws(DecodingError) {
    let (sum, isTooLong) = start.addingReportingOverflow(frame)
    let wanted = isTooLong ? Int.max : sum
    try whole.seek(to: min(wanted, end ?? wanted))
  }

  func scan() throws(DecodingError) { try whole.scan() }
}
