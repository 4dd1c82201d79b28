// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Player
import TestSupport
import Testing

@testable import Library

@Suite("The flow of a scan")
struct ScanFlowTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test("The first track comes alone and at once, before the rest is looked at")
  func firstAlone() {
    for number in 1...40 { folder.file("\(number).mp3") }
    let record = ScanRecord([folder["1.mp3"], folder.bytes])
    #expect(record.batches.first == [Track(path: folder["1.mp3"])])
    #expect(record.tracks.count == 41)
    let early = ScanRecord([folder["1.mp3"], folder["2.mp3"], folder["gone"]]) { _ in false }
    #expect(early.tracks.count == 1)
    #expect(early.troubles.isEmpty)
  }

  @Test("No more than the limit is given, and that is told once")
  func limit() {
    for number in 1...20 { folder.file("a/\(number).mp3") }
    for number in 1...20 { folder.file("b/\(number).mp3") }
    let record = ScanRecord([folder.bytes, folder.bytes], limit: 25)
    #expect(record.tracks.count == 25)
    #expect(record.troubles == [.tooMany(limit: 25)])
    let exact = ScanRecord([folder["a"]], limit: 20)
    #expect(exact.tracks.count == 20)
    #expect(exact.troubles.isEmpty)
  }

  @Test("A flood of troubles is held back after 200")
  func troubles() {
    let names = (0..<5000).map { folder["gone \($0).mp3"] }
    #expect(ScanRecord(names).troubles.count == 200)
  }

  @Test("100 000 files in one folder come in order, in batches that grow")
  func many() {
    folder.folder("many")
    let many = folder["many"]
    let at = withCPath(many) { open($0, O_RDONLY | O_DIRECTORY) }
    defer { close(at) }
    for number in 0..<100_000 {
      close(openat(at, "Track \((number &* 7919) % 100_000).mp3", O_CREAT | O_WRONLY, 0o600))
    }
    let record = ScanRecord([many])
    #expect(record.tracks.count == 100_000)
    #expect(record.batches.first?.count == 1)
    #expect(record.batches.count < 2000)
    for (number, track) in record.tracks.enumerated() where number % 997 == 0 || number < 12 {
      #expect(spokenName(track.path) == "Track \(number).mp3")
    }
  }
}
