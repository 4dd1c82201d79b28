// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Player
import TestSupport
import Testing

@testable import Library

@Suite("Playlists")
struct PlaylistTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func play(_ name: String) -> ScanRecord {
    ScanRecord([folder[name]], home: folder["home"])
  }

  @Test("Relative and absolute names and titles are taken, comments are not")
  func plain() {
    let absolute = folder.file("abs/x.mp3")
    folder.file("lists/one.mp3")
    folder.file("two.dat")
    folder.file(
      "lists/a.m3u",
      """
      #EXTM3U
      #PLAYLIST:Mine
      #EXTINF:123,Artist - One
      one.mp3

      # a comment
      \t#EXTINF:-1 tvg="a,b" x="c",Two, too\u{1B}[2J
      ../two.dat
      \(String(decoding: absolute, as: UTF8.self))
      """)
    let record = play("lists/a.m3u")
    #expect(record.names(in: folder) == ["lists/one.mp3", "lists/../two.dat", "abs/x.mp3"])
    #expect(record.tracks.map(\.listedTitle) == ["Artist - One", "Two, too[2J", nil])
    #expect(record.troubles.isEmpty)
  }

  @Test("A title that is only the file's name is no title")
  func nameAsTitle() {
    folder.file("01 lame.mp3")
    folder.file("a.m3u", "#EXTINF:0,01 lame.mp3\n01 lame.mp3\n#EXTINF:12\n01 lame.mp3\n")
    #expect(play("a.m3u").tracks.map(\.listedTitle) == [nil, nil])
  }

  @Test("Line ends and byte order marks of all systems", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(_ end: String) {
    folder.file("ä.mp3")
    folder.file("b.mp3")
    let text = ["#EXTM3U", "#EXTINF:1,Tïtel 日本 🎵", "ä.mp3", "b.mp3"].joined(separator: end)
    let units = Array(text.utf16)
    let little = units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    for bytes in [
      Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + little,
      [0xFE, 0xFF] + big,
    ] {
      folder.file(bytes: Array("a.m3u8".utf8), bytes)
      let record = play("a.m3u8")
      #expect(record.names(in: folder) == ["ä.mp3", "b.mp3"])
      #expect(record.tracks.first?.listedTitle == "Tïtel 日本 🎵")
      #expect(record.troubles.isEmpty)
    }
  }

  @Test("UTF-8 and Latin-1 find each other's files")
  func encodings() {
    let latinName = Array("latin-".utf8) + [0xE9] + Array(".mp3".utf8)
    let utf8Name = Array("utf-é.mp3".utf8)
    folder.file(bytes: latinName)
    folder.file(bytes: utf8Name)
    let list =
      Array("#EXTINF:1,Caf".utf8) + [0xE9, 0x0A] + latinName + [0x0A] + Array("latin-é.mp3\n".utf8)
      + utf8Name + Array("\nutf-".utf8) + [0xE9] + Array(".mp3\n".utf8)
    folder.file(bytes: Array("a.m3u".utf8), list)
    let record = play("a.m3u")
    #expect(
      record.tracks.map(\.path)
        == [latinName, latinName, utf8Name, utf8Name].map { FilePath.joined(folder.bytes, $0) })
    #expect(record.tracks.first?.listedTitle == "Café")
    #expect(record.troubles.isEmpty)
  }

  @Test("PLS entries play by their numbers, whatever their order")
  func numbered() {
    for name in ["1", "2", "10"] { folder.file("\(name).mp3") }
    folder.file(
      "a.pls",
      """
      [Playlist]
      File10=10.mp3
      Title2 = Second
      file2= 2.mp3
      Length1=12
      TITLE10=Tenth
      File1=1.mp3
      File=none.mp3
      FileX=none.mp3
      Version=2
      """)
    let record = play("a.pls")
    #expect(record.names(in: folder) == ["1.mp3", "2.mp3", "10.mp3"])
    #expect(record.tracks.map(\.listedTitle) == [nil, "Second", "Tenth"])
    #expect(record.troubles.isEmpty)
  }

  @Test("A list is understood by its content, not by its extension")
  func mislabelled() {
    folder.file("1.mp3")
    folder.file("pls.m3u", "\n[playlist]\r\nFile1=1.mp3\r\nTitle1=One\r\n")
    folder.file("m3u.pls", "1.mp3\n")
    #expect(play("pls.m3u").tracks == [Track(path: folder["1.mp3"], listedTitle: "One")])
    #expect(play("m3u.pls").tracks == [Track(path: folder["1.mp3"])])
  }

  @Test("Names as other systems and programs write them are found beside the list")
  func foreignNames() {
    folder.file("Music/a b.mp3")
    folder.file("home/c.mp3")
    folder.file(" padded .mp3 ")
    let address = "file://" + String(decoding: folder.bytes, as: UTF8.self)
    for line in [
      "Music\\a b.mp3", ".\\Music\\a b.mp3", "C:\\Users\\me\\Music\\a b.mp3", "Music/a%20b.mp3",
      "\(address)/Music/a%20b.mp3", "file:///C:/Users/me/Music/a%20b.mp3", "~/c.mp3",
      " padded .mp3 ", "  Music/a b.mp3\t", "d:/Music/a b.mp3", "\\\\server\\Music\\a b.mp3",
    ] {
      folder.file("a.m3u", line + "\n")
      let record = play("a.m3u")
      #expect(record.tracks.count == 1, "\(line)")
      #expect(record.troubles.isEmpty, "\(line)")
    }
  }

  @Test("Missing files are told in one sentence a list, web addresses in another")
  func missing() {
    folder.file("1.mp3")
    folder.file(
      "a.m3u",
      "C:\\x\\Gone 1.mp3\n1.mp3\nhttp://example.com/s\n#EXTINF:-1,Radio\nhttps://e.org\nGone 2.mp3\n"
    )
    let record = play("a.m3u")
    #expect(record.names(in: folder) == ["1.mp3"])
    #expect(
      record.troubles == [
        .missingTargets(playlist: "a.m3u", count: 2, first: "Gone 1.mp3"),
        .webTargets(playlist: "a.m3u", count: 2, first: "http://example.com/s"),
      ])
  }

  @Test("NULs never reach the file system")
  func nul() {
    folder.file("1.mp3")
    folder.file(
      "a.m3u", "1.mp3\0.mp3\nfile://\(String(decoding: folder["1.mp3"], as: UTF8.self))%00\n")
    #expect(play("a.m3u").tracks.isEmpty)
    #expect(ScanRecord([Array("\0".utf8)]).tracks.isEmpty)
  }

  @Test("The root of a drive of another system is not the root of this one")
  func driveRoot() {
    folder.file("a.m3u", "C:\\\nC:\\x\\..\n\\\nfile:///C:/\n")
    #expect(
      play("a.m3u").troubles == [.missingTargets(playlist: "a.m3u", count: 4, first: "C:")])
  }

  @Test("Folders and lists in a list are followed; lists that name themselves are told")
  func nested() {
    folder.file("d/2.mp3")
    folder.file("d/10.mp3")
    folder.file("1.mp3")
    folder.file("b.m3u", "1.mp3\na.m3u\n")
    folder.file("a.m3u", "d\nb.m3u\nd\n")
    let record = play("a.m3u")
    #expect(record.names(in: folder) == ["d/2.mp3", "d/10.mp3", "1.mp3"])
    #expect(record.troubles == [.nested(playlist: "a.m3u")])
  }

  @Test("Lists nested deeper than eight are told")
  func deep() {
    folder.file("x.mp3")
    for depth in 1...12 { folder.file("\(depth).m3u", "\(depth + 1).m3u\nx.mp3\n") }
    let record = play("1.m3u")
    #expect(record.tracks.count == 8)
    #expect(record.troubles == [.nested(playlist: "9.m3u")])
  }

  @Test("Lists that multiply themselves come to an end")
  func multiplying() {
    for depth in 1...8 {
      folder.file("\(depth).m3u", String(repeating: "\(depth + 1).m3u\n", count: 1000))
    }
    let record = ScanRecord([folder["1.m3u"]], limit: 1000)
    #expect(record.tracks.isEmpty)
    #expect(record.troubles.count <= 201)
  }

  @Test("A list without end or sense stops at the limit")
  func endless() {
    folder.file("1.mp3")
    folder.file("a.m3u", String(repeating: "1.mp3\n", count: 5000))
    folder.file("b.m3u", String(repeating: "x\n", count: 20_000))
    folder.file("c.pls", "[playlist]\n" + (1...20_000).map { "File\($0)=x\n" }.joined())
    for name in ["a.m3u", "b.m3u", "c.pls"] {
      let record = ScanRecord([folder[name]], limit: 1000)
      #expect(record.tracks.count == (name == "a.m3u" ? 1000 : 0))
      #expect(record.troubles.contains(.tooMany(limit: 1000)), "\(name)")
    }
    let absent = ScanRecord([folder["b.m3u"]], limit: 1000)
    #expect(
      absent.troubles == [
        .missingTargets(playlist: "b.m3u", count: 5000, first: "x"), .tooMany(limit: 1000),
      ])
  }

  @Test("Lines of any length are survived")
  func longLines() {
    folder.file("1.mp3")
    let long = String(repeating: "x", count: 300_000)
    folder.file("a.m3u", "#EXTINF:1,\(long)\n1.mp3\n\(long)\n1.mp3\n")
    let record = play("a.m3u")
    #expect(record.tracks.count == 2)
    #expect((record.tracks.first?.listedTitle?.count ?? 0) <= 2000)
    guard case .missingTargets(_, 1, let first) = record.troubles.first else {
      Issue.record("the long line is not told")
      return
    }
    #expect(first.count <= 500)
  }

  @Test("A stream's list of pieces is not music")
  func stream() {
    folder.file("1.ts")
    folder.file("a.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n1.ts\n")
    #expect(play("a.m3u8").troubles == [.unsupported(name: "a.m3u8")])
    #expect(play("a.m3u8").tracks.isEmpty)
  }

  @Test("Bytes without sense are survived", arguments: 0..<200)
  func noise(_ seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    let words: [[UInt8]] = [
      Array("#EXTINF:".utf8), Array("1.mp3".utf8), [0x0A], [0x0D], Array("[playlist]\n".utf8),
      Array("File1=".utf8), Array("Title99999999999999999999=".utf8), Array("file:/q".utf8),
      Array("%00%zz%".utf8), [0xFF, 0xFE], [0xD8, 0x00], [0], Array("\"".utf8), [0x2C],
      Array("C:\\".utf8), Array("a.m3u\n".utf8), Array("..x".utf8), [0xE9], Array("~/".utf8),
    ]
    var list: [UInt8] = seed % 5 == 0 ? [0xFE, 0xFF] : []
    for _ in 0..<(10 + seed) { list += random.pick(words) }
    folder.file("1.mp3")
    folder.file(bytes: Array("a.\(seed % 2 == 0 ? "m3u" : "pls")".utf8), list)
    let record = play(seed % 2 == 0 ? "a.m3u" : "a.pls")
    for track in record.tracks {
      #expect(track.path.first == FilePath.slash && !track.path.contains(0))
    }
  }
}
