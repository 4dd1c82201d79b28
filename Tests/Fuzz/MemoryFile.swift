// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Where files are made: a folder that `.ci/fuzz` takes away, however the run ends.
let scratch = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"

/// Bytes as a regular file that only this process has, at a path of `/proc`.
struct MemoryFile: ~Copyable {
  private let descriptor: Int32

  init(_ bytes: [UInt8]) {
    var name = Array("\(scratch)/memory-XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    unlink(name)
    precondition(descriptor >= 0)
    write(bytes, to: descriptor)
  }

  deinit { close(descriptor) }

  var path: [UInt8] { Array("/proc/self/fd/\(descriptor)".utf8) }
}

private func write(_ bytes: [UInt8], to descriptor: Int32) {
  var written = 0
  while written < bytes.count {
    let count = bytes[written...].withUnsafeBytes {
      Glibc.write(descriptor, $0.baseAddress, $0.count)
    }
    precondition(count > 0)
    written += count
  }
}

/// A folder with files of its own, which goes with them.
final class MemoryFolder {
  let path: String

  init() {
    var name = Array("\(scratch)/folder-XXXXXX".utf8CString)
    precondition(mkdtemp(&name) != nil)
    path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in names { unlink("\(path)/\(name)") }
    rmdir(path)
  }

  func put(_ bytes: [UInt8], at name: String) {
    let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    precondition(descriptor >= 0)
    write(bytes, to: descriptor)
    close(descriptor)
  }

  func bytes(of name: String) -> [UInt8]? {
    let descriptor = open("\(path)/\(name)", O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = read(descriptor, &bytes, bytes.count)
    return count < 0 ? nil : Array(bytes.prefix(count))
  }

  private var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
