// SPDX-License-Identifier: GPL-3.0-or-later

import Foundation
import Glibc

/// A folder for one test; gone, with everything in it, when the value is.
public final class TemporaryFolder: Sendable {
  /// Without a slash at the end.
  public let path: String

  /// A new folder in `TMPDIR` or `/tmp`.
  public init() throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((parent + "/eyemusix-test-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw FolderError(number: errno) }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// A new folder of this path, which nobody else may be using.
  public init(at path: String) throws {
    try? FileManager.default.removeItem(atPath: path)
    guard mkdir(path, 0o700) == 0 else { throw FolderError(number: errno) }
    self.path = path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes a file, making its folders.
  public func write(_ name: String, _ bytes: some Sequence<UInt8>) throws {
    var folder = path
    for part in name.split(separator: "/").dropLast() {
      folder += "/" + part
      mkdir(folder, 0o755)
    }
    let bytes = Array(bytes)
    let file = open(path + "/" + name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard file >= 0 else { throw FolderError(number: errno) }
    defer { close(file) }
    guard Glibc.write(file, bytes, bytes.count) == bytes.count else {
      throw FolderError(number: errno)
    }
  }

  /// Writes a text file.
  public func write(_ name: String, _ text: String) throws { try write(name, text.utf8) }

  /// What a file holds.
  public func read(_ name: String) throws -> [UInt8] {
    let file = open(path + "/" + name, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FolderError(number: errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var part = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(file, &part, part.count)
      guard count > 0 else { return bytes }
      bytes += part[..<count]
    }
  }
}

/// The system's number for what went wrong with a folder.
public struct FolderError: Error {
  /// `errno`.
  public var number: Int32
}
