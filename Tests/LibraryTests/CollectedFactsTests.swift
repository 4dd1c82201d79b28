// SPDX-License-Identifier: GPL-3.0-or-later
import Player
import TestSupport
import Testing

@testable import Library

/// The manifest's facts of a list: what another program found in it.
private struct ListFacts: Sendable, CustomTestStringConvertible {
  var name: String
  var count: Int?
  /// Beginnings of the first titles, where they are readable text.
  var titles: [String]

  var testDescription: String { name }

  init?(_ line: Substring, program: String, ends: [String]) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
    guard fields.count > 5, fields[0].hasPrefix("playlists/"),
      ends.contains(where: { fields[0].hasSuffix($0) })
    else { return nil }
    name = String(fields[0].dropFirst("playlists/".count))
    let facts = fields[5]
    guard let start = facts.range(of: program + ": ")?.upperBound else { return nil }
    let words = facts[start...].split(separator: " ")
    count = words.prefix(2).lazy.compactMap { Int($0) }.first
    titles = []
    guard let open = facts.range(of: "titles=[\"")?.upperBound,
      let close = facts[open...].range(of: "\"]")?.lowerBound
    else { return }
    titles = Self.split(facts[open..<close]).map { title in
      String(title.prefix { $0 != "…" && $0 != "\\" })
    }
  }

  private static func split(_ text: Substring) -> [Substring] {
    var rest = text
    var parts: [Substring] = []
    while let cut = rest.range(of: "\", \"") {
      parts.append(rest[..<cut.lowerBound])
      rest = rest[cut.upperBound...]
    }
    return parts + [rest]
  }

  static func all(program: String, ends: [String]) -> [ListFacts] {
    guard let folder = collectedPlaylists,
      let bytes = ByteFile.read(
        String(decoding: FilePath.parent(of: folder), as: UTF8.self) + "/MANIFEST.tsv")
    else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap {
      ListFacts($0, program: program, ends: ends)
    }
  }
}

extension StringProtocol {
  /// Where `text` stands first.
  fileprivate func range(of text: String) -> Range<Index>? { firstRange(of: text) }
}

/// Lists in which we find another number of entries, and why.
private let otherCounts: [String: Int] = [
  // Without an index that can be read there is nothing to play.
  "flac/bad.061.INDEX_missing_number.cue": 0,
  "flac/bad.062.INDEX_invalid_number_1.cue": 0,
  "clementine/manyfilesbroken.cue": 5,
  // The titles of the second and third album are taken for those of tracks before.
  "clementine/manyfiles.cue": 5,
  // cueprint needs an end of the last line.
  "flac/good.004.dos_format.missing_final_newline.cue": 1,
  "atldotnet/cue2.cue": 8,
  "flacon/08_Aria.cue": 15,
  "flacon/02_multi_file.cue": 15,
  // "TRASK 6" is no track, and "TRACK 8" is one.
  "flacon/01 Wrong length__source_file_01.cue": 5,
  // Tracks of data.
  "cuetools.net/1.cue": 4,
  "cuetools.net/Les Mysterieuses Cites d'Or.cue": 29,
  // Web addresses that totem-pl-parser passes over; they are told.
  "xspf-lib/track-extensive.xspf": 1,
  "xspf-lib/track-inverted-order.xspf": 1,
]

@Suite("What other programs found in the collected lists", .enabled(if: collectedPlaylists != nil))
struct CollectedFactsTests {
  @Test(
    "As many tracks in each cue sheet",
    arguments: ListFacts.all(program: "cueprint", ends: [".cue"]))
  fileprivate func cueSheet(_ facts: ListFacts) throws {
    var sheet = CueSheet()
    var lines = try LineReader(FilePath.joined(try #require(collectedPlaylists), facts.name.utf8))
    var isCut = false
    while let line = try lines.next(isCut: &isCut) { sheet.take(line) }
    let entries = sheet.finish()
    #expect(entries.count == otherCounts[facts.name] ?? facts.count ?? 0)
    let titles = otherCounts[facts.name] == nil ? facts.titles : []
    for (entry, title) in zip(entries, titles) where !title.isEmpty {
      #expect(entry.title?.hasPrefix(title) == true, "\(entry.title ?? "none")")
    }
    for (entry, next) in zip(entries, entries.dropFirst())
    where entry.fileNumber == next.fileNumber && entry.part.start < next.part.start {
      #expect(entry.part.end == next.part.start)
    }
  }

  @Test(
    "As many entries in each list in XML",
    arguments: ListFacts.all(program: "totem-pl-parser", ends: [".xspf", ".asx"]))
  fileprivate func xml(_ facts: ListFacts) throws {
    let path = FilePath.joined(try #require(collectedPlaylists), facts.name.utf8)
    let (list, damage) = XMLPlaylist.read(try contents(of: path, limit: 1 << 20), limit: 1000)
    #expect(damage == nil)
    #expect(list.isList)
    #expect(list.entries.count == otherCounts[facts.name] ?? facts.count ?? 0)
    // The fact names the titles that there are.
    let titles = list.entries.compactMap(\.title)
    #expect(zip(titles, facts.titles).allSatisfy { $0.hasPrefix($1) }, "\(titles)")
  }
}
