// SPDX-License-Identifier: GPL-3.0-or-later

import Contracts
import MPG123
import Player
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct APETagTests {
  /// An APE tag made by hand, right or wrong.
  struct Tag {
    var items: [UInt8] = []
    var count = 0
    /// What is added to the size that header and footer tell.
    var lie = 0
    var hasHeader = true

    init(_ items: [(String, String)]) {
      for (key, value) in items { add(key, Array(value.utf8)) }
    }

    mutating func add(_ key: String, _ value: [UInt8], flags: Int = 0) {
      items += number(value.count) + number(flags) + Array(key.utf8) + [0] + value
      count += 1
    }

    var bytes: [UInt8] {
      (hasHeader ? frame(flags: 0xA000_0000) : []) + items
        + frame(flags: hasHeader ? 0x8000_0000 : 0)
    }

    private func frame(flags: Int) -> [UInt8] {
      Array("APETAGEX".utf8) + number(2000) + number(items.count + 32 + lie) + number(count)
        + number(flags) + Array(repeating: 0, count: 8)
    }

    private func number(_ value: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
  }

  let scratch: ScratchFolder
  let sound = silentFrames(200)
  let items = [
    ("Title", "Píseň"), ("ARTIST", "One\0Two"), ("album", "Record"), ("Track", "04/12"),
    ("Year", "1987"),
  ]

  init() throws { scratch = try ScratchFolder() }

  private func info(_ bytes: [UInt8]) throws -> TrackInfo {
    try #require(MPG123Decoders().info(scratch.write(bytes)))
  }

  private func frames() throws -> Int {
    try decodeAll(MPG123Decoder(scratch.bytes("file.mp3"))).count / 2
  }

  @Test("an APE tag is read behind the sound and before it, with and without a header")
  func read() throws {
    var plain = Tag(items)
    plain.hasHeader = false
    for bytes in [sound + Tag(items).bytes, sound + plain.bytes, Tag(items).bytes + sound] {
      let info = try info(bytes)
      #expect(info.title == "Píseň" && info.artist == "One, Two" && info.album == "Record")
      #expect(info.number == 4 && info.year == 1987)
      #expect(try frames() == 200 * 1152)
    }
  }

  @Test("each field comes from ID3v2, else from APE, else from ID3v1")
  func order() throws {
    var new = TagBuilder(version: 3)
    new.text("TIT2", 0, Array("New".utf8))
    let ape = Tag([("Title", "Middle"), ("Artist", "Middle"), ("Artist", "Second")])
    let old = TagBuilder.old(
      title: Array("Old".utf8), artist: Array("Old".utf8), album: Array("Old".utf8))
    let info = try info(new.bytes() + sound + ape.bytes + old)
    #expect(info.title == "New" && info.artist == "Middle" && info.album == "Old")
  }

  @Test(
    "a size that lies costs no sound and no tag", arguments: [-40, 32, 33, 5000, 1 << 30, -1 << 31])
  func lies(lie: Int) throws {
    var tag = Tag(items)
    tag.lie = lie
    #expect(try info(sound + tag.bytes).title == "Píseň")
    #expect(try frames() == 200 * 1152)
    tag.hasHeader = false
    _ = try info(sound + tag.bytes)
    #expect(try frames() == 200 * 1152)
  }

  @Test("pictures and items of absurd sizes do not harm")
  func hostile() throws {
    var tag = Tag([])
    tag.add("Cover Art (Front)", noise(300_000), flags: 2)
    tag.add("Title", Array("Behind".utf8))
    #expect(try info(sound + tag.bytes).title == "Behind")
    for seed in 1...100 {
      var tag = Tag([("Title", "x")])
      tag.items += noise(200, seed: UInt32(seed))
      tag.count = seed * 1000
      _ = try info(sound + tag.bytes)
      #expect(try frames() == 200 * 1152)
    }
  }

  @Test("a tag of version 2.4 behind the sound is read and not played")
  func appended() throws {
    var new = TagBuilder(version: 4)
    new.flags = 0x10
    new.text("TIT2", 3, Array("Behind".utf8))
    let bytes = new.bytes()
    let footer = Array("3DI".utf8) + bytes[3..<10]
    #expect(try info(sound + bytes + footer).title == "Behind")
    #expect(try frames() == 200 * 1152)
  }
}
