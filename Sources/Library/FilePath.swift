// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Paths are bytes without NUL, as the system has them; these are the few things done with them.
enum FilePath {
  static let slash = UInt8(ascii: "/")

  /// `name` in `folder`; an absolute `name` as it is.
  static func joined(_ folder: [UInt8], _ name: some Collection<UInt8>) -> [UInt8] {
    if name.first == slash { return Array(name) }
    var path = [UInt8]()
    path.reserveCapacity(folder.count + 1 + name.count)
    path.append(contentsOf: folder)
    if folder.last != slash { path.append(slash) }
    path.append(contentsOf: name)
    return path
  }

  /// The folder that holds `path`.
  static func parent(of path: [UInt8]) -> [UInt8] {
    guard let end = path.lastIndex(where: { $0 != slash }),
      let cut = path[...end].lastIndex(of: slash)
    else { return path.first == slash ? [slash] : Array(".".utf8) }
    return cut == 0 ? [slash] : Array(path[..<cut])
  }

  /// `path` from the root on, without empty and "." components. ".." stays: behind a link it is
  /// not what it looks like.
  static func absolute(_ path: [UInt8], in folder: [UInt8] = workingFolder()) -> [UInt8] {
    let whole = joined(folder, path)
    var result = [UInt8]()
    result.reserveCapacity(whole.count)
    for component in whole.split(separator: slash) where component != [UInt8(ascii: ".")] {
      result.append(slash)
      result.append(contentsOf: component)
    }
    return result.isEmpty ? [slash] : result
  }

  /// The folder that relative paths begin at (`getcwd`). One that was removed has only the name
  /// the kernel gives it.
  static func workingFolder() -> [UInt8] {
    guard let text = unsafe getcwd(nil, 0) else { return Array("/proc/self/cwd".utf8) }
    defer { unsafe free(text) }
    return unsafe bytes(ofCString: text)
  }

  /// What a link points to (`readlink`).
  static func target(ofLink path: [UInt8]) -> [UInt8]? {
    var buffer = [CChar](repeating: 0, count: 4096)
    let count = unsafe withCPath(path) { unsafe readlink($0, &buffer, buffer.count) }
    return count > 0 ? buffer[..<count].map { UInt8(bitPattern: $0) } : nil
  }

  /// The lower-cased extension in ASCII; empty when there is none or it is longer than 8 bytes.
  static func fileExtension(_ name: some BidirectionalCollection<UInt8>) -> String {
    let tail = name.suffix(9)
    guard let dot = tail.lastIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return "" }
    var text = ""
    for byte in tail[tail.index(after: dot)...] {
      let lower = (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
      text.unicodeScalars.append(Unicode.Scalar(lower))
    }
    return text
  }
}

/// Lends `path` to a C function. A path with a NUL never reaches the system: the bytes before it
/// would name something else, so the empty path is lent, which names nothing.
func withCPath<R>(_ path: [UInt8], _ body: (UnsafePointer<CChar>) -> R) -> R {
  let whole = path.contains(0) ? [0] : path + [0]
  return unsafe whole.withUnsafeBytes { raw in
    unsafe raw.withMemoryRebound(to: CChar.self) { chars in
      guard let base = chars.baseAddress else { preconditionFailure("the array has a NUL") }
      return unsafe body(base)
    }
  }
}

/// The bytes of a C string without its NUL.
func bytes(ofCString text: UnsafePointer<CChar>) -> [UInt8] {
  unsafe UnsafeRawBufferPointer(start: text, count: strlen(text)).map { $0 }
}
