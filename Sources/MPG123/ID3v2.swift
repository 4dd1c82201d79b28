// SPDX-License-Identifier: GPL-3.0-or-later

internal import TextEncoding

/// The ID3v2 tags (2.2, 2.3, 2.4) in front of the sound.
///
/// libmpg123 reads whole tags into memory, pictures too, and loses titles of common writers
/// (decision 4); here only the frames that are wanted are read, the rest is stepped over.
struct ID3v2 {
  /// No text is read further than this, in bytes.
  static let textLimit = LegacyEncoding.longest
  /// No tag has more frames than this.
  private static let frameLimit = 2000
  /// How much of a tag is read that cannot be stepped through because it is unsynchronised.
  private static let unsynchronisedLimit = 1 << 20

  /// How much of a compressed frame is read, in bytes.
  private static let compressedLimit = 1 << 16

  /// The texts that were found, by the names that ID3v2.4 gives their frames.
  private(set) var values: [String: String] = [:]

  /// A frame's header.
  private struct Frame {
    var name: String
    var size: Int
    var flags: UInt8
    var headerSize: Int
  }

  /// What of a tag's header tells how its frames are to be read.
  private struct Form {
    var version: UInt8
    /// Whether zeros were put into all frames, which is said so only in version 2.4.
    var isUnsynchronised: Bool
  }

  /// The offset behind all tags at the start of `file`, APE tags too.
  static func end(in file: FileBytes) -> Int {
    var end = 0
    while true {
      if let size = size(in: file, at: end), end + size < file.size {
        end += size
      } else if let tag = APETag(file, startingAt: end) {
        end = tag.bytes.upperBound
      } else {
        return end
      }
    }
  }

  /// Where the tag begins whose footer ends at `end`; `nil` when there is none.
  static func start(in file: FileBytes, endingAt end: Int) -> Int? {
    let footer = end - 10
    guard footer >= 10, file.has("3DI", at: footer), let size = file.number(at: footer + 6) else {
      return nil
    }
    let start = end - Int(syncSafe(size)) - 20
    return start >= 0 && Self.size(in: file, at: start) == end - start ? start : nil
  }

  /// Reads the tag at `offset`; `nil` when there is none.
  init?(_ file: FileBytes, at offset: Int = 0) {
    guard let size = Self.size(in: file, at: offset), let version = file.byte(at: offset + 3),
      let flags = file.byte(at: offset + 5)
    else { return nil }
    let start = offset + 10
    let end = max(start, min(offset + size, file.size))
    var form = Form(version: version, isUnsynchronised: flags & 0x80 != 0)
    var tag = TagBytes(file, start..<end)
    if form.isUnsynchronised, version < 4 {
      let bytes = file.bytes(at: start, count: min(end - start, Self.unsynchronisedLimit))
      tag = TagBytes(Self.resynchronised(bytes))
      form.isUnsynchronised = false
    }
    values = TagText.texts(Self.fields(tag, form, hasExtension: flags & 0x40 != 0))
  }

  /// The size with its header of the tag at `offset`.
  private static func size(in file: FileBytes, at offset: Int) -> Int? {
    guard file.has("ID3", at: offset), let version = file.byte(at: offset + 3),
      (2...4).contains(version), let size = file.number(at: offset + 6),
      size & 0x8080_8080 == 0
    else { return nil }
    let hasFooter = version == 4 && (file.byte(at: offset + 5) ?? 0) & 0x10 != 0
    return Int(syncSafe(size)) + (hasFooter ? 20 : 10)
  }

  private static func fields(
    _ tag: TagBytes, _ form: Form, hasExtension: Bool
  ) -> [String: TagText.Raw] {
    var fields: [String: TagText.Raw] = [:]
    // In version 2.2 the bit means compression, of which no form was ever defined.
    if hasExtension, form.version == 2 { return fields }
    var place = hasExtension ? extensionSize(tag, form.version) : 0
    for _ in 0..<frameLimit {
      guard let frame = frame(tag, at: place, form.version) else { break }
      place += frame.headerSize
      if let name = wanted[frame.name], fields[name] == nil, frame.size > 1,
        let body = body(tag, at: place, frame, form), let raw = TagText.raw(id3v2: body),
        TagText.text(raw) != nil
      {
        fields[name] = raw
      }
      place += frame.size
    }
    return fields
  }

  /// Frames that are wanted, by their names in all versions.
  private static let wanted = [
    "TT2": "TIT2", "TP1": "TPE1", "TAL": "TALB", "TRK": "TRCK", "TYE": "TYER", "TOR": "TORY",
    "TIT2": "TIT2", "TPE1": "TPE1", "TALB": "TALB", "TRCK": "TRCK", "TYER": "TYER",
    "TORY": "TORY", "TDRC": "TDRC", "TDRL": "TDRL", "TDOR": "TDOR",
  ]

  private static func extensionSize(_ tag: TagBytes, _ version: UInt8) -> Int {
    guard let size = tag.number(at: 0) else { return 0 }
    // Where there is a frame's name, the flag lies.
    if isName(tag.bytes(at: 0, count: 4)) { return 0 }
    return version == 4 ? Int(syncSafe(size)) : Int(size) + 4
  }

  private static func frame(_ tag: TagBytes, at place: Int, _ version: UInt8) -> Frame? {
    let length = version == 2 ? 3 : 4
    let name = tag.bytes(at: place, count: length)
    guard name.count == length, let plain = tag.number(at: place + length, count: length),
      // Some writers made names of their own in small letters.
      isName(name) || name.allSatisfy(isLetter) && Int(plain) <= tag.count - place
    else { return nil }
    let headerSize = version == 2 ? 6 : 10
    var size = Int(plain)
    if version == 4, plain & 0x8080_8080 == 0, plain > 0x7F {
      let safe = Int(syncSafe(plain))
      // iTunes wrote plain sizes into version 2.4.
      let isPlain =
        !startsFrame(tag, place + headerSize + safe)
        && startsFrame(tag, place + headerSize + size)
      if !isPlain { size = safe }
    }
    let flags = version == 2 ? 0 : tag.bytes(at: place + 9, count: 1).first ?? 0
    return Frame(
      name: String(decoding: name, as: UTF8.self), size: size, flags: flags,
      headerSize: headerSize)
  }

  private static func startsFrame(_ tag: TagBytes, _ place: Int) -> Bool {
    let name = tag.bytes(at: place, count: 4)
    return name.isEmpty || name.allSatisfy { $0 == 0 } || name.count == 4 && isName(name)
  }

  /// The text of a frame with its encoding byte in front; `nil` when it is encrypted or damaged.
  private static func body(
    _ tag: TagBytes, at place: Int, _ frame: Frame, _ form: Form
  ) -> [UInt8]? {
    // What stands between header and text.
    var skip = 0
    var isUnsynchronised = form.isUnsynchronised
    var isCompressed = false
    switch form.version {
    case 3:
      if frame.flags & 0x40 != 0 { return nil }
      isCompressed = frame.flags & 0x80 != 0
      skip = (isCompressed ? 4 : 0) + (frame.flags & 0x20 != 0 ? 1 : 0)
    case 4:
      if frame.flags & 0x04 != 0 { return nil }
      isCompressed = frame.flags & 0x08 != 0
      isUnsynchronised = isUnsynchronised || frame.flags & 0x02 != 0
      skip = (frame.flags & 0x40 != 0 ? 1 : 0) + (frame.flags & 0x01 != 0 ? 4 : 0)
    default: break
    }
    guard frame.size > skip else { return nil }
    let limit = isCompressed ? compressedLimit : textLimit
    var bytes = tag.bytes(at: place + skip, count: min(frame.size - skip, limit))
    // Some writers only say so: with a byte order mark in it, it is not.
    if isUnsynchronised, !hasSync(bytes) { bytes = resynchronised(bytes) }
    return isCompressed ? Inflation.inflate(bytes, limit: textLimit) : bytes
  }

  private static func hasSync(_ bytes: [UInt8]) -> Bool {
    zip(bytes, bytes.dropFirst()).contains { $0 == 0xFF && $1 >= 0xE0 }
  }

  private static func isName(_ bytes: [UInt8]) -> Bool {
    bytes.allSatisfy { (0x30...0x39).contains($0) || (0x41...0x5A).contains($0) || $0 == 0x20 }
      && bytes.first != 0x20
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }

  private static func syncSafe(_ value: UInt32) -> UInt32 {
    value & 0x7F | value >> 1 & 0x3F80 | value >> 2 & 0x1F_C000 | value >> 3 & 0xFE0_0000
  }

  /// Takes out the zeros that were put in behind FF so that no frame of sound seems to start.
  private static func resynchronised(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var previous: UInt8 = 0
    for byte in bytes {
      if previous != 0xFF || byte != 0 { result.append(byte) }
      previous = byte
    }
    return result
  }
}

/// The inside of a tag: a stretch of a file, or bytes in memory.
private struct TagBytes {
  private let file: FileBytes?
  private let range: Range<Int>
  private let memory: [UInt8]

  init(_ file: FileBytes, _ range: Range<Int>) {
    self.file = file
    self.range = range
    memory = []
  }

  init(_ memory: [UInt8]) {
    file = nil
    range = 0..<memory.count
    self.memory = memory
  }

  /// Its size in bytes.
  var count: Int { range.count }

  /// At most `count` bytes from `offset` on; fewer where the tag ends.
  func bytes(at offset: Int, count: Int) -> [UInt8] {
    let count = min(count, range.count - offset)
    guard offset >= 0, count > 0 else { return [] }
    guard let file else { return Array(memory[offset..<offset + count]) }
    return file.bytes(at: range.lowerBound + offset, count: count)
  }

  /// The `count` bytes at `offset` as a big-endian number.
  func number(at offset: Int, count: Int = 4) -> UInt32? {
    let bytes = bytes(at: offset, count: count)
    guard bytes.count == count else { return nil }
    return bytes.reduce(0) { $0 << 8 | UInt32($1) }
  }
}
