// SPDX-License-Identifier: GPL-3.0-or-later

/// ID3v2 tags made by hand, right or wrong.
struct TagBuilder {
  var version: UInt8
  var flags: UInt8 = 0
  private(set) var body: [UInt8] = []

  init(version: UInt8) { self.version = version }

  /// Adds a text frame: the encoding's byte, then the text.
  mutating func text(_ name: String, _ encoding: UInt8, _ text: [UInt8], flags: UInt8 = 0) {
    frame(name, [encoding] + text, flags: flags)
  }

  /// Adds a frame with a size of its version's kind.
  mutating func frame(_ name: String, _ content: [UInt8], flags: UInt8 = 0, plain: Bool = false) {
    body += Array(name.utf8)
    switch version {
    case 2: body += Self.number(content.count, bits: 8).dropFirst()
    case 3: body += Self.number(content.count, bits: 8) + [0, flags]
    default: body += Self.number(content.count, bits: plain ? 8 : 7) + [0, flags]
    }
    body += content
  }

  mutating func raw(_ bytes: [UInt8]) { body += bytes }

  /// The tag with `padding` zeros behind its frames.
  func bytes(padding: Int = 0) -> [UInt8] {
    let all = body + Array(repeating: 0, count: padding)
    return Array("ID3".utf8) + [version, 0, flags] + Self.number(all.count, bits: 7) + all
  }

  static func number(_ value: Int, bits: Int) -> [UInt8] {
    (0..<4).reversed().map { UInt8(value >> ($0 * bits) & (1 << bits - 1)) }
  }

  static func wide(_ text: String, little: Bool, mark: Bool = true) -> [UInt8] {
    ((mark ? [0xFEFF] : []) + Array(text.utf16)).flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return little ? bytes.reversed() : bytes
    }
  }

  /// An ID3v1 tag.
  static func old(
    title: [UInt8] = [], artist: [UInt8] = [], album: [UInt8] = [], year: String = "",
    number: UInt8 = 0
  ) -> [UInt8] {
    func field(_ bytes: [UInt8], _ size: Int) -> [UInt8] {
      Array((bytes + Array(repeating: 0, count: size)).prefix(size))
    }
    return Array("TAG".utf8) + field(title, 30) + field(artist, 30) + field(album, 30)
      + field(Array(year.utf8), 4) + field([], 29) + [number, 0]
  }
}
