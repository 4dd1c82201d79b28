// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Which file it is, whatever its name: two paths with the same identity are the same file.
struct FileIdentity: Hashable, Sendable {
  var device: UInt64
  var inode: UInt64
}

/// What `stat` tells of a file, links followed.
struct FileStatus {
  enum Kind {
    case regular, folder, other
  }

  var kind: Kind
  var identity: FileIdentity
  /// Bytes.
  var size: Int

  init(_ status: stat) {
    switch status.st_mode & S_IFMT {
    case S_IFREG: kind = .regular
    case S_IFDIR: kind = .folder
    default: kind = .other
    }
    identity = FileIdentity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    size = Int(status.st_size)
  }

  /// The file at `path` (`stat`).
  static func of(_ path: [UInt8]) throws(SystemError) -> FileStatus {
    var status = stat()
    guard unsafe withCPath(path, { unsafe stat($0, &status) }) == 0 else { throw .last }
    return FileStatus(status)
  }

  /// An open file (`fstat`).
  static func of(descriptor: Int32) throws(SystemError) -> FileStatus {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
    return FileStatus(status)
  }

  /// Whether the file may be read (`access`).
  static func isReadable(_ path: [UInt8]) -> Bool {
    unsafe withCPath(path) { unsafe access($0, R_OK) } == 0
  }

  /// Whether there is a folder at `path`.
  static func isFolder(_ path: [UInt8]) -> Bool {
    (try? of(path))?.kind == .folder
  }
}
