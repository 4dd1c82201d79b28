// SPDX-License-Identifier: GPL-3.0-or-later

/// Tags behind the sound: ID3v1, Lyrics3 and APE.
enum TrailingTags {
  /// The offset at which the tags at the end of `file` begin; its size when there are none.
  static func start(in file: FileBytes) -> Int {
    var end = file.size
    if hasID3v1(file) { end -= 128 }
    while let size = apeSize(file, end) ?? lyricsSize(file, end), size > 0, size <= end {
      end -= size
    }
    return end
  }

  /// Whether the last 128 bytes are an ID3v1 tag.
  static func hasID3v1(_ file: FileBytes) -> Bool {
    file.size >= 128 && file.has("TAG", at: file.size - 128)
  }

  private static func apeSize(_ file: FileBytes, _ end: Int) -> Int? {
    guard file.has("APETAGEX", at: end - 32),
      let size = file.number(at: end - 20), let flags = file.number(at: end - 12)
    else { return nil }
    let hasHeader = flags.byteSwapped & 0x8000_0000 != 0
    return Int(size.byteSwapped) + (hasHeader ? 32 : 0)
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
