// SPDX-License-Identifier: GPL-3.0-or-later

internal import Audio
internal import Glibc

/// The bytes of an open regular file, read in blocks wherever they are asked for.
///
/// A file that shrinks while it is open ends early. Used from one thread at a time.
@safe
final class FileBytes {
  /// The file's size when it was opened, in bytes.
  let size: Int

  private let descriptor: Int32
  private let block: UnsafeMutableRawBufferPointer
  private var loaded = 0..<0

  /// Opens the file at `path` (`open`), which must be a regular file: a pipe or a device could
  /// block for ever. `blockSize` is how many bytes one read asks for.
  init(_ path: [UInt8], blockSize: Int) throws(DecodingError) {
    guard !path.contains(0) else { throw .notFound }
    let name = path.map { CChar(bitPattern: $0) } + [0]
    descriptor = unsafe open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw DecodingError(errno: errno) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .unsupportedFormat
    }
    size = Int(status.st_size)
    unsafe block = .allocate(byteCount: blockSize, alignment: 16)
  }

  deinit {
    close(descriptor)
    unsafe block.deallocate()
  }

  /// The byte at `offset`, or `nil` outside the file.
  func byte(at offset: Int) -> UInt8? {
    guard load(offset) else { return nil }
    return unsafe block[offset - loaded.lowerBound]
  }

  /// The `count` bytes at `offset` as a big-endian number, or `nil` where the file ends before.
  func number(at offset: Int, count: Int = 4) -> UInt32? {
    var value: UInt32 = 0
    for place in offset..<offset + count {
      guard let byte = byte(at: place) else { return nil }
      value = value << 8 | UInt32(byte)
    }
    return value
  }

  /// At most `count` bytes from `offset` on; fewer where the file ends.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count)
    while bytes.count < count, load(offset + bytes.count) {
      let from = offset + bytes.count - loaded.lowerBound
      let upTo = min(loaded.count, from + count - bytes.count)
      unsafe bytes.append(contentsOf: block[from..<upTo])
    }
    return bytes
  }

  /// Whether the bytes at `offset` are those of `text`.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    for index in 0..<text.utf8CodeUnitCount
    where byte(at: offset + index) != (unsafe text.utf8Start[index]) {
      return false
    }
    return true
  }

  /// Copies what lies at `offset` to `target` and returns the number of bytes, 0 at the end of
  /// the file and −1 when it cannot be read.
  func copy(at offset: Int, to target: UnsafeMutableRawBufferPointer) -> Int {
    guard load(offset) else { return offset < size && loaded.isEmpty ? -1 : 0 }
    let from = offset - loaded.lowerBound
    let count = min(loaded.count - from, target.count)
    let there = from..<(from + count)
    unsafe target.copyMemory(from: UnsafeRawBufferPointer(rebasing: block[there]))
    return count
  }

  /// Makes sure that the byte at `offset` is in the block (`pread`).
  private func load(_ offset: Int) -> Bool {
    if loaded.contains(offset) { return true }
    guard offset >= 0, offset < size else { return false }
    var count: Int
    repeat {
      count = unsafe pread(descriptor, block.baseAddress, block.count, off_t(offset))
    } while count < 0 && errno == EINTR
    loaded = offset..<offset + max(count, 0)
    return count > 0
  }
}

extension DecodingError {
  /// What a listener is told when opening a file failed with `code`.
  init(errno code: Int32) {
    switch code {
    case ENOENT, ENOTDIR, ENAMETOOLONG, ELOOP: self = .notFound
    case EACCES, EPERM: self = .notPermitted
    case ENXIO, ENODEV, EISDIR: self = .unsupportedFormat
    default: self = .other(unsafe String(cString: strerror(code)))
    }
  }
}
