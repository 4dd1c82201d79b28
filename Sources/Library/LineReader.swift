// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads a file line by line in blocks, so that its size does not matter.
///
/// Lines end with LF, CR or both. A byte order mark is taken away, and UTF-16 with one is turned
/// into UTF-8; other bytes stay as they are.
struct LineReader: ~Copyable {
  /// Bytes of a line that are kept; the rest of a longer line is passed over.
  static let longestLine = 65_536

  private let file: OpenFile
  private var block: [UInt8] = []
  private var place = 0
  private var decoder: UTF16Decoder?
  private var hasBegun = false

  /// Opens the file at `path`.
  init(_ path: [UInt8]) throws(SystemError) { file = try OpenFile.reading(path) }

  /// The next line without its end, empty lines included; `nil` at the end of the file.
  /// `isCut` tells that the line was longer than is kept.
  mutating func next(isCut: inout Bool) throws(SystemError) -> [UInt8]? {
    var line = [UInt8]()
    isCut = false
    while true {
      if place == block.count, try !fill() { return line.isEmpty ? nil : line }
      let rest = block[place...]
      let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D }
      let part = rest[..<(end ?? block.count)]
      line.append(contentsOf: part.prefix(Self.longestLine - line.count))
      if line.count == Self.longestLine { isCut = true }
      place = block.count
      guard let end else { continue }
      place = end + 1
      return line
    }
  }

  private mutating func fill() throws(SystemError) -> Bool {
    block.removeAll(keepingCapacity: true)
    place = 0
    while block.isEmpty {
      guard try file.read(onto: &block, atMost: 65_536) > 0 else { return false }
      if !hasBegun {
        hasBegun = true
        if block.starts(with: [0xEF, 0xBB, 0xBF]) { block.removeFirst(3) }
        if block.starts(with: [0xFF, 0xFE]) { decoder = UTF16Decoder(isBigEndian: false) }
        if block.starts(with: [0xFE, 0xFF]) { decoder = UTF16Decoder(isBigEndian: true) }
        if decoder != nil { block.removeFirst(2) }
      }
      if decoder != nil { block = decoder?.decode(block) ?? block }
    }
    return true
  }
}

/// Turns UTF-16 that comes in pieces into UTF-8.
struct UTF16Decoder {
  private let isBigEndian: Bool
  private var oddByte: UInt8?
  private var highHalf: UInt16?

  init(isBigEndian: Bool) { self.isBigEndian = isBigEndian }

  /// The text of `bytes`, as far as it is complete.
  mutating func decode(_ bytes: [UInt8]) -> [UInt8] {
    var units = [UInt16]()
    units.reserveCapacity(bytes.count / 2 + 2)
    if let highHalf { units.append(highHalf) }
    highHalf = nil
    for byte in bytes {
      guard let first = oddByte else {
        oddByte = byte
        continue
      }
      oddByte = nil
      let (high, low) = isBigEndian ? (first, byte) : (byte, first)
      units.append(UInt16(high) << 8 | UInt16(low))
    }
    if let last = units.last, UTF16.isLeadSurrogate(last) {
      highHalf = last
      units.removeLast()
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }
}
