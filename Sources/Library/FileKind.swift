// SPDX-License-Identifier: GPL-3.0-or-later

/// What a file is by its name.
enum FileKind {
  /// A playlist in lines.
  case playlist
  /// A playlist in XML.
  case xmlPlaylist
  /// A cue sheet.
  case cueSheet
  /// A playlist of a form that is not read.
  case unknownPlaylist
  case other

  init(_ path: [UInt8]) {
    switch FilePath.fileExtension(path) {
    case "m3u", "m3u8", "pls": self = .playlist
    case "xspf", "asx", "wax", "wvx": self = .xmlPlaylist
    case "cue": self = .cueSheet
    case "wpl", "b4s": self = .unknownPlaylist
    default: self = .other
    }
  }

  /// Extensions of music, the likeliest first.
  static let musicExtensions = ["mp3", "mp2", "mpga", "mpa", "mp1"]

  /// Whether a file found in a folder is taken for music.
  static func isPlayable(_ name: some BidirectionalCollection<UInt8>) -> Bool {
    var tail: UInt64 = 0
    for byte in name.suffix(5) { tail = tail << 8 | UInt64(byte | 0x20) }
    return playable.contains(tail & 0xFF_FFFF_FFFF) || playable.contains(tail & 0xFFFF_FFFF)
  }

  /// ".mp3" and so on, as numbers of four or five bytes; a dot has the bit of lower case set.
  private static let playable: Set<UInt64> = Set(
    musicExtensions.map { text in ".\(text)".utf8.reduce(0) { $0 << 8 | UInt64($1) } })
}
