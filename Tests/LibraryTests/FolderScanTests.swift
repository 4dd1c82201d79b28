// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Player
import TestSupport
import Testing

@testable import Library

@Suite("Scanning folders")
struct FolderScanTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test("A folder is read with all in it: its files first, in natural order")
  func order() {
    for name in ["b/2.mp3", "b/10.mp3", "B2.mp3", "a.mp3", "b/c/x.MP2", "B 10/y.mpga", "b10.mp1"] {
      folder.file(name)
    }
    let record = ScanRecord([folder.bytes])
    #expect(
      record.names(in: folder) == [
        "a.mp3", "B2.mp3", "b10.mp1", "b/2.mp3", "b/10.mp3", "b/c/x.MP2", "B 10/y.mpga",
      ])
    #expect(record.troubles.isEmpty)
  }

  @Test("Hidden names, other files and playlists in a folder are passed over in silence")
  func passedOver() {
    for name in [
      ".a.mp3", ".git/b.mp3", "cover.jpg", "list.m3u", "mp3", "c.mp3x", "d.flac", "e.mp3.part",
      "ok.mp3",
    ] { folder.file(name, "ok.mp3\n") }
    let record = ScanRecord([folder.bytes])
    #expect(record.names(in: folder) == ["ok.mp3"])
    #expect(record.troubles.isEmpty)
  }

  @Test("FIFOs and sockets never stop a scan")
  func special() {
    _ = withCPath(folder["pipe.mp3"]) { mkfifo($0, 0o600) }
    folder.file("z.mp3")
    let record = ScanRecord([folder.bytes, folder["pipe.mp3"]])
    #expect(record.names(in: folder) == ["z.mp3"])
    #expect(record.troubles == [.unsupported(name: "pipe.mp3")])
  }

  @Test("Links that lead back are told once and passed")
  func loops() {
    folder.file("a/1.mp3")
    folder.file("a/b/2.mp3")
    folder.link("a/b/up", to: "..")
    folder.link("self", to: ".")
    folder.link("round", to: "round")
    let record = ScanRecord([folder.bytes])
    #expect(record.names(in: folder) == ["a/1.mp3", "a/b/2.mp3"])
    #expect(
      Set(record.troubles) == [.loop(name: "up"), .loop(name: "self"), .loop(name: "round")])
    #expect(record.troubles.count == 3)
  }

  @Test("A folder that two links lead to is read once")
  func twice() {
    folder.file("z/1.mp3")
    folder.link("a", to: "z")
    folder.link("b", to: "z")
    let record = ScanRecord([folder.bytes])
    #expect(record.names(in: folder) == ["a/1.mp3"])
    #expect(record.troubles.isEmpty)
  }

  @Test("Links to files play, links to nothing are passed")
  func fileLinks() {
    folder.file("real.mp3")
    folder.link("alias.mp3", to: "real.mp3")
    folder.link("gone.mp3", to: "nowhere")
    #expect(ScanRecord([folder.bytes]).names(in: folder) == ["alias.mp3", "real.mp3"])
  }

  @Test("An unreadable folder is told and passed", .enabled(if: geteuid() != 0))
  func unreadable() {
    folder.file("locked/1.mp3")
    folder.file("open/2.mp3")
    _ = withCPath(folder["locked"]) { chmod($0, 0) }
    let record = ScanRecord([folder.bytes])
    #expect(record.names(in: folder) == ["open/2.mp3"])
    #expect(record.troubles == [.notPermitted(name: "locked")])
  }

  @Test("Names that are not UTF-8 are found as they are")
  func otherBytes() {
    let name: [UInt8] = [0x61, 0xFF, 0xE9, 0x0A, 0x2E, 0x6D, 0x70, 0x33]
    let path = folder.file(bytes: name)
    #expect(ScanRecord([folder.bytes]).tracks == [Track(path: path)])
  }

  @Test("What the listener names is taken whatever its extension; other things are told")
  func named() {
    folder.file("voice.dat")
    folder.file(".hidden.mp3")
    folder.file("list.xspf")
    let record = ScanRecord(
      ["voice.dat", ".hidden.mp3", "list.xspf", "nothing.mp3", "voice.dat/x"].map { folder[$0] }
        + [Array("http://example.com/a.mp3".utf8), []])
    #expect(record.names(in: folder) == ["voice.dat", ".hidden.mp3"])
    #expect(
      record.troubles == [
        .unsupported(name: "list.xspf"), .notFound(name: "nothing.mp3"), .notFound(name: "x"),
        .unsupported(name: "http://example.com/a.mp3"), .notFound(name: ""),
      ])
  }

  @Test("A file address of the command line is understood")
  func fileAddress() {
    let path = folder.file("a b.mp3")
    let address = Array("file://localhost".utf8) + folder.bytes + Array("/a%20b.mp3".utf8)
    #expect(ScanRecord([address]).tracks == [Track(path: path)])
  }

  @Test("The same folder named twice is taken twice")
  func namedTwice() {
    folder.file("1.mp3")
    #expect(ScanRecord([folder.bytes, folder.bytes]).tracks.count == 2)
  }

  @Test("A tree deeper than any path ends in one sentence, not in a crash")
  func deep() {
    folder.file("1.mp3")
    let home = open(".", O_RDONLY | O_DIRECTORY)
    var at = withCPath(folder.bytes) { open($0, O_RDONLY | O_DIRECTORY) }
    let name = String(repeating: "d", count: 200)
    for _ in 0..<30 {
      mkdirat(at, name, 0o700)
      let next = openat(at, name, O_RDONLY | O_DIRECTORY)
      close(at)
      at = next
    }
    defer { removeDeep(name, 30) }
    close(at)
    close(home)
    let record = ScanRecord([folder.bytes])
    #expect(record.names(in: folder) == ["1.mp3"])
    #expect(
      record.troubles == [
        .unreadable(name: name, reason: SystemError(rawValue: ENAMETOOLONG).description)
      ])
  }

  /// Takes the deep tree away level by level, as no path reaches its end.
  private func removeDeep(_ name: String, _ levels: Int) {
    for depth in (0..<levels).reversed() {
      var at = withCPath(folder.bytes) { open($0, O_RDONLY | O_DIRECTORY) }
      for _ in 0..<depth {
        let next = openat(at, name, O_RDONLY | O_DIRECTORY)
        close(at)
        at = next
      }
      unlinkat(at, name, AT_REMOVEDIR)
      close(at)
    }
  }
}
