// SPDX-License-Identifier: GPL-3.0-or-later

/// An APE tag (version 1 or 2), most often behind the sound.
///
/// Its size stands in a header, a footer or both, and may lie: it is believed where it leads to
/// an item or a header.
struct APETag {
  /// Header and footer have this size, in bytes.
  private static let frameSize = 32
  private static let itemLimit = 500
  /// How far before a footer whose size lies its header is searched.
  private static let reach = 256 << 10
  /// No value is read further than this, in bytes.
  private static let valueLimit = 4096

  /// The bytes of the whole tag, header and footer included.
  let bytes: Range<Int>
  private let items: Range<Int>

  /// The tag whose footer ends at `end`; `nil` when there is none.
  init?(_ file: FileBytes, endingAt end: Int) {
    let footer = end - Self.frameSize
    guard footer >= 0, file.has("APETAGEX", at: footer), let size = Self.size(file, footer) else {
      return nil
    }
    guard let start = Self.start(file, footer: footer, size: size) else { return nil }
    let hasHeader = start <= footer - Self.frameSize && file.has("APETAGEX", at: start)
    items = (hasHeader ? start + Self.frameSize : start)..<footer
    bytes = start..<end
  }

  /// The tag whose header begins at `start`, as some put it in front of the sound.
  init?(_ file: FileBytes, startingAt start: Int) {
    guard file.has("APETAGEX", at: start), let size = Self.size(file, start) else { return nil }
    let first = start + Self.frameSize
    // The size counts the items and the footer.
    guard first + size < file.size, size == 0 || Self.isItem(file, first) else { return nil }
    items = first..<first + size
    bytes = start..<first + size
  }

  /// Its texts, by the names of their items in lower case, each with its first value alone or
  /// all of them (`TagText`).
  func texts(_ file: FileBytes) -> [String: TagText.Raw] {
    var texts: [String: TagText.Raw] = [:]
    var place = items.lowerBound
    for _ in 0..<Self.itemLimit {
      guard place + 8 < items.upperBound, let size = Self.number(file, place),
        let flags = Self.number(file, place + 4), let key = Self.key(file, place + 8)
      else { break }
      let value = place + 8 + key.utf8.count + 1
      let isText = flags & 6 == 0
      if isText, texts[key] == nil, value < items.upperBound {
        let count = min(size, Self.valueLimit, items.upperBound - value)
        texts[key] = .narrow(TagText.values(file.bytes(at: value, count: count)[...]))
      }
      place = value + size
    }
    return texts
  }

  /// Where the tag begins whose footer says that its items and itself take `size` bytes.
  private static func start(_ file: FileBytes, footer: Int, size: Int) -> Int? {
    let end = footer + frameSize
    let first = end - size
    if first >= 0, size >= frameSize {
      if file.has("APETAGEX", at: first - frameSize) { return first - frameSize }
      // Some count the header, and some have none.
      if file.has("APETAGEX", at: first), first <= footer - frameSize { return first }
      if first == footer || isItem(file, first) { return first }
    }
    var place = footer - frameSize
    let last = max(0, footer - reach)
    while place >= last {
      if file.byte(at: place) == 0x41, file.has("APETAGEX", at: place) { return place }
      place -= 1
    }
    // A footer alone is no sound either.
    return footer
  }

  private static func size(_ file: FileBytes, _ frame: Int) -> Int? { number(file, frame + 12) }

  private static func isItem(_ file: FileBytes, _ place: Int) -> Bool {
    guard let flags = number(file, place + 4), flags & 0x1FFF_FFF8 == 0,
      let key = key(file, place + 8)
    else { return false }
    return key.utf8.count >= 2
  }

  /// The key of an item, in lower case: 2 to 255 printable characters of ASCII before a zero.
  private static func key(_ file: FileBytes, _ place: Int) -> String? {
    var bytes: [UInt8] = []
    while bytes.count <= 255, let byte = file.byte(at: place + bytes.count), byte != 0 {
      guard (0x20...0x7E).contains(byte) else { return nil }
      bytes.append(byte)
    }
    guard 1...255 ~= bytes.count else { return nil }
    return String(decoding: bytes, as: UTF8.self).lowercased()
  }

  private static func number(_ file: FileBytes, _ place: Int) -> Int? {
    file.number(at: place).map { Int($0.byteSwapped) }
  }
}
