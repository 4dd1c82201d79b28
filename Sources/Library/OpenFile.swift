// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// An open file that closes itself.
struct OpenFile: ~Copyable {
  let descriptor: Int32

  /// Opens `path` (`open`), always with `O_CLOEXEC`.
  init(_ path: [UInt8], _ flags: Int32, permissions: mode_t = 0o600) throws(SystemError) {
    let opened = unsafe withCPath(path) {
      unsafe open($0, flags | O_CLOEXEC, permissions)
    }
    guard opened >= 0 else { throw .last }
    descriptor = opened
  }

  /// Opens a regular file to read it; a FIFO or device is refused without waiting for it.
  static func reading(_ path: [UInt8]) throws(SystemError) -> OpenFile {
    let file = try OpenFile(path, O_RDONLY | O_NONBLOCK | O_NOCTTY)
    switch try FileStatus.of(descriptor: file.descriptor).kind {
    case .regular: return file
    case .folder: throw SystemError(rawValue: EISDIR)
    case .other: throw SystemError(rawValue: EINVAL)
    }
  }

  deinit { close(descriptor) }

  /// Reads up to `limit` bytes onto the end of `buffer`; 0 is the end of the file (`read`).
  func read(onto buffer: inout [UInt8], atMost limit: Int) throws(SystemError) -> Int {
    let count = unsafe withUnsafeTemporaryAllocation(byteCount: limit, alignment: 16) { block in
      while true {
        let count = unsafe Glibc.read(descriptor, block.baseAddress, limit)
        guard count < 0 else {
          unsafe buffer.append(contentsOf: UnsafeRawBufferPointer(rebasing: block[..<count]))
          return count
        }
        guard errno == EINTR else { return -1 }
      }
    }
    guard count >= 0 else { throw .last }
    return count
  }

  /// Writes all of `bytes` at the file's place (`write`).
  func write(_ bytes: [UInt8]) throws(SystemError) {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { raw in
        unsafe Glibc.write(
          descriptor, raw.baseAddress.map { unsafe $0 + done }, bytes.count - done)
      }
      if count > 0 {
        done += count
      } else if errno != EINTR {
        throw .last
      }
    }
  }

  /// Writes all of `bytes` at the beginning of the file in one call (`pwrite`).
  func writeFirst(_ bytes: [UInt8]) throws(SystemError) {
    let count = unsafe bytes.withUnsafeBytes { raw in
      unsafe pwrite(descriptor, raw.baseAddress, bytes.count, 0)
    }
    guard count == bytes.count else { throw .last }
  }

  /// Waits until everything written is on the disk (`fsync`).
  func synchronize() throws(SystemError) {
    guard fsync(descriptor) == 0 else { throw .last }
  }

  /// Takes the lock of the file if nobody holds it (`flock`); it lasts until the file is closed.
  func tryLock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }
}

/// All bytes of a regular file that is no larger than `limit`.
func contents(of path: [UInt8], limit: Int) throws(SystemError) -> [UInt8] {
  let file = try OpenFile.reading(path)
  var bytes = [UInt8]()
  while try file.read(onto: &bytes, atMost: min(65_536, limit + 1 - bytes.count)) > 0 {
    guard bytes.count <= limit else { throw .tooLarge }
  }
  return bytes
}
