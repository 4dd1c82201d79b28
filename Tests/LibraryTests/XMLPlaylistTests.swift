// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Player
import TestSupport
import Testing

@testable import Library

@Suite("Playlists in XML")
struct XMLPlaylistTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func play(_ name: String, _ text: String) -> ScanRecord {
    folder.file(name, text)
    return ScanRecord([folder[name]])
  }

  private static func xspf(_ tracks: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?><playlist version="1" xmlns="http://xspf.org/ns/0/">
    <title>List</title><trackList>\(tracks)</trackList></playlist>
    """
  }

  @Test("XSPF: locations are decoded, of several the first counts, titles are taken")
  func xspf() {
    folder.file("a b.mp3")
    folder.file("R&B.mp3")
    let address = "file://" + String(decoding: folder["R&B.mp3"], as: UTF8.self)
    let record = play(
      "x.xspf",
      Self.xspf(
        """
        <track><location> a%20b.mp3 </location><location>no.mp3</location>
        <title>A &amp; B</title><extension application="x"><title>No</title></extension></track>
        <track><location>\(address.replacing("&", with: "&amp;"))</location></track>
        <track><title>Nowhere</title></track>
        <track><location>http://example.com/x.mp3</location><title>Far</title></track>
        """))
    #expect(record.names(in: folder) == ["a b.mp3", "R&B.mp3"])
    #expect(record.tracks.map(\.listedTitle) == ["A & B", nil])
    #expect(record.troubles == [.webTargets(playlist: "x.xspf", count: 1, first: "Far")])
  }

  @Test("A missing file is named as a person would")
  func missing() {
    let record = play(
      "x.xspf", Self.xspf("<track><location>../my%20song.mp3</location></track>"))
    #expect(
      record.troubles == [.missingTargets(playlist: "x.xspf", count: 1, first: "my song.mp3")])
  }

  @Test("ASX: in any case, with bare ampersands, in Western Windows encoding, with other lists")
  func asx() {
    folder.file("Song.mp3")
    folder.file("Ä&B.mp3")
    folder.file("more.m3u", "Song.mp3")
    let text = """
      <ASX Version="3.0"><Entry><Title>One</TITLE><REF href="song.MP3"/></ENTRY>
      <entry><ref HREF="\u{C4}&B.mp3"/></entry><EntryRef href="more.m3u"/></asx>
      """
    folder.file(bytes: Array("l.asx".utf8), text.unicodeScalars.map { UInt8($0.value) })
    let record = ScanRecord([folder["l.asx"]])
    #expect(record.troubles.isEmpty)
    #expect(record.names(in: folder) == ["Song.mp3", "Ä&B.mp3", "Song.mp3"])
    #expect(record.tracks.first?.listedTitle == "One")
  }

  @Test("What only a title says about an encoding says nothing about the list")
  func encodingInTitle() {
    folder.file("a.mp3")
    let text = "<asx><entry><title>encoding= caf\u{E9}</title><ref href=\"a.mp3\"/></entry></asx>"
    folder.file(bytes: Array("l.asx".utf8), text.unicodeScalars.map { UInt8($0.value) })
    let record = ScanRecord([folder["l.asx"]])
    #expect(record.troubles.isEmpty)
    #expect(record.tracks.first?.listedTitle == "encoding= café")
  }

  @Test("ASX that is an INI file or a list of lines")
  func lines() {
    folder.file("a.mp3")
    #expect(play("i.asx", "[Reference]\nRef1=a.mp3\n").names(in: folder) == ["a.mp3"])
    #expect(play("m.asx", "a.mp3\n").names(in: folder) == ["a.mp3"])
  }

  @Test("What stands before a damage is played, and the damage is told")
  func damaged() {
    folder.file("a.mp3")
    let whole = Self.xspf("<track><location>a.mp3</location></track>")
    let record = play("x.xspf", String(whole.dropLast(20)) + "<track><<<")
    #expect(record.names(in: folder) == ["a.mp3"])
    guard case .unreadable("x.xspf", let reason) = record.troubles.last else {
      Issue.record("\(record.troubles)")
      return
    }
    #expect(!reason.isEmpty)
  }

  @Test("Entity bombs are refused before they go off")
  func bomb() {
    var bomb = "<!DOCTYPE playlist [<!ENTITY a0 \"aaaaaaaaaa\">"
    for level in 1..<30 {
      bomb += "<!ENTITY a\(level) \"&a\(level - 1);&a\(level - 1);\">"
    }
    bomb += "]><playlist><trackList><track><location>&a29;</location></track></trackList>"
    let record = play("b.xspf", bomb + "</playlist>")
    #expect(record.tracks.isEmpty)
    #expect(record.troubles.count == 1)
    let outside =
      "<!DOCTYPE p [<!ENTITY x SYSTEM \"file:///etc/hostname\">]><playlist>&x;</playlist>"
    #expect(play("o.xspf", outside).tracks.isEmpty)
  }

  @Test("Damaged in 400 seeded ways, lists and sheets still end, with parts that make sense")
  func seeded() {
    folder.file("a.mp3")
    let list = Self.xspf("<track><location>a.mp3</location><title>A&amp;B</title></track>")
    let sheet = "FILE \"a.mp3\" MP3\nTRACK 01 AUDIO\nTITLE \"A\"\nINDEX 01 00:00:00\n"
    let more = "TRACK 02 AUDIO\nINDEX 00 00:01:00\nINDEX 01 00:02:00\n"
    for seed in 0..<400 {
      var random = SplitMix(seed: UInt64(seed))
      let isSheet = seed % 2 == 0
      var bytes = Array((isSheet ? sheet + more : list).utf8)
      for _ in 0..<random.below(8) {
        let place = random.below(bytes.count)
        if random.below(3) == 0 { bytes.removeLast(bytes.count - place - 1) }
        bytes[min(place, bytes.count - 1)] = UInt8(random.below(256))
      }
      let path = folder.file(bytes: Array((isSheet ? "x.cue" : "x.xspf").utf8), bytes)
      let record = ScanRecord([path])
      #expect(record.tracks.count <= 2)
      for part in record.tracks.compactMap(\.part) {
        #expect(part.start >= 0 && part.end ?? .max > part.start)
      }
    }
  }

  @Test("XML of another kind cannot be played; nesting without end is given up")
  func other() {
    #expect(play("h.xspf", "<html/>").troubles == [.unsupported(name: "h.xspf")])
    let deep = play("d.xspf", "<playlist>" + String(repeating: "<a>", count: 100_000))
    #expect(deep.troubles.count == 1)
  }

  @Test("Lists that contain each other end, whatever their form")
  func loop() {
    folder.file("a.mp3")
    folder.file("two.asx", "<asx><entryref href=\"one.xspf\"/></asx>")
    let record = play(
      "one.xspf",
      Self.xspf(
        "<track><location>a.mp3</location></track><track><location>two.asx</location></track>"))
    #expect(record.names(in: folder) == ["a.mp3"])
    #expect(record.troubles == [.nested(playlist: "one.xspf")])
  }

  @Test("Names that differ in case are found at and below the list, exact ones first")
  func caseless() {
    folder.file("Music/Übung.MP3")
    folder.file("music/x.mp3")
    folder.file("B.mp3")
    folder.file("b.mp3")
    let record = play("l.m3u8", "D:\\MUSIC\\übung.mp3\nb.mp3\nB.MP3\nnone.mp3\n")
    #expect(record.names(in: folder).suffix(2) == ["b.mp3", "B.mp3"])
    #expect(record.names(in: folder).first == "Music/Übung.MP3")
    #expect(
      record.troubles == [.missingTargets(playlist: "l.m3u8", count: 1, first: "none.mp3")])
  }
}
