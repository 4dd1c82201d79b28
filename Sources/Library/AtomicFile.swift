// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Writes a file so that, whatever happens meanwhile, either the old or the new one is there.
///
/// The new one grows under the name with `.new` behind it, goes to the disk (`fsync`), takes the
/// name (`rename`), and the folder follows it to the disk. One left by a process that died is
/// overwritten the next time.
struct AtomicFile: ~Copyable {
  private let file: OpenFile
  private let path: [UInt8]
  private var buffer: [UInt8] = []

  /// Begins the new version of the file at `path`.
  init(_ path: [UInt8]) throws(SystemError) {
    self.path = path
    file = try OpenFile(
      path + Array(".new".utf8), O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK)
  }

  /// Appends `bytes`.
  mutating func append(_ bytes: some Sequence<UInt8>) throws(SystemError) {
    buffer.append(contentsOf: bytes)
    guard buffer.count >= 65_536 else { return }
    try file.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }

  /// Puts the new version in place of the old one.
  consuming func finish() throws(SystemError) {
    try file.write(buffer)
    try file.synchronize()
    try rename(path + Array(".new".utf8), to: path)
    let folder = try OpenFile(FilePath.parent(of: path), O_RDONLY | O_DIRECTORY)
    // Some file systems know no fsync of folders; the file itself is safe already.
    try? folder.synchronize()
  }
}

/// Gives the file at `old` the path `new` (`rename`).
func rename(_ old: [UInt8], to new: [UInt8]) throws(SystemError) {
  let result = unsafe withCPath(old) { old in
    unsafe withCPath(new) { new in unsafe Glibc.rename(old, new) }
  }
  guard result == 0 else { throw .last }
}

/// Moves a file that cannot be understood out of the way, so that nobody's memory is overwritten:
/// `state` becomes `state.damaged-1`, then `-2` and so on. Returns the new name.
func setAside(_ path: [UInt8]) throws(SystemError) -> String {
  for number in 1...99 {
    let aside = path + Array(".damaged-\(number)".utf8)
    do throws(SystemError) {
      _ = try FileStatus.of(aside)
    } catch {
      guard error.rawValue == ENOENT else { continue }
      try rename(path, to: aside)
      return spokenName(aside)
    }
  }
  throw SystemError(rawValue: EEXIST)
}
