// SPDX-License-Identifier: GPL-3.0-or-later
import Player
import Testing

@Suite("Names of tracks")
struct TrackNamesTests {
  @Test(
    "A file's name is cleaned before it is said",
    arguments: [
      ("/music/01 - Blue Train.mp3", "Blue Train"),
      ("01. Blue Train.MP3", "Blue Train"),
      ("01.Blue Train.mp3", "Blue Train"),
      ("1-03 Blue Train.mp3", "Blue Train"),
      ("01-03 - Blue Train.mp3", "Blue Train"),
      ("01_Blue_Train.mp3", "Blue Train"),
      ("01-Blue-Train.mp2", "Blue-Train"),
      ("12 - Blue Train.mp3", "Blue Train"),
      ("12-Blue Train.mp3", "Blue Train"),
      ("112 – Blue Train.mp3", "Blue Train"),
      ("3) Blue Train.mp3", "Blue Train"),
      ("007 Goldfinger.mp3", "Goldfinger"),
      ("1979.mp3", "1979"),
      ("1999 - Prince.mp3", "1999 - Prince"),
      ("99 Luftballons.mp3", "99 Luftballons"),
      ("99_Luftballons.mp3", "99 Luftballons"),
      ("99.mp3", "99"),
      ("01.mp3", "01"),
      ("01 - 02.mp3", "01 - 02"),
      ("7-11.mp3", "7-11"),
      ("2.0 Love.mp3", "2.0 Love"),
      ("20-20 Vision.mp3", "20-20 Vision"),
      ("50-50.mp3", "50-50"),
      ("3-Way.mp3", "3-Way"),
      ("24-7 Love.mp3", "24-7 Love"),
      ("Track   two__here.mpga", "Track two here"),
      ("Live at St. Mary.mp3", "Live at St. Mary"),
      ("notes.txt", "notes.txt"),
      (".mp3", ".mp3"),
      ("folder/", "folder"),
      ("/", "/"),
      ("___.mp3", "___.mp3"),
      ("\u{1}\u{2}", "%01%02"),
      ("a\u{1B}[31mb\u{202E}c.mp3", "a[31mbc"),
      ("line\nbreak\ttab.mp3", "line break tab"),
    ])
  func cleaned(_ path: String, _ name: String) {
    #expect(cleanedName(ofPath: Array(path.utf8)) == name)
  }

  @Test("A name that is not UTF-8 is read as Windows-1252")
  func otherEncoding() {
    #expect(cleanedName(ofPath: [0x42, 0x6A, 0xF6, 0x72, 0x6B, 0x2E, 0x6D, 0x70, 0x33]) == "Björk")
    #expect(readable([0x80, 0x20, 0x93, 0x61, 0x94, 0x81]) == "€ “a”")
  }

  @Test("One broken byte does not spoil the rest of a name")
  func mixedEncoding() {
    #expect(readable(Array("Žluť".utf8) + [0xE9, 0x20] + Array("日本".utf8)) == "Žluťé 日本")
    #expect(readable(Array("日本".utf8).dropLast()).hasPrefix("日"))
  }

  @Test("Any bytes give a name that can be printed", arguments: 0..<200)
  func anyBytes(_ seed: Int) {
    var state = UInt64(seed + 1) &* 0x9E37_79B9_7F4A_7C15
    var bytes = [UInt8]()
    for _ in 0..<(seed % 40) {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      bytes.append(UInt8(truncatingIfNeeded: state))
    }
    for name in [cleanedName(ofPath: bytes), readable(bytes) + "."] {
      #expect(!name.isEmpty)
      #expect(name.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
  }

  @Test("Windows-1252 goes there and back")
  func windows1252() {
    for byte in UInt8.min...UInt8.max {
      #expect(windows1252Byte(windows1252Scalar(byte)) == byte)
    }
    #expect(windows1252Byte("日") == nil)
  }
}
