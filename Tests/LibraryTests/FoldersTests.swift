// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing

@testable import Library

@Suite("Well-known folders")
struct FoldersTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func environment(_ values: [String: [UInt8]]) -> Environment {
    { values[$0] }
  }

  @Test("The memory lies where XDG says; relative paths there do not count")
  func state() {
    let home = Array("/home/x".utf8)
    #expect(
      XDGFolder.state(environment(["HOME": home, "XDG_STATE_HOME": Array("/s".utf8)]))
        == Array("/s/eyemusix".utf8))
    #expect(
      XDGFolder.state(environment(["HOME": home, "XDG_STATE_HOME": Array("s".utf8)]))
        == Array("/home/x/.local/state/eyemusix".utf8))
    #expect(HomeFolder.find(environment([:])) != nil)
  }

  @Test("The music folder is the configured one when it is there, else Music in the home")
  func music() {
    let home = environment(["HOME": folder.bytes])
    #expect(MusicFolder.find(home) == nil)
    folder.folder("Music")
    #expect(MusicFolder.find(home) == folder["Music"])
    let user = "# c\nXDG_DESKTOP_DIR=\"$HOME/Desk\"\n XDG_MUSIC_DIR=\"$HOME/My \\\"Musik\\$/\"\n"
    folder.file(".config/user-dirs.dirs", user)
    #expect(MusicFolder.find(home) == folder["Music"])
    folder.folder("My \"Musik$")
    #expect(MusicFolder.find(home) == folder["My \"Musik$"])
    folder.file(".config/user-dirs.dirs", "XDG_MUSIC_DIR=\"$HOME/\"\n")
    #expect(MusicFolder.find(home) == folder["Music"])
    for hostile in [
      "XDG_MUSIC_DIR=", "XDG_MUSIC_DIR=\"", "XDG_MUSIC_DIR=\"\"", "XDG_MUSIC_DIR=\"x\"",
    ] {
      folder.file(".config/user-dirs.dirs", hostile)
      #expect(MusicFolder.find(home) == folder["Music"])
    }
    folder.folder("Elsewhere")
    folder.file(
      "c/user-dirs.dirs",
      "XDG_MUSIC_DIR=\"\(String(decoding: folder["Elsewhere"], as: UTF8.self))\"")
    #expect(
      MusicFolder.find(environment(["HOME": folder.bytes, "XDG_CONFIG_HOME": folder["c"]]))
        == folder["Elsewhere"])
  }

  @Test("Voices: named, by variable, installed, beside the program, in the checkout")
  func voices() {
    let none = environment([:])
    folder.folder("mine")
    #expect(VoicesFolder.find(override: folder["mine"], none) == folder["mine"])
    #expect(VoicesFolder.find(override: folder["gone"], none) == nil)
    #expect(
      VoicesFolder.find(environment(["EYEMUSIX_VOICES": folder["mine"]])) == folder["mine"])

    let program = folder["x/.build/release/eyemusix"]
    #expect(VoicesFolder.find(besideProgram: program) == nil)
    folder.folder("x/Voices")
    #expect(VoicesFolder.find(besideProgram: program) == nil)
    folder.file("x/Package.swift")
    #expect(VoicesFolder.find(besideProgram: program) == folder["x/Voices"])
    folder.folder("x/.build/release/Voices")
    #expect(VoicesFolder.find(besideProgram: program) == folder["x/.build/release/Voices"])
    folder.folder("x/.build/share/eyemusix/Voices")
    #expect(VoicesFolder.find(besideProgram: program) == folder["x/.build/share/eyemusix/Voices"])
  }

  @Test("Catalogues are the .po files of a folder, in order")
  func catalogues() throws {
    for name in ["b10.po", "b2.po", "a.PO", ".x.po", "b.pot", "c.txt"] { folder.file(name) }
    #expect(
      VoicesFolder.catalogues(in: folder.bytes).map { spokenName($0) } == [
        "a.PO", "b2.po", "b10.po",
      ])
    #expect(VoicesFolder.catalogues(in: folder["gone"]).isEmpty)
  }

  @Test("Text is read up to a limit, whatever its bytes")
  func text() throws {
    folder.file(bytes: Array("a".utf8), [0xEF, 0xBB, 0xBF, 0x61, 0xE9])
    #expect(try readText(folder["a"]) == "aé")
    #expect(throws: SystemError(rawValue: EFBIG)) { try readText(folder["a"], limit: 4) }
    #expect(throws: SystemError(rawValue: ENOENT)) { try readText(folder["b"]) }
    #expect(throws: SystemError(rawValue: EISDIR)) { try readText(folder.bytes) }
  }

  @Test("Paths become absolute without losing what links mean")
  func paths() {
    let base = Array("/a/b".utf8)
    for (path, expected) in [
      ("c", "/a/b/c"), ("./c//d/", "/a/b/c/d"), ("../c", "/a/b/../c"), ("/", "/"), ("/x/.", "/x"),
      (".", "/a/b"),
    ] {
      #expect(FilePath.absolute(Array(path.utf8), in: base) == Array(expected.utf8))
    }
    #expect(FilePath.parent(of: Array("/a".utf8)) == Array("/".utf8))
    #expect(FilePath.parent(of: Array("/a/b//".utf8)) == Array("/a".utf8))
  }
}
