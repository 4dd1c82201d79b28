// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

@testable import Library

/// The scratch folder with names and paths as the library has them: bytes.
extension ScratchFolder {
  var bytes: [UInt8] { Array(path.utf8) }

  subscript(name: String) -> [UInt8] { FilePath.joined(bytes, name.utf8) }

  /// Makes a file and the folders above it.
  @discardableResult
  func file(_ name: String, _ content: String = "") -> [UInt8] {
    file(bytes: Array(name.utf8), Array(content.utf8))
  }

  @discardableResult
  func file(bytes name: [UInt8], _ content: [UInt8] = []) -> [UInt8] {
    let full = FilePath.joined(bytes, name)
    try? makeFolder(FilePath.parent(of: full))
    if let file = try? OpenFile(full, O_WRONLY | O_CREAT | O_TRUNC) { try? file.write(content) }
    return full
  }

  func link(_ name: String, to target: String) {
    _ = withCPath(self[name]) { symlink(target, $0) }
  }

  func text(_ name: String) -> String? { TextFile.read("\(path)/\(name)") }
}

/// Small numbers.
extension SplitMix {
  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &self) }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
