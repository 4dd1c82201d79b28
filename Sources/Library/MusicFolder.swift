// SPDX-License-Identifier: GPL-3.0-or-later

/// Where the listener keeps music.
public enum MusicFolder {
  /// `XDG_MUSIC_DIR` of `user-dirs.dirs`, else `~/Music`; `nil` when there is no such folder.
  ///
  /// A music folder that is the home itself means "none" in that file, so it is passed over.
  public static func find(_ environment: Environment = processEnvironment) -> [UInt8]? {
    let home = HomeFolder.find(environment)
    if let folder = configured(environment, home), folder != home, FileStatus.isFolder(folder) {
      return folder
    }
    let usual = home.map { FilePath.joined($0, "Music".utf8) }
    return usual.flatMap { FileStatus.isFolder($0) ? $0 : nil }
  }

  private static func configured(_ environment: Environment, _ home: [UInt8]?) -> [UInt8]? {
    guard let folder = XDGFolder.configuration(environment),
      let text = try? contents(
        of: FilePath.joined(folder, "user-dirs.dirs".utf8), limit: 65_536)
    else { return nil }
    var found: [UInt8]?
    for line in text.split(separator: 0x0A) {
      let line = line.trimmed
      guard line.hasPrefix("XDG_MUSIC_DIR=") else { continue }
      found = path(ofValue: line.dropFirst(14), home)
    }
    return found
  }

  /// `"$HOME/Music"` or `"/srv/music"`, a backslash before what would be special to a shell.
  private static func path(ofValue value: ArraySlice<UInt8>, _ home: [UInt8]?) -> [UInt8]? {
    let quote = UInt8(ascii: "\"")
    guard value.first == quote, let end = value.dropFirst().lastIndex(of: quote) else { return nil }
    var inner = value[(value.startIndex + 1)..<end]
    var result = [UInt8]()
    if inner.hasPrefix("$HOME") {
      guard let home else { return nil }
      result = home
      inner = inner.dropFirst(5)
    }
    var isEscaped = false
    for byte in inner {
      if byte == UInt8(ascii: "\\"), !isEscaped {
        isEscaped = true
      } else {
        result.append(byte)
        isEscaped = false
      }
    }
    guard result.first == FilePath.slash else { return nil }
    return FilePath.absolute(result)
  }
}
