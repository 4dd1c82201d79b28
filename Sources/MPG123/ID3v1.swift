// SPDX-License-Identifier: GPL-3.0-or-later

/// The ID3v1 tag in a file's last 128 bytes.
struct ID3v1 {
  let title: String?
  let artist: String?
  let album: String?
  let year: String?
  let number: Int?

  /// Reads the tag; `nil` when there is none.
  init?(_ file: FileBytes) {
    guard TrailingTags.hasID3v1(file) else { return nil }
    let tag = file.bytes(at: file.size - 128, count: 128)
    guard tag.count == 128 else { return nil }
    title = TagText.decode(id3v1: tag[3..<33])
    artist = TagText.decode(id3v1: tag[33..<63])
    album = TagText.decode(id3v1: tag[63..<93])
    year = TagText.decode(id3v1: tag[93..<97])
    // Version 1.1: a zero in the last but one byte of the comment, then the track number.
    number = tag[125] == 0 && tag[126] != 0 ? Int(tag[126]) : nil
  }
}
