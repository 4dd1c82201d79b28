// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds where MPEG audio begins in a file and refuses files that are something else.
///
/// libmpg123 takes two headers that fit for a stream, so that it plays pictures and archives as
/// noise and searches a whole file for them. Here a header counts with the frames that follow it:
/// two at the very place where sound should begin, four after junk, and junk ends after 1 MiB.
enum FrameSearch {
  /// How much junk is searched, in bytes.
  static let reach = 1 << 20
  private static let largestFreeFrame = 4608

  /// The first frame of a stream.
  struct Start {
    var offset: Int
    var header: FrameHeader
    /// See `FrameHeader.size(freeSize:)`.
    var freeSize: Int
  }

  /// The first frame at or after `offset`; sound ends before `end`.
  static func first(in file: FileBytes, from offset: Int, end: Int) -> Start? {
    if let start = frame(in: file, at: offset, end: end, following: 1) { return start }
    let last = min(end - 3, offset + reach)
    var place = offset + 1
    while place < last {
      if file.byte(at: place) == 0xFF,
        let start = frame(in: file, at: place, end: end, following: 3)
      {
        return start
      }
      place += 1
    }
    return nil
  }

  /// The frame at `offset`, if as many frames of the same stream follow it directly or the sound
  /// ends after fewer, but at least one.
  static func frame(in file: FileBytes, at offset: Int, end: Int, following: Int) -> Start? {
    guard let first = header(in: file, at: offset) else { return nil }
    var freeSize = 0
    if first.kilobits == 0 {
      // Zeros behind FF FE, as in text, look like a free format: it must be at the right place.
      guard following == 1, let size = distance(in: file, from: offset, first) else { return nil }
      freeSize = size
    }
    var header = first
    var place = offset
    for count in 0..<following {
      place += header.size(freeSize: freeSize)
      if place == end, count > 0 { break }
      guard place < end, let next = Self.header(in: file, at: place), next.isLike(first) else {
        return nil
      }
      header = next
    }
    return Start(offset: offset, header: first, freeSize: freeSize)
  }

  /// The frame header at `offset`.
  static func header(in file: FileBytes, at offset: Int) -> FrameHeader? {
    guard file.byte(at: offset) == 0xFF, let bits = file.number(at: offset) else { return nil }
    return FrameHeader(bits)
  }

  /// The size without padding of the free-format frame at `offset`.
  private static func distance(
    in file: FileBytes, from offset: Int, _ first: FrameHeader
  ) -> Int? {
    for size in first.sideInformationEnd..<largestFreeFrame {
      guard let next = header(in: file, at: offset + size), next.isLike(first),
        next.channels == first.channels
      else { continue }
      return size - (first.isPadded ? (first.layer == 1 ? 4 : 1) : 0)
    }
    return nil
  }
}
