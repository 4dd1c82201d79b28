// SPDX-License-Identifier: GPL-3.0-or-later

internal import Audio
internal import CMPG123
internal import Glibc

/// One `mpg123_handle` decoding a stretch of a file. Used from one thread at a time.
@safe
final class MPG123Handle {
  /// What decoding the next MPEG frame gave.
  enum Step {
    /// Samples, now in `available`.
    case samples
    /// The frame that comes next has another format.
    case formatChanged
    case ended
    case failed(MPG123Error)
  }

  /// How much junk between frames is searched for the next frame, in bytes.
  private static let resyncLimit = 16 << 20
  /// Places of frames that are remembered for seeking.
  private static let indexSize = 8192
  /// Frames decoded unheard before the target of a seek: the bit reservoir of layer 3 reaches
  /// back up to 511 bytes, many frames at the lowest bit rates.
  private static let framesBeforeTarget = 32
  /// Beyond this a sample comes from damaged data and is made silent: music is within ±2.
  private static let loudest: Float = 8

  private let handle: OpaquePointer
  private let window: FileWindow
  /// What is left of the last decoded MPEG frame, in the library's own buffer: valid until the
  /// next call that decodes, seeks or opens, each of which replaces it.
  private var rest = unsafe UnsafeBufferPointer<Float>(start: nil, count: 0)

  /// A handle that decodes nothing yet (`mpg123_new`).
  init(_ file: FileBytes) throws(MPG123Error) {
    window = FileWindow(file)
    var code: Int32 = 0
    guard let handle = unsafe mpg123_new(nil, &code) else { throw MPG123Error(rawValue: code) }
    unsafe self.handle = unsafe handle
    try configure()
  }

  deinit { unsafe mpg123_delete(handle) }

  /// Starts to decode `bytes` of the file, which begin with a frame (`mpg123_open_handle`).
  func open(_ bytes: Range<Int>) throws(MPG123Error) -> StreamFormat {
    forget()
    window.bytes = bytes
    window.offset = bytes.lowerBound
    // The handle and the window live in this object, the window longer.
    let context = unsafe Unmanaged.passUnretained(window).toOpaque()
    try check(unsafe mpg123_open_handle(handle, context))
    return try format()
  }

  /// The format of the samples that come next (`mpg123_getformat`).
  func format() throws(MPG123Error) -> StreamFormat {
    var rate = 0
    var channels: Int32 = 0
    var encoding: Int32 = 0
    try check(unsafe mpg123_getformat(handle, &rate, &channels, &encoding))
    guard encoding == Int32(MPG123_ENC_FLOAT_32.rawValue), rate > 0, 1...2 ~= channels else {
      throw MPG123Error(rawValue: Int32(MPG123_BAD_OUTFORMAT.rawValue))
    }
    return StreamFormat(sampleRate: rate, channels: Int(channels))
  }

  /// Samples (not frames) that have been decoded and not been taken.
  var available: Int { unsafe rest.count }

  /// Moves as many samples to `target` as there are and fit, and returns their number.
  func take(into target: UnsafeMutableBufferPointer<Float>) -> Int {
    let count = unsafe min(rest.count, target.count)
    for index in 0..<count {
      let sample = unsafe rest[index]
      unsafe target[index] = abs(sample) <= Self.loudest ? sample : 0
    }
    drop(count)
    return count
  }

  /// Forgets the next `count` samples.
  func drop(_ count: Int) { unsafe rest = UnsafeBufferPointer(rebasing: rest[count...]) }

  /// Decodes one MPEG frame (`mpg123_decode_frame`).
  func decode() -> Step {
    forget()
    var samples: UnsafeMutablePointer<UInt8>?
    var bytes = 0
    let code = unsafe mpg123_decode_frame(handle, nil, &samples, &bytes)
    switch code {
    case Int32(MPG123_OK.rawValue):
      let start = unsafe UnsafeRawPointer(samples)?.assumingMemoryBound(to: Float.self)
      unsafe rest = UnsafeBufferPointer(start: start, count: start == nil ? 0 : bytes / 4)
      return .samples
    case MPG123_NEW_FORMAT.rawValue: return .formatChanged
    case MPG123_DONE.rawValue: return .ended
    default: return .failed(error(code))
    }
  }

  /// Goes to `sample` from the start of the stretch (`mpg123_seek`).
  func seek(to sample: Int) throws(MPG123Error) {
    forget()
    let reached = unsafe mpg123_seek(handle, off_t(sample), SEEK_SET)
    if reached < 0 { throw error(Int32(truncatingIfNeeded: reached)) }
  }

  /// Reads the stretch to its end, notes where frames are (`mpg123_scan`) and returns the frames
  /// of samples in it.
  func scan() throws(MPG123Error) -> Int {
    forget()
    try check(unsafe mpg123_scan(handle))
    let length = unsafe mpg123_length(handle)
    if length < 0 { throw error(Int32(truncatingIfNeeded: length)) }
    return Int(length)
  }

  /// Bytes of the stretch that have not been read.
  var bytesLeft: Int { window.bytes.upperBound - window.offset }

  /// Where the frame that was read last begins in the file (`mpg123_framepos`).
  var frameOffset: Int { window.bytes.lowerBound + Int(unsafe mpg123_framepos(handle)) }

  private func forget() { unsafe rest = UnsafeBufferPointer(start: nil, count: 0) }

  private func configure() throws(MPG123Error) {
    // Start, end and header of the stream are found by ourselves: the library's gapless mode
    // moves all positions when a scan shows that a header lied.
    let added = [MPG123_QUIET, MPG123_FORCE_FLOAT, MPG123_SKIP_ID3V2, MPG123_IGNORE_INFOFRAME]
    let removed = [MPG123_GAPLESS, MPG123_AUTO_RESAMPLE]
    try set(MPG123_ADD_FLAGS, added.reduce(0) { $0 | Int($1.rawValue) })
    try set(MPG123_REMOVE_FLAGS, removed.reduce(0) { $0 | Int($1.rawValue) })
    try set(MPG123_RESYNC_LIMIT, Self.resyncLimit)
    try set(MPG123_INDEX_SIZE, Self.indexSize)
    try set(MPG123_PREFRAMES, Self.framesBeforeTarget)
    try check(unsafe mpg123_replace_reader_handle(handle, readWindow, seekWindow, nil))
  }

  private func set(_ parameter: mpg123_parms, _ value: Int) throws(MPG123Error) {
    try check(unsafe mpg123_param2(handle, Int32(parameter.rawValue), value, 0))
  }

  private func check(_ code: Int32) throws(MPG123Error) {
    if code != Int32(MPG123_OK.rawValue) { throw error(code) }
  }

  private func error(_ code: Int32) -> MPG123Error {
    guard code == MPG123_ERR.rawValue else { return MPG123Error(rawValue: code) }
    return MPG123Error(rawValue: unsafe mpg123_errcode(handle))
  }
}

/// A stretch of a file as libmpg123 sees it: a stream that begins at 0.
final class FileWindow {
  let file: FileBytes
  var bytes = 0..<0
  /// Where the next read begins in the file.
  var offset = 0

  init(_ file: FileBytes) { self.file = file }
}

/// `read` for `mpg123_replace_reader_handle`.
private func readWindow(
  _ context: UnsafeMutableRawPointer?, _ target: UnsafeMutableRawPointer?, _ count: Int
) -> Int {
  guard let context = unsafe context, let target = unsafe target else { return -1 }
  let window = unsafe Unmanaged<FileWindow>.fromOpaque(context).takeUnretainedValue()
  let wanted = min(count, window.bytes.upperBound - window.offset)
  guard wanted > 0 else { return 0 }
  let given = unsafe window.file.copy(
    at: window.offset, to: UnsafeMutableRawBufferPointer(start: target, count: wanted))
  window.offset += max(given, 0)
  return given
}

/// `lseek` for `mpg123_replace_reader_handle`.
private func seekWindow(
  _ context: UnsafeMutableRawPointer?, _ distance: off_t, _ origin: Int32
) -> off_t {
  guard let context = unsafe context else { return -1 }
  let window = unsafe Unmanaged<FileWindow>.fromOpaque(context).takeUnretainedValue()
  let base =
    switch origin {
    case SEEK_SET: window.bytes.lowerBound
    case SEEK_CUR: window.offset
    default: window.bytes.upperBound
    }
  let (target, overflow) = base.addingReportingOverflow(Int(distance))
  guard !overflow, target >= window.bytes.lowerBound else { return -1 }
  window.offset = target
  return off_t(target - window.bytes.lowerBound)
}
