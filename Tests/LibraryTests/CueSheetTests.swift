// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Player
import TestSupport
import Testing

@testable import Library

@Suite("Cue sheets")
struct CueSheetTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func play(_ name: String) -> ScanRecord {
    ScanRecord([folder[name]], home: folder["home"])
  }

  private func parts(_ record: ScanRecord) -> [TrackPart?] { record.tracks.map(\.part) }

  @Test("Its tracks are parts of the file that meet, with their titles and performers")
  func parts() {
    folder.file("album.mp3")
    folder.file(
      "album.cue",
      """
      PERFORMER "Band"
      TITLE "Album"
      FILE "album.mp3" MP3
        TRACK 01 AUDIO
          TITLE "One"
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          TITLE "Two"
          PERFORMER "Guest"
          INDEX 00 03:58:25
          INDEX 01 03:59:10
        TRACK 03 AUDIO
          TITLE "Three"
          INDEX 01 120:00:74
      """)
    let record = play("album.cue")
    #expect(record.troubles.isEmpty)
    #expect(record.names(in: folder) == ["album.mp3", "album.mp3", "album.mp3"])
    #expect(record.tracks.map(\.listedTitle) == ["One", "Two", "Three"])
    let second = (3 * 60 + 59) * 75 + 10
    let third = 120 * 60 * 75 + 74
    #expect(parts(record).map { $0?.start } == [0, second, third])
    #expect(parts(record).map { $0?.end } == [second, third, nil])
    #expect(parts(record).map { $0?.performer } == ["Band", "Guest", "Band"])
    #expect(parts(record).map { $0?.number } == [1, 2, 3])
    #expect(parts(record).allSatisfy { $0?.album == "Album" })
  }

  @Test("Tracks without a title are told apart by the album and their number")
  func untitled() {
    folder.file("album.mp3")
    folder.file(
      "a.cue",
      "FILE album.mp3 MP3\nTRACK 07 AUDIO\nINDEX 01 00:00:00\nTRACK 08 AUDIO\nINDEX 01 00:01:00\n")
    #expect(play("a.cue").tracks.map(\.listedTitle) == ["album 7", "album 8"])
  }

  @Test("What was made of the WAVE file it names is found beside it")
  func encoded() {
    folder.file("Album.MP3")
    folder.file(
      "x.cue", "FILE \"C:\\rip\\album.wav\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n")
    #expect(play("x.cue").names(in: folder) == ["Album.MP3"])
    folder.file("disc.mp3")
    folder.file("disc.cue", "FILE gone.bin BINARY\nTRACK 01 AUDIO\nINDEX 01 00:00:00\n")
    #expect(play("disc.cue").names(in: folder) == ["disc.mp3"])
  }

  @Test("A missing file is told once, and the tracks in others are played")
  func missing() {
    folder.file("b.mp3")
    folder.file(
      "a.cue",
      """
      FILE "a.wav" WAVE
        TRACK 01 AUDIO
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          INDEX 01 00:02:00
      FILE "b.mp3" MP3
        TRACK 03 AUDIO
          TITLE "B"
          INDEX 01 00:00:00
      """)
    let record = play("a.cue")
    #expect(record.names(in: folder) == ["b.mp3"])
    #expect(
      record.troubles == [.missingTargets(playlist: "a.cue", count: 1, first: "a.wav")])
  }

  @Test("A sheet of several albums gives each track its own")
  func albums() {
    folder.file("1.mp3")
    folder.file("2.mp3")
    folder.file(
      "a.cue",
      """
      FILE "1.mp3" MP3
      PERFORMER "A"
      TITLE "Album A"
        TRACK 01 AUDIO
          TITLE "One"
          INDEX 01 00:00:00
      FILE "2.mp3" MP3
      PERFORMER "B"
      TITLE "Album B"
        TRACK 01 AUDIO
          TITLE "Two"
          INDEX 01 00:00:00
      """)
    let record = play("a.cue")
    #expect(record.tracks.map(\.listedTitle) == ["One", "Two"])
    #expect(parts(record).map { $0?.album } == ["Album A", "Album B"])
    #expect(parts(record).map { $0?.performer } == ["A", "B"])
  }

  @Test("A gap at the end of the file before does not move a track")
  func gapInOtherFile() {
    folder.file("1.mp3")
    folder.file("2.mp3")
    folder.file(
      "a.cue",
      """
      FILE "1.mp3" MP3
        TRACK 01 AUDIO
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          INDEX 00 03:00:00
      FILE "2.mp3" MP3
          INDEX 01 00:00:00
      """)
    let record = play("a.cue")
    #expect(record.names(in: folder) == ["1.mp3", "2.mp3"])
    #expect(parts(record).allSatisfy { $0?.isWhole == true })
  }

  @Test(
    "What is no cue sheet cannot be played",
    arguments: ["", "*", "FILE", "TRACK 01 AUDIO\nINDEX 01 00:00:00\n", "INDEX 01 99:99:99"])
  func refused(_ text: String) {
    folder.file("a.cue", text)
    #expect(play("a.cue").tracks.isEmpty)
    #expect(play("a.cue").troubles == [.unsupported(name: "a.cue")])
  }

  @Test("Times that lie do not hurt")
  func lies() {
    folder.file("a.mp3")
    let times = ["999999999:59:74", "9999999999:00:00", "00:60:00", "00:00:75", "-1:00:00", "1:2"]
    for time in times {
      folder.file("a.cue", "FILE a.mp3 MP3\nTRACK 01 AUDIO\nINDEX 01 \(time)\n")
      #expect(play("a.cue").tracks.count == (time.hasPrefix("999999999:") ? 1 : 0))
    }
  }

  @Test("Parts come back with the queue")
  func stored() throws {
    var part = TrackPart(start: 75, end: 150)
    part.performer = "A\tB%"
    part.number = 3
    let tracks = [
      Track(path: Array("/a".utf8), listedTitle: "T", part: part),
      Track(path: Array("/a".utf8), part: TrackPart(start: 150)), Track(path: Array("/b".utf8)),
    ]
    try QueueFile.write(tracks, order: [], to: folder["queue"])
    var read: [Track] = []
    #expect(try QueueFile.read(folder["queue"]) { read.append($0) } != nil)
    #expect(read == tracks)
  }

  @Test("A part has its own length and facts")
  func described() {
    var part = TrackPart(start: 75, end: 225)
    part.performer = "P"
    var file = TrackInfo(length: .exact(.seconds(10)))
    file.title = "Whole album"
    file.artist = "Band"
    file.year = 1999
    let info = part.described(file, title: "Song")
    #expect(info.title == "Song")
    #expect(info.artist == "P")
    #expect(info.year == 1999)
    #expect(info.length == .exact(.seconds(2)))
    part.end = nil
    #expect(part.length(within: .exact(.seconds(10))) == .exact(.seconds(9)))
    #expect(part.length(within: .exact(.zero)) == .exact(.zero))
    #expect(part.length(within: .unknown) == .unknown)
  }

  @Test(
    "Titles in the bytes of another alphabet are read where there is no doubt",
    arguments: [
      ("CP1251", "Кино", "Группа крови", "Закрой за мной дверь"),
      ("KOI8-R", "Кино", "Группа крови", "Закрой за мной дверь"),
      ("GBK", "邓丽君", "月亮代表我的心", "甜蜜蜜"), ("BIG5", "鄧麗君", "月亮代表我的心", "甜蜜蜜"),
      ("CP932", "宇多田ヒカル", "サンプルのタイトル", "上を向いて歩こう"),
      ("CP1250", "Dvořák", "Rusalka", "Měsíčku na nebi hlubokém"),
      ("CP1252", "Motörhead", "Größe", "Déjà Vu"), ("UTF-8", "Кино", "月亮代表我的心", "Größe"),
    ])
  func alphabets(encoding: String, performer: String, first: String, second: String) throws {
    folder.file("a.mp3")
    let sheet = """
      PERFORMER "\(performer)"
      TITLE "\(second)"
      FILE "a.mp3" MP3
      TRACK 01 AUDIO
      TITLE "\(first)"
      INDEX 01 00:00:00
      TRACK 02 AUDIO
      TITLE "\(second)"
      INDEX 01 01:00:00
      """
    folder.file(bytes: Array("a.cue".utf8), try bytes(sheet, encoding))
    let tracks = play("a.cue").tracks
    #expect(tracks.map(\.listedTitle) == [first, second])
    #expect(tracks.allSatisfy { $0.part?.performer == performer && $0.part?.album == second })
  }

  @Test("A file named in the bytes of another alphabet is found under its name in Unicode")
  func alphabetOfFile() throws {
    folder.file("Кино - Группа крови.mp3")
    let sheet = """
      FILE "Кино - Группа крови.wav" WAVE
      TRACK 01 AUDIO
      TITLE "Группа крови"
      INDEX 01 00:00:00
      TRACK 02 AUDIO
      INDEX 01 01:00:00
      """
    folder.file(bytes: Array("a.cue".utf8), try bytes(sheet, "CP1251"))
    let record = play("a.cue")
    #expect(record.names(in: folder).count == 2)
    #expect(record.tracks.last?.listedTitle == "Кино - Группа крови 2")
  }

  private func bytes(_ text: String, _ encoding: String) throws -> [UInt8] {
    let converter = iconv_open(encoding, "UTF-8")
    try #require(converter != iconv_t(bitPattern: -1), "iconv does not know \(encoding)")
    defer { iconv_close(converter) }
    var source = Array(text.utf8CString.dropLast())
    var result = [CChar](repeating: 0, count: source.count * 2)
    var (sourceLeft, left) = (source.count, result.count)
    let failed = source.withUnsafeMutableBufferPointer { source in
      result.withUnsafeMutableBufferPointer { result in
        var input = source.baseAddress
        var output = result.baseAddress
        return iconv(converter, &input, &sourceLeft, &output, &left) == -1
      }
    }
    try #require(!failed, "\(text) is not \(encoding)")
    return result.dropLast(left).map { UInt8(bitPattern: $0) }
  }
}
