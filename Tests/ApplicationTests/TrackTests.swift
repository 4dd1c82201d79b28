// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Glibc
import Interaction
import Library
import Player
import Synchronization
import TestSupport
import Testing

@testable import Application

/// Tags by the last number in a path: "/12" is "Title 12". Can be made to wait.
private final class NumberTags: TrackInfoReader {
  let isHeld = Watched(false)
  let asked = Watched<[String]>([])

  func info(_ path: [UInt8]) -> TrackInfo? {
    let name = String(decoding: path, as: UTF8.self)
    asked.with { $0.append(name) }
    _ = isHeld.wait(until: MonotonicTime.after(seconds: 20)) { $0 ? nil : true }
    guard let number = Int(name.dropFirst()) else { return nil }
    var info = TrackInfo(length: .about(.seconds(number)))
    info.title = "Title \(number)"
    return info
  }
}

private func tracks(_ range: Range<Int>) -> [Track] {
  range.map { Track(path: Array("/\($0)".utf8)) }
}

struct TrackTableTests {
  private let reader = NumberTags()

  private func withTable(
    scanning: @escaping InfoReader.Scan = { _ in nil }, _ body: (TrackTable) throws -> Void
  ) rethrows {
    let table = TrackTable(reading: reader, scanning: scanning)
    defer {
      reader.isHeld.with { $0 = false }
      table.end()
    }
    try body(table)
  }

  /// Waits until `ready` is, taking news meanwhile.
  private func waits(_ table: TrackTable, for ready: () -> Bool) -> Bool {
    let deadline = MonotonicTime.after(seconds: 10)
    while !ready() {
      guard MonotonicTime.now < deadline else { return false }
      var news = pollfd(fd: table.newsDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&news, 1, 50)
      _ = table.learnt()
    }
    return true
  }

  @Test func `Numbers count on from one finding to the next`() {
    withTable { table in
      #expect(table.add(tracks(0..<2)).map(\.rawValue) == [0, 1])
      #expect(table.add(tracks(2..<5)).map(\.rawValue) == [2, 3, 4])
      #expect(table.add([]).isEmpty)
      #expect(table.count == 5)
      #expect(table.track(TrackID(rawValue: 3)).path == Array("/3".utf8))
    }
  }

  @Test func `Tags come by themselves, and are told once`() {
    withTable { table in
      let ids = table.add(tracks(0..<3))
      #expect(waits(table) { ids.allSatisfy { table.knownInfo($0) != nil } })
      #expect(table.knownInfo(ids[2])?.title == "Title 2")
      #expect(table.learnt().isEmpty)
    }
  }

  @Test func `A name under the cursor is waited for, but not for long`() {
    withTable { table in
      reader.isHeld.with { $0 = true }
      let ids = table.add(tracks(0..<3))
      let before = MonotonicTime.now
      #expect(table.info(ids[1]) == nil)
      // Less than a second even on a machine that is busy; 25 ms are wished for.
      #expect(MonotonicTime.now - before < 2_000_000_000)
      reader.isHeld.with { $0 = false }
      #expect(waits(table) { table.knownInfo(ids[1])?.title == "Title 1" })
    }
  }

  @Test func `A part of a file is told of by its sheet, and is as long as the part`() {
    withTable(scanning: { _ in .exact(.seconds(7)) }) { table in
      var part = TrackPart(start: 150)
      part.performer = "Guest"
      part.number = 2
      let ids = table.add([Track(path: Array("/9".utf8), listedTitle: "Two", part: part)])
      #expect(waits(table) { table.knownInfo(ids[0])?.title == "Two" })
      #expect(table.knownInfo(ids[0])?.artist == "Guest")
      #expect(table.knownInfo(ids[0])?.number == 2)
      #expect(table.knownInfo(ids[0])?.length == .about(.seconds(7)))
      table.count(ids[0])
      #expect(waits(table) { table.knownInfo(ids[0])?.length == .exact(.seconds(5)) })
    }
  }

  @Test func `What is asked for now comes before what may be asked for later`() {
    withTable { table in
      reader.isHeld.with { $0 = true }
      let ids = table.add(tracks(0..<50))
      // The reader has begun with the first; the fortieth is asked for meanwhile.
      _ = reader.asked.wait(until: MonotonicTime.after(seconds: 10)) { $0.isEmpty ? nil : true }
      _ = table.info(ids[40])
      reader.isHeld.with { $0 = false }
      #expect(waits(table) { table.knownInfo(ids[49]) != nil })
      #expect(reader.asked.with { $0[1] } == "/40")
    }
  }

  @Test func `What was learnt while something else was waited for is told too`() {
    withTable { table in
      let ids = table.add(tracks(0..<3))
      var told: Set<TrackID> = []
      for id in ids { _ = table.info(id) }
      let deadline = MonotonicTime.after(seconds: 10)
      while told.count < 3, MonotonicTime.now < deadline { told.formUnion(table.learnt()) }
      #expect(told == Set(ids))
    }
  }

  @Test func `An exact length wins over every other, whatever comes first`() {
    withTable { table in
      let ids = table.add(tracks(5..<7))
      table.learn(ids[0], length: .exact(.milliseconds(4_321)))
      #expect(table.knownInfo(ids[0])?.length == .exact(.milliseconds(4_321)))
      #expect(waits(table) { ids.allSatisfy { table.knownInfo($0)?.title != nil } })
      #expect(table.knownInfo(ids[0])?.length == .exact(.milliseconds(4_321)))
      #expect(table.knownInfo(ids[1])?.length == .about(.seconds(6)))
      table.learn(ids[1], length: .about(.seconds(7)))
      #expect(table.knownInfo(ids[1])?.length == .about(.seconds(7)))
      table.learn(ids[1], length: .exact(.seconds(8)))
      table.learn(ids[1], length: .about(.seconds(9)))
      table.learn(ids[1], length: .exact(.seconds(10)))
      #expect(table.knownInfo(ids[1])?.length == .exact(.seconds(8)))
    }
  }

  @Test func `A track is counted whole, and its length is exact then`() {
    withTable(scanning: { _ in .exact(.milliseconds(1_234)) }) { table in
      let ids = table.add(tracks(1..<2))
      table.count(ids[0])
      #expect(waits(table) { table.knownInfo(ids[0])?.length == .exact(.milliseconds(1_234)) })
      #expect(waits(table) { table.info(ids[0])?.title == "Title 1" })
      #expect(table.knownInfo(ids[0])?.length == .exact(.milliseconds(1_234)))
    }
  }

  @Test func `A file without tags still has the length the decoder told`() {
    withTable { table in
      let ids = table.add([Track(path: Array("/no number".utf8))])
      #expect(table.info(ids[0]) == nil)
      #expect(waits(table) { reader.asked.with { !$0.isEmpty } })
      table.learn(ids[0], length: .exact(.seconds(3)))
      #expect(table.info(ids[0])?.length == .exact(.seconds(3)))
      #expect(table.knownInfo(ids[0])?.length == .exact(.seconds(3)))
    }
  }

  @Test(arguments: [
    Duration.zero, .milliseconds(1), .seconds(86_400 * 24), .seconds(1_000_000_000),
  ])
  func `Any length can be kept`(time: Duration) {
    withTable { table in
      let id = table.add([Track(path: Array("/x".utf8))])[0]
      table.learn(id, length: .about(time))
      let about = table.knownInfo(id)?.length
      if case .about = about {} else { Issue.record("\(String(describing: about))") }
      table.learn(id, length: .exact(time))
      if case .exact = table.knownInfo(id)?.length {} else { Issue.record("not exact") }
    }
  }

  @Test func `Of very many tracks the lengths are kept and the tags are read again`() {
    withTable { table in
      let ids = table.add(tracks(0..<9_000))
      for id in ids.prefix(5_000) { #expect(waits(table) { table.info(id)?.title != nil }) }
      // The first one's tags have made room.
      #expect(table.knownInfo(ids[0])?.title == nil || table.knownInfo(ids[0])?.title == "Title 0")
      #expect(table.knownInfo(ids[1])?.length == .about(.seconds(1)))
      #expect(waits(table) { table.info(ids[0])?.title == "Title 0" })
    }
  }

  @Test func `It ends while questions wait`() {
    let table = TrackTable(reading: reader, scanning: { _ in nil })
    for id in table.add(tracks(0..<1_000)) { table.count(id) }
    table.end()
  }
}

struct TrackFinderTests {
  /// All news until the end.
  private func news(_ finder: TrackFinder) -> [TrackFinder.News] {
    var all: [TrackFinder.News] = []
    let deadline = MonotonicTime.after(seconds: 10)
    while finder.isSearching, MonotonicTime.now < deadline {
      var ready = pollfd(fd: finder.newsDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, 100)
      all += finder.news()
    }
    return all
  }

  @Test func `Tracks of a folder are found, in order, and then the end is told`() throws {
    let folder = try ScratchFolder()
    for number in [10, 2, 1] { try folder.write("\(number).mp3", "x") }
    let finder = TrackFinder()
    defer { finder.end() }
    #expect(!finder.isSearching)
    finder.find([Array(folder.path.utf8)])
    #expect(finder.isSearching)
    let news = news(finder)
    let names = news.flatMap { item -> [String] in
      guard case .tracks(let tracks) = item else { return [] }
      return tracks.map { String(decoding: $0.path, as: UTF8.self) }
    }
    #expect(names == [1, 2, 10].map { "\(folder.path)/\($0).mp3" })
    if case .ended? = news.last {} else { Issue.record("no end") }
    #expect(!finder.isSearching)
    #expect(finder.news().isEmpty)
  }

  @Test func `What is not there is told, by its name`() throws {
    let finder = TrackFinder()
    defer { finder.end() }
    finder.find([Array("/nowhere/at all.mp3".utf8)])
    let troubles = news(finder).compactMap { item -> ScanTrouble? in
      if case .trouble(let trouble) = item { trouble } else { nil }
    }
    guard troubles.count == 1, case .notFound(let name) = troubles[0] else {
      Issue.record("\(troubles)")
      return
    }
    #expect(name.contains("at all"))
  }

  @Test func `A search is given up at the end`() {
    let finder = TrackFinder()
    finder.find([Array("/usr".utf8)])
    finder.end()
  }

  @Test func `Every trouble of the library has its word in the conversation`() {
    let troubles: [LibraryTrouble] = [
      .notFound(name: "n"), .notPermitted(name: "n"), .loop(name: "n"),
      .missingTargets(playlist: "n", count: 2, first: "f"),
      .webTargets(playlist: "n", count: 2, first: "f"), .nested(playlist: "n"),
      .unsupported(name: "n"), .tooMany(limit: 3), .unreadable(name: "n", reason: "r"),
    ]
    #expect(Set(troubles.map { ScanTrouble($0) }).count == troubles.count)
  }
}
