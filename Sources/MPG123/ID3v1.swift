// SPDX-License-Identifier: GPL-3.0-or-later

/// The ID3v1 tag in a file's last 128 bytes.
struct ID3v1 {
  /// Its texts: "title", "artist", "album" and "year".
  let texts: [String: String]
  let number: Int?

  /// Reads the tag; `nil` when there is none.
  init?(_ file: FileBytes) {
    guard TrailingTags.hasID3v1(file) else { return nil }
    let tag = file.bytes(at: file.size - 128, count: 128)
    guard tag.count == 128 else { return nil }
    let fields = ["title": tag[3..<33], "artist": tag[33..<63], "album": tag[63..<93]]
    // The bytes of each field end at a zero.
    var texts = TagText.texts(fields.mapValues { .narrow([$0.prefix { $0 != 0 }]) })
    texts["year"] = TagText.text(.narrow([tag[93..<97].prefix { $0 != 0 }]))
    self.texts = texts
    // Version 1.1: a zero in the last but one byte of the comment, then the track number.
    number = tag[125] == 0 && tag[126] != 0 ? Int(tag[126]) : nil
  }
}
