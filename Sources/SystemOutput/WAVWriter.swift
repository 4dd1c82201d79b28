// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Glibc

/// An `errno` with the system's sentence.
struct SystemError: RawRepresentable, Error, Hashable, CustomStringConvertible {
  var rawValue: Int32

  static var last: Self { Self(rawValue: errno) }

  var description: String {
    var text = [CChar](repeating: 0, count: 128)
    guard unsafe strerror_r(rawValue, &text, text.count) == 0 else { return String(rawValue) }
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  var outputError: OutputError {
    switch rawValue {
    case ENOENT, ENOTDIR: .notFound
    case EACCES, EPERM, EROFS: .notPermitted
    default: .other(description)
    }
  }
}

/// A growing WAVE file of 48 kHz stereo float. The sizes in its header are written now and then,
/// so that a killed program leaves a file that plays.
final class WAVWriter {
  private let descriptor: Int32
  private let isSeekable: Bool
  private var dataBytes = 0
  private var bytesSincePatch = 0
  private var isOpen = true

  /// About half a second.
  private static let patchInterval = 192_000
  /// What a 32-bit RIFF size can name, headers left out.
  private static let mostDataBytes = Int(UInt32.max) - 1024

  /// Creates or empties the file, or goes on at its end. Special files other than `/dev/null` and
  /// its like are refused.
  init(path: [UInt8], goesOn: Bool = false) throws(SystemError) {
    let name = path.map { CChar(bitPattern: $0) } + [0]
    guard !path.contains(0) else { throw SystemError(rawValue: ENOENT) }
    // Non-blocking: a FIFO without a reader must fail, not wait.
    let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK
    let opened = unsafe Glibc.open(name, flags, 0o644)
    guard opened >= 0 else { throw .last }
    do throws(SystemError) {
      if goesOn {
        (isSeekable, dataBytes) = try Self.goOn(opened)
      } else {
        isSeekable = try Self.begin(opened)
      }
      descriptor = opened
    } catch {
      Glibc.close(opened)
      throw error
    }
  }

  deinit { close() }

  /// Appends samples as they are.
  func append(_ samples: UnsafeBufferPointer<Float>) throws(SystemError) {
    guard isOpen else { throw SystemError(rawValue: EBADF) }
    let bytes = UnsafeRawBufferPointer(samples)
    guard dataBytes + bytes.count <= Self.mostDataBytes else { throw SystemError(rawValue: EFBIG) }
    var done = 0
    while done < bytes.count {
      let rest = unsafe UnsafeRawBufferPointer(rebasing: bytes[done...])
      let taken = unsafe Glibc.write(descriptor, rest.baseAddress, rest.count)
      if taken < 0, errno == EINTR { continue }
      guard taken > 0 else { throw taken == 0 ? SystemError(rawValue: EIO) : .last }
      done += taken
      dataBytes += taken
    }
    bytesSincePatch += bytes.count
    if bytesSincePatch >= Self.patchInterval { patchSizes() }
  }

  /// Writes the true sizes into the header. A failure costs nothing but the sizes.
  func patchSizes() {
    guard isOpen, isSeekable else { return }
    bytesSincePatch = 0
    // A write that failed half-way may have left part of a frame.
    let header = WAVHeader(dataBytes: dataBytes - dataBytes % 8).bytes
    unsafe header.withUnsafeBytes { header in
      _ = unsafe pwrite(descriptor, header.baseAddress, header.count, 0)
    }
  }

  /// Completes the header and closes.
  func close() {
    guard isOpen else { return }
    patchSizes()
    isOpen = false
    Glibc.close(descriptor)
  }

  /// Empties the file and writes its header; gives whether the header can be mended later.
  private static func begin(_ descriptor: Int32) throws(SystemError) -> Bool {
    let isSeekable = try mayWrite(descriptor)
    if isSeekable, ftruncate(descriptor, 0) != 0 { throw .last }
    let header = WAVHeader(dataBytes: 0).bytes
    let taken = unsafe Glibc.write(descriptor, header, header.count)
    guard taken == header.count else { throw taken < 0 ? .last : SystemError(rawValue: ENOSPC) }
    return isSeekable
  }

  /// Goes to the end of a recording; gives whether the header can be mended later, and the bytes
  /// of samples that are there.
  private static func goOn(_ descriptor: Int32) throws(SystemError) -> (Bool, Int) {
    guard try mayWrite(descriptor) else { return (false, 0) }
    let end = Int(lseek(descriptor, 0, SEEK_END))
    let header = WAVHeader(dataBytes: 0).bytes.count
    // Somebody emptied or removed it meanwhile: there is nothing left to lose.
    guard end >= header else { return (try begin(descriptor), 0) }
    return (true, end - header)
  }

  /// Whether the open file is one we may fill: true for a regular file, empty or WAVE; false for a
  /// memory device such as `/dev/null`; anything else throws.
  private static func mayWrite(_ descriptor: Int32) throws(SystemError) -> Bool {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .last }
    switch status.st_mode & S_IFMT {
    case S_IFREG:
      guard status.st_size > 0 else { return true }
      var start: [UInt8] = [0, 0, 0, 0]
      let count = unsafe pread(descriptor, &start, start.count, 0)
      guard count == 4, start == Array("RIFF".utf8) else { throw SystemError(rawValue: EEXIST) }
      return true
    case S_IFCHR where status.st_rdev >> 8 == 1: return false
    default: throw SystemError(rawValue: EPERM)
    }
  }
}

/// The first 58 bytes of a WAVE file of 48 kHz stereo 32-bit float.
struct WAVHeader {
  /// The size of the samples that follow.
  var dataBytes: Int

  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    func text(_ text: String) { bytes += Array(text.utf8) }
    func number(_ value: Int, _ count: Int) {
      for shift in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * shift))) }
    }
    text("RIFF")
    number(50 + dataBytes, 4)
    text("WAVEfmt ")
    number(18, 4)
    number(3, 2)  // WAVE_FORMAT_IEEE_FLOAT
    number(2, 2)
    number(48_000, 4)
    number(48_000 * 8, 4)
    number(8, 2)
    number(32, 2)
    number(0, 2)
    text("fact")
    number(4, 4)
    number(dataBytes / 8, 4)
    text("data")
    number(dataBytes, 4)
    return bytes
  }
}
