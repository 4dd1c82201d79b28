// SPDX-License-Identifier: GPL-3.0-or-later

/// What all tags of a file say, each field from the first that has it: ID3v2, APE, ID3v1.
struct Tags {
  private let new: [String: String]
  private let ape: [String: String]
  private let old: ID3v1?

  /// Reads the tags of `file`.
  init(_ file: FileBytes) {
    let behind = TrailingTags.walk(file)
    var new = ID3v2(file, at: 0)?.values ?? [:]
    if let place = behind.id3v2, let more = ID3v2(file, at: place)?.values {
      new.merge(more) { first, _ in first }
    }
    self.new = new
    let tag = behind.ape ?? APETag(file, startingAt: 0)
    ape = tag.map { TagText.texts($0.texts(file)) } ?? [:]
    old = ID3v1(file)
  }

  var title: String? { new["TIT2"] ?? ape["title"] ?? old?.texts["title"] }
  var artist: String? { new["TPE1"] ?? ape["artist"] ?? old?.texts["artist"] }
  var album: String? { new["TALB"] ?? ape["album"] ?? old?.texts["album"] }

  var number: Int? {
    [new["TRCK"], ape["track"]].lazy.compactMap { Self.number(in: $0, digits: 1...5) }.first
      ?? old?.number
  }

  var year: Int? {
    let names = ["TDRC", "TYER", "TDRL", "TDOR", "TORY"]
    let texts = names.map { new[$0] } + [ape["year"], old?.texts["year"]]
    return texts.lazy.compactMap { Self.number(in: $0, digits: 4...4) }.first
  }

  /// The number `text` begins with, if it has as many digits and is not 0.
  private static func number(in text: String?, digits: ClosedRange<Int>) -> Int? {
    guard let figures = text?.utf8.prefix(while: { (0x30...0x39).contains($0) }),
      figures.count >= digits.lowerBound
    else { return nil }
    let number = figures.prefix(digits.upperBound).reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return number > 0 ? number : nil
  }
}
