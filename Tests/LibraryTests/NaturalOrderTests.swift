// SPDX-License-Identifier: GPL-3.0-or-later
import TestSupport
import Testing

@testable import Library

@Suite("Natural order")
struct NaturalOrderTests {
  private func sorted(_ names: [String]) -> [String] {
    names.map { NaturalOrder(Array($0.utf8)) }.sorted()
      .map { String(decoding: $0.name, as: UTF8.self) }
  }

  @Test(
    "Names stand as people count and spell",
    arguments: [
      ["track 1.mp3", "Track 2.mp3", "track 10.mp3", "Track 100.mp3"],
      ["a", "B", "c"],
      ["1", "2", "10", "a1", "a2b1", "a2b10"],
      ["Song.mp3", "Song (live).mp3", "Song 2.mp3"],
      ["Eclair", "Éclair", "Edam", "Zebra"],
      ["E\u{301}clair 2", "Éclair 3", "eclair 10"],
      ["01 a", "1 b", "001 c"],
      ["Ärger", "Arm", "Ölbild", "Zoo", "яблоко"],
      ["v1.2", "v1.10"],
      ["99999999999999999999998", "99999999999999999999999", "100000000000000000000000"],
    ])
  func order(_ names: [String]) {
    #expect(sorted(names.reversed()) == names)
    #expect(sorted(names) == names)
  }

  @Test("Names that count the same still have an order")
  func total() {
    let a = NaturalOrder(Array("a1".utf8))
    let b = NaturalOrder(Array("a01".utf8))
    #expect((a < b) != (b < a))
    #expect(a != b)
  }

  @Test("Names that are not UTF-8 stand where their letters belong")
  func otherEncoding() {
    let latin = NaturalOrder([0xC9, 0x63, 0x6C])
    #expect(NaturalOrder(Array("Ebene".utf8)) < latin)
    #expect(latin < NaturalOrder(Array("Edam".utf8)))
  }

  @Test("A list sorts as single names do", arguments: 0..<50)
  func listAndNames(_ seed: Int) {
    var random = SplitMix(seed: UInt64(seed))
    var list = NameList()
    var names: [[UInt8]] = []
    for _ in 0..<60 {
      let name = (0..<random.below(8)).map { _ in
        random.pick(Array("aB019 .-é".utf8) + [0xFF, 0x00])
      }
      names.append(name)
      name.withUnsafeBytes { list.append($0) }
    }
    list.sort()
    let byList = (0..<list.count).map { Array(list[$0]) }
    #expect(byList == names.map { NaturalOrder($0) }.sorted().map(\.name))
  }
}
