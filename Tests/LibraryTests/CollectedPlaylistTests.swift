// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Player
import TestSupport
import Testing

@testable import Library

/// Playlists that other programs made or met, from the folder beside the checkout.
let collectedPlaylists: [UInt8]? = {
  let folder = Array("\(SharedMaterial.folder)/data/playlists".utf8)
  return FileStatus.isFolder(folder) ? folder : nil
}()

/// What is expected of one list: targets made before it is read, and what is told.
struct CollectedList: Sendable, CustomTestStringConvertible {
  var name: String
  var made: [String] = []
  var tracks: [String] = []
  var titles: [String?] = []
  var missing = 0
  var web = 0
  var isRefused = false

  var testDescription: String { name }
}

private let lists: [CollectedList] = [
  CollectedList(name: "atldotnet/playlist_simple.m3u", missing: 1, web: 1),
  CollectedList(name: "beets/playlist_non_ext.m3u", missing: 2),
  CollectedList(
    name: "beets/playlist_windows.m3u8", made: ["is/å/path/to_a_file.mp3", "tö_a_file.mp3"],
    tracks: ["is/å/path/to_a_file.mp3", "tö_a_file.mp3"], titles: [nil, nil]),
  CollectedList(
    name: "clementine/pls_one.pls", made: ["filename with spaces.mp3"],
    tracks: ["filename with spaces.mp3"], titles: ["Title"]),
  CollectedList(name: "emacspeak/british-comedy-01.m3u", web: 1),
  CollectedList(name: "emacspeak/c-span.m3u", web: 4),
  CollectedList(name: "emacspeak/dw-radio-news.pls", web: 1),
  CollectedList(name: "emacspeak/fr-info-euro.m3u", web: 2),
  CollectedList(name: "emacspeak/hln-cnn.pls", web: 1),
  CollectedList(
    name: "flac-test-files/playlist.m3u", made: ["03 - blocksize 16.flac"],
    tracks: ["03 - blocksize 16.flac"], titles: [nil], missing: 63),
  CollectedList(name: "gerbera/example-external.pls", web: 1),
  CollectedList(name: "gerbera/example-internal.m3u", missing: 1),
  CollectedList(name: "gst-plugins-base1.0/hls.m3u8", isRefused: true),
  CollectedList(name: "js-playlist-parser/bad_extended3.m3u", web: 1),
  CollectedList(name: "js-playlist-parser/example.pls", web: 3),
  CollectedList(
    name: "js-playlist-parser/extended.m3u", made: ["~/Music/RotAM.mp3"],
    tracks: ["~/Music/RotAM.mp3"], titles: ["Iron Maiden - Rime of the Ancient Mariner"],
    missing: 1, web: 3),
  CollectedList(name: "js-playlist-parser/mixed.m3u8", missing: 2, web: 3),
  CollectedList(
    name: "js-playlist-parser/pound_hash_name.m3u", made: ["~/Music/RotAM.mp3"],
    tracks: ["~/Music/RotAM.mp3"], titles: ["Iron Maiden - R#ime of the Ancient Mariner"]),
  CollectedList(name: "mopidy/empty.m3u"),
  CollectedList(
    name: "mopidy/encoding.m3u", made: ["æøå.mp3"], tracks: ["æøå.mp3"], titles: [nil]),
  CollectedList(
    name: "mopidy/two-ext.m3u", made: ["song1.mp3", "song2.mp3"],
    tracks: ["song1.mp3", "song2.mp3"], titles: ["Song #1", "Song #2"]),
  CollectedList(
    name: "navidrome/bom-test-utf16.m3u", made: ["test.mp3"], tracks: ["test.mp3"],
    titles: ["Test Artist - Test Song"]),
  CollectedList(
    name: "navidrome/bom-test.m3u", made: ["test.mp3"], tracks: ["test.mp3"],
    titles: ["Test Artist - Test Song"]),
  CollectedList(
    name: "navidrome/cr-ended.m3u", made: ["abc.mp3", "def.mp3"], tracks: ["abc.mp3", "def.mp3"],
    titles: [nil, nil]),
  CollectedList(name: "navidrome/pls-with-name.m3u", missing: 3),
  CollectedList(
    name: "quodlibet/test.m3u8", made: ["lame.mp3", "sine-110hz.flac"],
    tracks: ["lame.mp3", "sine-110hz.flac"], titles: [nil, "Quod Libet - 110Hz test track"],
    missing: 3),
  CollectedList(name: "totem-pl-parser/BassDrive.pls", web: 12),
  CollectedList(name: "totem-pl-parser/O_G_Money_Snoop_Dogg.m3u", web: 1),
  CollectedList(name: "totem-pl-parser/live-streaming.m3u", isRefused: true),
  CollectedList(name: "totem-pl-parser/missing-items.pls", web: 19),
  CollectedList(name: "totem-pl-parser/separator.m3u", web: 1),
]

@Suite("Playlists of other programs", .enabled(if: collectedPlaylists != nil))
struct CollectedPlaylistTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test("Each is read as its program meant it", arguments: lists)
  func read(_ list: CollectedList) throws {
    let source = FilePath.joined(try #require(collectedPlaylists), list.name.utf8)
    let name = lastComponent(ofPath: source)
    let path = folder.file(bytes: name, try contents(of: source, limit: 1 << 20))
    for made in list.made { folder.file(made) }

    let record = ScanRecord([path])
    #expect(record.names(in: folder) == list.tracks)
    #expect(record.tracks.map(\.listedTitle) == list.titles)
    var missing = 0
    var web = 0
    var isRefused = false
    for trouble in record.troubles {
      switch trouble {
      case .missingTargets(_, let count, _): missing += count
      case .webTargets(_, let count, _): web += count
      case .unsupported: isRefused = true
      default: Issue.record("\(trouble)")
      }
    }
    #expect(missing == list.missing)
    #expect(web == list.web)
    #expect(isRefused == list.isRefused)
  }
}
