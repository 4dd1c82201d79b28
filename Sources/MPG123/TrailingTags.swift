// SPDX-License-Identifier: GPL-3.0-or-later

/// Tags behind the sound: ID3v1, Lyrics3, APE and ID3v2.
enum TrailingTags {
  /// The offset at which the tags at the end of `file` begin; its size when there are none.
  static func start(in file: FileBytes) -> Int { walk(file).start }

  /// The APE and ID3v2 tags at the end of `file`, and the offset at which all tags there begin.
  static func walk(_ file: FileBytes) -> (start: Int, ape: APETag?, id3v2: Int?) {
    var end = file.size
    var ape: APETag?
    var id3v2: Int?
    if hasID3v1(file) { end -= 128 }
    // No file has more, and each could be made of nothing.
    for _ in 0..<8 {
      let start: Int
      if let tag = APETag(file, endingAt: end) {
        ape = ape ?? tag
        start = tag.bytes.lowerBound
      } else if let size = lyricsSize(file, end) {
        start = end - size
      } else if let tag = ID3v2.start(in: file, endingAt: end) {
        id3v2 = tag
        start = tag
      } else {
        break
      }
      guard start >= 0, start < end else { break }
      end = start
    }
    return (end, ape, id3v2)
  }

  /// Whether the last 128 bytes are an ID3v1 tag.
  static func hasID3v1(_ file: FileBytes) -> Bool {
    file.size >= 128 && file.has("TAG", at: file.size - 128)
  }

  private static func lyricsSize(_ file: FileBytes, _ end: Int) -> Int? {
    guard file.has("LYRICS200", at: end - 9) else { return nil }
    var size = 0
    for digit in file.bytes(at: end - 15, count: 6) {
      guard (0x30...0x39).contains(digit) else { return nil }
      size = size * 10 + Int(digit - 0x30)
    }
    return size + 15
  }
}
