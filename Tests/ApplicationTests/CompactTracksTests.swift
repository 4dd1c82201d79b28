// SPDX-License-Identifier: GPL-3.0-or-later
import Player
import Testing

@testable import Application

@Suite struct CompactTracksTests {
  @Test func `Every track comes out as it went in`() {
    let all = [
      Track(path: Array("/m/a/1.mp3".utf8)), Track(path: Array("/m/a/2.mp3".utf8)),
      Track(path: Array("/m/b/1.mp3".utf8), listedTitle: "One"), Track(path: Array("/x".utf8)),
      Track(path: Array("/m/a/3.mp3".utf8), listedTitle: ""), Track(path: Array("/".utf8)),
      Track(path: []), Track(path: [0x2F, 0xFF, 0x2F, 0x2F, 0xFE]), Track(path: [0x61]),
      Track(path: [0x61], listedTitle: "Two", part: TrackPart(start: 75, end: 150)),
    ]
    var compact = CompactTracks()
    for track in all { compact.append(track) }
    #expect((0..<compact.count).map { compact[$0] } == all)
    let ids = [8, 0, 2].map { TrackID(rawValue: $0) }
    #expect(Array(TrackSelection(tracks: compact, ids: ids)) == [all[8], all[0], all[2]])
  }
}
