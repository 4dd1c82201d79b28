// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// A part of a file in the queue's file: `START END NUMBER<tab>PERFORMER<tab>ALBUM`, the times in
/// seventy-fifths of a second, "-" for what is not known, the texts escaped and empty when unknown.
enum StoredPart {
  static func line(_ part: TrackPart) -> [UInt8] {
    let numbers = [part.start, part.end, part.number].map { $0.map { String($0) } ?? "-" }
    var line = Array(numbers.joined(separator: " ").utf8)
    for text in [part.performer, part.album] {
      line += [0x09] + Escaping.escaped(Array((text ?? "").utf8))
    }
    return line
  }

  /// `nil` when it cannot be understood.
  static func part(_ line: ArraySlice<UInt8>) -> TrackPart? {
    let fields = line.split(separator: 0x09, omittingEmptySubsequences: false)
    guard fields.count == 3 else { return nil }
    let numbers = fields[0].split(separator: 0x20)
    guard numbers.count == 3, let start = number(numbers[0]), let first = start,
      let end = number(numbers[1]), let place = number(numbers[2]), end ?? .max > first
    else { return nil }
    var part = TrackPart(start: first, end: end)
    part.number = place
    guard let performer = text(fields[1]), let album = text(fields[2]) else { return nil }
    part.performer = performer.isEmpty ? nil : performer
    part.album = album.isEmpty ? nil : album
    return part
  }

  /// The number, or no number for "-"; nothing when it is neither.
  private static func number(_ word: ArraySlice<UInt8>) -> Int?? {
    if word == [UInt8(ascii: "-")] { return .some(nil) }
    guard let number = Int(String(decoding: word, as: UTF8.self)), (0..<(1 << 40)).contains(number)
    else { return nil }
    return .some(number)
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String? {
    field.isEmpty ? "" : Escaping.unescapedText(field)
  }
}
