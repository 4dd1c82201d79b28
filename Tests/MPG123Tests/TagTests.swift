// SPDX-License-Identifier: GPL-3.0-or-later

import MPG123
import Player
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TagTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private func info(_ tag: [UInt8], behind: [UInt8] = []) throws -> TrackInfo {
    let path = try scratch.write(tag + silentFrames(20) + behind)
    return try #require(MPG123Decoders().info(path))
  }

  private func title(_ encoding: UInt8, _ text: [UInt8], version: UInt8 = 3) throws -> String? {
    var tag = TagBuilder(version: version)
    tag.text("TIT2", encoding, text)
    return try info(tag.bytes()).title
  }

  @Test("every encoding of ID3v2 is read")
  func encodings() throws {
    let words = "Žluťoučký 犬 𝄞"
    #expect(try title(0, Array("Na\u{EF}ve".unicodeScalars.map { UInt8($0.value) })) == "Naïve")
    #expect(try title(1, TagBuilder.wide(words, little: true)) == words)
    #expect(try title(1, TagBuilder.wide(words, little: false)) == words)
    #expect(try title(2, TagBuilder.wide(words, little: false, mark: false), version: 4) == words)
    #expect(try title(3, Array(words.utf8), version: 4) == words)
  }

  @Test("text that lies about its encoding is read when there is no doubt")
  func wrongEncodings() throws {
    #expect(try title(0, Array("Dvořák".utf8)) == "Dvořák")
    #expect(try title(0, [0x93, 0x48, 0x69, 0x94, 0x20, 0x96, 0x20, 0x80]) == "“Hi” – €")
    #expect(try title(1, TagBuilder.wide("Plain", little: true, mark: false)) == "Plain")
    #expect(try title(1, TagBuilder.wide("Plain", little: false, mark: false)) == "Plain")
    #expect(try title(3, Array("A".utf8) + [0xFF, 0xC3], version: 4)?.first == "A")
  }

  @Test("all fields of versions 2.2, 2.3 and 2.4 are read")
  func versions() throws {
    let names = [
      2: ["TT2", "TP1", "TAL", "TRK", "TYE"], 3: ["TIT2", "TPE1", "TALB", "TRCK", "TYER"],
      4: ["TIT2", "TPE1", "TALB", "TRCK", "TDRC"],
    ]
    for (version, names) in names {
      var tag = TagBuilder(version: UInt8(version))
      for (name, text) in zip(names, ["Song", "Singer", "Record", "03/12", "1987"]) {
        tag.text(name, 0, Array(text.utf8))
      }
      let info = try info(tag.bytes(padding: 100))
      #expect(info.title == "Song" && info.artist == "Singer" && info.album == "Record")
      #expect(info.number == 3 && info.year == 1987)
    }
  }

  @Test("several values are joined with commas")
  func severalValues() throws {
    #expect(try title(3, Array("One\0Two\0\0Three\0".utf8), version: 4) == "One, Two, Three")
    let wide =
      TagBuilder.wide("One", little: true) + [0, 0] + TagBuilder.wide("Two", little: true) + [0, 0]
    #expect(try title(1, wide) == "One, Two")
  }

  @Test("what cannot be spoken is taken out, and spaces around")
  func tidied() throws {
    let text = "  Re\u{202E}ver\u{200B}se\u{7} \t\n\u{FEFF}tape\u{1B}[2J \u{AD}\u{2028} "
    #expect(try title(3, Array(text.utf8), version: 4) == "Reverse tape[2J")
    #expect(try title(3, Array(" \u{200E}\n\u{1}".utf8), version: 4) == nil)
    #expect(try title(3, [], version: 4) == nil)
    #expect(try title(9, Array("x".utf8), version: 4) == nil)
  }

  @Test("a title of a megabyte is cut")
  func longTitle() throws {
    let title = try title(3, Array(repeating: 0x61, count: 1 << 20), version: 4)
    #expect(title == String(repeating: "a", count: 500))
    let wide = TagBuilder.wide(String(repeating: "犬", count: 100_000), little: true)
    #expect(try self.title(1, wide)?.count == 500)
    // No space is left where the cut falls.
    let words = Array((String(repeating: "a", count: 500) + " b").utf8)
    #expect(try self.title(3, words, version: 4) == String(repeating: "a", count: 500))
  }

  @Test("large pictures are stepped over, whichever frame comes first")
  func pictures() throws {
    for plain in [false, true] {
      var tag = TagBuilder(version: 4)
      tag.text("TPE1", 3, Array("Before".utf8))
      tag.frame("APIC", noise(400_000), plain: plain)
      tag.text("TIT2", 3, Array("Behind".utf8))
      let info = try info(tag.bytes())
      #expect(info.title == "Behind" && info.artist == "Before")
    }
  }

  @Test("unsynchronised tags, extended headers, grouped frames")
  func oddForms() throws {
    var whole = TagBuilder(version: 3)
    whole.flags = 0x80
    // FF 00 stands for FF.
    whole.frame("PRIV", [0xFF, 0x00])
    var body = TagBuilder(version: 3)
    body.text("TIT2", 1, [0xFF, 0x00, 0xFE] + TagBuilder.wide("x", little: true, mark: false))
    // Sizes count what is left when the zeros are out.
    let fixed: [UInt8] =
      Array("TIT2".utf8) + [0, 0, 0, 5, 0, 0, 1, 0xFF, 0x00, 0xFE, 0x78, 0x00]
    var tag = TagBuilder(version: 3)
    tag.flags = 0x80
    tag.raw(fixed)
    #expect(try info(tag.bytes()).title == "x")

    var frame = TagBuilder(version: 4)
    frame.text("TIT2", 1, [0xFF, 0x00, 0xFE, 0x79, 0x00], flags: 0x02)
    #expect(try info(frame.bytes()).title == "y")

    for version in [3, 4] as [UInt8] {
      var extended = TagBuilder(version: version)
      extended.flags = 0x40
      extended.raw(version == 3 ? [0, 0, 0, 6, 0, 0, 0, 0, 0, 0] : [0, 0, 0, 6, 1, 0])
      extended.frame("TIT2", [7] + [0] + Array("group".utf8), flags: version == 3 ? 0x20 : 0x40)
      #expect(try info(extended.bytes()).title == "group")
    }

    var encrypted = TagBuilder(version: 4)
    encrypted.text("TIT2", 3, Array("secret".utf8), flags: 0x04)
    encrypted.text("TPE1", 3, Array("open".utf8))
    let info = try info(encrypted.bytes())
    #expect(info.title == nil && info.artist == "open")
  }

  @Test("ID3v1 is read where ID3v2 says nothing")
  func old() throws {
    let old = TagBuilder.old(
      title: Array("Old title   ".utf8), artist: [0x4A, 0xF6, 0x72, 0x67],
      album: Array("Aldous \u{2019}".utf8), year: "1999", number: 7)
    var tag = TagBuilder(version: 3)
    tag.text("TIT2", 0, Array("New title".utf8))
    tag.text("TPE1", 0, Array("  ".utf8))
    let both = try info(tag.bytes(), behind: old)
    #expect(both.title == "New title" && both.artist == "Jörg" && both.album == "Aldous ’")
    #expect(both.number == 7 && both.year == 1999)
    #expect(try info([], behind: old).title == "Old title")
    // 30 bytes end inside the last letter.
    let cut = Array("Příliš žluťoučký kůň úpěl ďábel".utf8)
    let name = try info([], behind: TagBuilder.old(title: cut)).title
    #expect(name.map { "Příliš žluťoučký kůň úpěl ďábel".hasPrefix($0) } == true)
  }

  @Test(
    "years and numbers are numbers or nothing",
    arguments: [
      ("1987-05-01", 1987), ("2001-01-01T12:00:00", 2001), ("87", nil), ("0000", nil),
      ("soon", nil), ("99999999999999999999", 9999), ("", nil),
    ])
  func years(text: String, year: Int?) throws {
    var tag = TagBuilder(version: 4)
    tag.text("TDRC", 3, Array(text.utf8))
    #expect(try info(tag.bytes()).year == year)
  }

  @Test("a tag of lies and ten thousand frames does not harm")
  func hostile() throws {
    var tag = TagBuilder(version: 4)
    for _ in 0..<10_000 { tag.text("TXXX", 3, [0x41]) }
    #expect(try info(tag.bytes()).title == nil)
    for seed in 1...60 {
      var lies = TagBuilder(version: UInt8(2 + seed % 3))
      lies.flags = UInt8(seed * 37 & 0xF0)
      lies.text(seed % 3 == 0 ? "TT2" : "TIT2", UInt8(seed % 5), noise(50, seed: UInt32(seed)))
      lies.raw(noise(300, seed: UInt32(seed)))
      let title = try info(lies.bytes()).title
      #expect(title.map { !$0.isEmpty && $0.unicodeScalars.count <= 500 } ?? true)
    }
  }
}

@Suite(.enabled(if: Tool.hasLame))
struct TrackFormatTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test(
    "length and form are told as the file has them",
    arguments: [
      (["-b", "128"], false, true, 128), (["-V", "4"], true, true, nil),
      (["-b", "128", "-t"], false, false, 128), (["-b", "128", "-m", "m"], false, true, 128),
    ])
  func form(options: [String], isVariable: Bool, isExact: Bool, kilobits: Int?) throws {
    let path = try scratch.encode(Sound.stereo, options)
    let info = try #require(MPG123Decoders().info(path))
    let format = try #require(info.format)
    #expect(format.codec == "MP3" && format.sampleRate == 44_100)
    #expect(format.channels == (options.contains("m") ? 1 : 2))
    #expect(format.isVariable == isVariable)
    if let kilobits { #expect(format.kilobits == kilobits) }
    #expect(25...320 ~= format.kilobits ?? 0)
    if isExact {
      #expect(info.length == .exact(.seconds(3)))
    } else if case .about(let time) = info.length {
      #expect(abs((time - .seconds(3)) / .seconds(1)) < 0.1)
    } else {
      Issue.record("said to be \(info.length)")
    }
  }

  @Test("LAME's own tags are read")
  func lame() throws {
    let tags = ["--tt", "Größe", "--ta", "A", "--tl", "B", "--tn", "5/9", "--ty", "2020"]
    for form in [["--id3v1-only"], ["--id3v2-only", "--id3v2-utf16"], ["--add-id3v2"]] {
      let info = try #require(MPG123Decoders().info(scratch.encode(Sound.stereo, form + tags)))
      #expect(info.title == "Größe" && info.artist == "A" && info.album == "B")
      #expect(info.number == 5 && info.year == 2020)
    }
  }
}

/// Frames compressed with zlib.
@Suite(.timeLimit(.minutes(1)))
struct CompressedTagTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  private static let narrow = bytes(
    "789c6370cecf2d284a2d2e4e4d5128c92cc949050035c50658")
  private static let wide = bytes(
    "789c63fcff2f8aa194a19821912117085319f218d281640a4311c31f8664866c86120600b75c092f")
  /// 40 000 letters "a".
  private static let bomb = bytes(
    "78daedc121010000000220affaff84cd15400a00000000000000000000000000000000000000000000000000"
      + "00000000000000000000000000dc0053d237b6")

  private static func bytes(_ text: String) -> [UInt8] {
    let digits = Array(text)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0...($0 + 1)]), radix: 16)
    }
  }

  private func title(_ version: UInt8, _ content: [UInt8], flags: UInt8) throws -> String? {
    var tag = TagBuilder(version: version)
    tag.frame("TIT2", content, flags: flags)
    tag.text("TPE1", 0, Array("Behind".utf8))
    let info = try #require(MPG123Decoders().info(scratch.write(tag.bytes() + silentFrames(20))))
    #expect(info.artist == "Behind")
    return info.title
  }

  @Test("compressed frames are read, with all that can stand before them")
  func read() throws {
    let size: [UInt8] = [0, 0, 0, 17]
    #expect(try title(3, size + Self.narrow, flags: 0x80) == "Compressed title")
    #expect(try title(3, size + [7] + Self.wide, flags: 0xA0) == "Zusammengedrückt")
    #expect(try title(4, size + Self.narrow, flags: 0x09) == "Compressed title")
    #expect(try title(4, [7] + size + Self.wide, flags: 0x49) == "Zusammengedrückt")
    #expect(try title(4, Self.narrow, flags: 0x08) == "Compressed title")
    var zeros: [UInt8] = []
    for byte in Self.wide { zeros += byte == 0xFF ? [0xFF, 0] : [byte] }
    #expect(try title(4, size + zeros, flags: 0x0B) == "Zusammengedrückt")
  }

  @Test("a frame that becomes huge is cut, a damaged one is left out")
  func hostile() throws {
    #expect(try title(4, Self.bomb, flags: 0x08) == String(repeating: "a", count: 500))
    #expect(try title(4, Array(Self.narrow.dropLast(6)), flags: 0x08) == nil)
    #expect(try title(4, noise(60), flags: 0x08) == nil)
    #expect(try title(3, [0, 0], flags: 0x80) == nil)
  }

  @Test("frames that only say that they are unsynchronised are read as they are")
  func onlySaid() throws {
    let text = [1] + TagBuilder.wide("ÿx", little: true)
    #expect(try title(4, text, flags: 0x02) == "ÿx")
    var tag = TagBuilder(version: 4)
    tag.flags = 0x80
    tag.frame("TIT2", [1, 0xFF, 0x00, 0xFE, 0x79, 0x00])
    let info = try #require(MPG123Decoders().info(scratch.write(tag.bytes() + silentFrames(20))))
    #expect(info.title == "y")
  }
}
