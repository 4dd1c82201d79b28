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

  deinit { Self.remove(path) }

  /// Makes a folder in it and returns its path.
  public func folder(_ name: String) -> String {
    mkdir("\(path)/\(name)", 0o700)
    return "\(path)/\(name)"
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  private static func remove(_ path: String) {
    if !isLink(path) { for name in FolderListing.names(in: path) { remove("\(path)/\(name)") } }
    Glibc.remove(path)
  }
}

/// What lies in folders.
public enum FolderListing {
  /// The names in a folder, sorted; none when it is no folder or cannot be read.
  public static func names(in path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var result: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { result.append(name) }
    }
    return result.sorted()
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
