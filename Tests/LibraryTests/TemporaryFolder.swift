// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Player

@testable import Library

/// A folder for one test, removed with all in it at the end.
final class TemporaryFolder {
  let path: [UInt8]

  init() {
    var template = Array("/tmp/eyemusix-library-XXXXXX".utf8CString)
    path = mkdtemp(&template).map { bytes(ofCString: $0) } ?? []
    precondition(!path.isEmpty, "no temporary folder")
  }

  deinit { Self.remove(path) }

  subscript(name: String) -> [UInt8] { FilePath.joined(path, name.utf8) }

  /// Makes a file and the folders above it.
  @discardableResult
  func file(_ name: String, _ content: String = "") -> [UInt8] {
    file(bytes: Array(name.utf8), Array(content.utf8))
  }

  @discardableResult
  func file(bytes name: [UInt8], _ content: [UInt8] = []) -> [UInt8] {
    let full = FilePath.joined(path, name)
    try? makeFolder(FilePath.parent(of: full))
    if let file = try? OpenFile(full, O_WRONLY | O_CREAT | O_TRUNC) { try? file.write(content) }
    return full
  }

  @discardableResult
  func folder(_ name: String) -> [UInt8] {
    try? makeFolder(self[name])
    return self[name]
  }

  func link(_ name: String, to target: String) {
    _ = withCPath(self[name]) { symlink(target, $0) }
  }

  func text(_ name: String) -> String? {
    (try? contents(of: self[name], limit: 1 << 26)).map { String(decoding: $0, as: UTF8.self) }
  }

  private static func remove(_ path: [UInt8]) {
    _ = withCPath(path) { chmod($0, 0o700) }
    var names: [[UInt8]] = []
    if let stream = withCPath(path, { opendir($0) }) {
      while let entry = readdir(stream) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { bytes(ofCString: $0) }
        }
        if name != Array(".".utf8), name != Array("..".utf8) { names.append(name) }
      }
      closedir(stream)
    }
    for name in names {
      let full = FilePath.joined(path, name)
      if withCPath(full, { unlink($0) }) != 0 { remove(full) }
    }
    _ = withCPath(path) { rmdir($0) }
  }
}
