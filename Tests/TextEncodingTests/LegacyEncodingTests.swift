// SPDX-License-Identifier: GPL-3.0-or-later

import TestSupport
import Testing
import TextEncoding

/// What bytes tell by themselves; whole names are in the tests of tags and of cue sheets.
@Suite struct LegacyEncodingTests {
  /// "Группа крови" in CP1251.
  private static let song: [UInt8] = [
    0xC3, 0xF0, 0xF3, 0xEF, 0xEF, 0xE0, 0x20, 0xEA, 0xF0, 0xEE, 0xE2, 0xE8,
  ]

  @Test func `words of one alphabet tell it, and are read in it`() {
    #expect(LegacyEncoding.of([Self.song]) == .cyrillic)
    #expect(LegacyEncoding.cyrillic.text(Self.song) == "Группа крови")
  }

  @Test func `three vowels in a row with an ř among them are Czech, in one word of two such bytes`()
  {
    let composer: [UInt8] = Array("Dvo".utf8) + [0xF8, 0xE1] + Array("k".utf8)
    #expect(LegacyEncoding.of([composer]) == .centralEuropean)
    #expect(LegacyEncoding.centralEuropean.text(composer) == "Dvořák")
    // "Bøál" and "naboø" have no such row.
    let others: [[UInt8]] = [[0x42, 0xF8, 0xE1, 0x6C], Array("nabo".utf8) + [0xF8]]
    #expect(LegacyEncoding.of(others) == nil)
  }

  @Test func `one field that is of another encoding is a doubt`() {
    #expect(LegacyEncoding.of([Self.song, [0x42, 0xE9, 0x79, 0x6F, 0x6E, 0x63, 0xE9]]) == nil)
  }

  @Test func `nothing, ASCII and half a character tell nothing`() {
    #expect(LegacyEncoding.of([]) == nil)
    #expect(LegacyEncoding.of([Array("plain".utf8), []]) == nil)
    #expect(LegacyEncoding.shiftJIS.text([0x83]) == nil)
  }

  @Test func `any bytes are taken, of any number`() {
    var random = SplitMix(seed: 4)
    for length in [1, 2, 29, 30, 31, 300, LegacyEncoding.longest] {
      for _ in 0..<50 {
        let bytes = (0..<length).map { _ in UInt8.random(in: 0x80...0xFF, using: &random) }
        guard let encoding = LegacyEncoding.of([bytes]) else { continue }
        #expect(encoding.text(bytes) != nil)
      }
    }
  }
}
