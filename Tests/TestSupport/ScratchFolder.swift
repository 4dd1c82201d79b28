// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A new folder under the system's temporary folder, removed with this value.
public final class ScratchFolder: Sendable {
  /// Where it is.
  public let path: String

  /// Makes it.
  public init(_ name: String = "eyemusix") throws {
    let base = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(base)/\(name).XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw SpawnFailure(description: "no scratch folder in \(base)")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Makes it at this path, which nobody else may be using.
  public init(at path: String) throws {
    Self.remove(Array(path.utf8CString))
    guard mkdir(path, 0o700) == 0 else {
      throw SpawnFailure(description: "no scratch folder \(path)")
    }
    self.path = path
  }

  deinit { Self.remove(Array(path.utf8CString)) }

  /// Makes a folder in it, with the folders above, and returns its path.
  @discardableResult
  public func folder(_ name: String) -> String {
    var folder = path
    for part in name.split(separator: "/") {
      folder += "/" + part
      mkdir(folder, 0o700)
    }
    return folder
  }

  /// Writes a file in it, making its folders.
  public func write(_ name: String, _ bytes: some Sequence<UInt8>) throws {
    if let slash = name.lastIndex(of: "/") { folder(String(name[..<slash])) }
    try ByteFile.write(Array(bytes), to: "\(path)/\(name)")
  }

  /// Writes a text file in it, making its folders.
  public func write(_ name: String, _ text: String) throws { try write(name, text.utf8) }

  /// What a file in it holds.
  public func read(_ name: String) throws -> [UInt8] {
    guard let bytes = ByteFile.read("\(path)/\(name)") else {
      throw SpawnFailure(description: "\(name) cannot be read")
    }
    return bytes
  }

  /// Bytes, not strings: tests make names that are no UTF-8.
  private static func remove(_ path: [CChar]) {
    if unlink(path) == 0 { return }
    chmod(path, 0o700)
    for name in FolderListing.entries(of: path) { remove(path.dropLast() + [0x2F] + name) }
    rmdir(path)
  }
}

/// What lies in folders.
public enum FolderListing {
  /// The names in a folder, sorted; none when it is no folder or cannot be read.
  public static func names(in path: String) -> [String] {
    entries(of: Array(path.utf8CString)).map { name in
      String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }.sorted()
  }

  /// The names in a folder as the system has them.
  fileprivate static func entries(of path: [CChar]) -> [[CChar]] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var result: [[CChar]] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        bytes.prefix { $0 != 0 }.map(CChar.init(bitPattern:)) + [0]
      }
      if name != [0x2E, 0], name != [0x2E, 0x2E, 0] { result.append(name) }
    }
    return result
  }
}

/// Small text files.
public enum TextFile {
  /// The whole text; `nil` when it cannot be read.
  public static func read(_ path: String) -> String? {
    ByteFile.read(path).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Writes the text in place of what was there.
  public static func write(_ text: String, to path: String) throws {
    try ByteFile.write(Array(text.utf8), to: path)
  }
}

/// Files as bytes.
public enum ByteFile {
  /// All bytes; `nil` when it cannot be read.
  public static func read(_ path: String) -> [UInt8]? {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var result: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(file, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return count == 0 ? result : nil }
      result += piece[..<count]
    }
  }

  /// Writes the bytes in place of what was there.
  public static func write(_ bytes: [UInt8], to path: String) throws {
    guard let file = fopen(path, "w") else {
      throw SpawnFailure(description: "\(path): \(String(cString: strerror(errno)))")
    }
    defer { fclose(file) }
    guard fwrite(bytes, 1, bytes.count, file) == bytes.count else {
      throw SpawnFailure(description: "\(path): not all could be written")
    }
  }
}
