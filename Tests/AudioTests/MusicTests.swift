// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Testing

@Suite struct MusicTests {
  @Test(arguments: [480, 240, 100, 7, 1]) func `Chunks and tracks are joined bit for bit`(
    period: Int
  ) {
    let bench = MixerBench(period: period)
    bench.mixer.advanceMusic()
    let source = sine(440, 5000)
    let cuts = [0, 1, 1152, 1153, 2000, 4999, 5000]
    for (start, end) in zip(cuts, cuts.dropFirst()) {
      bench.music(
        Array(source[start..<end]), token: end <= 2000 ? 7 : 8,
        at: end <= 2000 ? start : start - 2000, endsTrack: end == 2000 || end == 5000,
        endsQueue: end == 5000)
    }
    let out = bench.render(6000)
    #expect(Array(out[48..<5048]) == source)
    #expect(out[..<48].allSatisfy { $0 == 0 })
    #expect(out[5048...].allSatisfy { $0 == 0 })
    #expect(bench.left == bench.right)
    #expect(
      bench.events == [
        MixerEvent(kind: .trackStarted, generation: 1, id: 7, frame: 48),
        MixerEvent(kind: .playing, generation: 1, id: 7, frame: 48),
        MixerEvent(kind: .trackEnded, generation: 1, id: 7, frame: 2047),
        MixerEvent(kind: .trackStarted, generation: 1, id: 8, frame: 2048),
        MixerEvent(kind: .trackEnded, generation: 1, id: 8, frame: 5047),
        MixerEvent(kind: .queueEnded, generation: 1, id: 8, frame: 5047),
      ])
  }

  @Test func `The same track twice starts twice`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    bench.music(sine(440, 300), token: 3, endsTrack: true)
    bench.music(sine(440, 300), token: 3, endsTrack: true, endsQueue: true)
    bench.render(960)
    #expect(
      bench.kinds == [
        .trackStarted, .playing, .trackEnded, .trackStarted, .trackEnded, .queueEnded,
      ])
  }

  @Test func `Left stays left and right stays right`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    bench.stereoMusic((0..<2000).flatMap { [Float($0) / 4000, -Float($0) / 8000] })
    bench.render(2000)
    #expect(bench.left[1048] == 0.25)
    #expect(bench.right[1048] == -0.125)
  }

  @Test func `A track without frames ends without having started`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    bench.music([], token: 1, endsTrack: true)
    bench.music([], token: 2, endsTrack: true, endsQueue: true)
    bench.render(480)
    #expect(bench.kinds == [.trackEnded, .trackEnded, .queueEnded])
    #expect(bench.events.map(\.id) == [1, 2, 2])
  }

  @Test func `A track that begins in the middle of a wave is faded in`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    bench.music(Array(repeating: 0.5, count: 2000))
    let out = bench.render(2000)
    #expect(out[48] < 0.001)
    #expect(sharpestBend(out) < 0.001)
    #expect(out[48 + 240] == 0.5)
  }

  @Test func `A seek fades the old out and the new in without a click`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    bench.music(sine(200, 10_000))
    bench.render(1000)
    bench.mixer.advanceMusic()
    bench.music(sine(300, 10_000, level: 0.4).reversed(), at: 480_000)
    let out = bench.render(2000)
    #expect(sharpestBend(bench.left[100...]) < 0.002)
    // 5 ms later only the new is there.
    let expected = Array(sine(300, 10_000, level: 0.4).reversed())
    #expect(Array(out[300..<1900]) == Array(expected[252..<1852]))
    #expect(bench.kinds == [.trackStarted, .playing, .trackStarted, .playing])
    #expect(bench.events[2] == .init(kind: .trackStarted, generation: 2, id: 1, frame: 1048))
  }

  @Test func `Between old and new there is silence when the new is late`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    bench.music(sine(200, 10_000))
    bench.render(1000)
    bench.mixer.advanceMusic()
    let gap = bench.render(960)
    #expect(gap[300...].allSatisfy { $0 == 0 })
    bench.music(Array(repeating: 0.5, count: 2000), at: 77)
    bench.render(960)
    #expect(sharpestBend(bench.left[100...]) < 0.002)
    #expect(!bench.kinds.contains(.starved))
    #expect(bench.events.last?.frame == 1960 + 48)
  }

  @Test func `A cut with too few samples left still does not click`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    bench.music(Array(repeating: 0.5, count: 1000))
    bench.render(960)
    bench.mixer.advanceMusic()
    bench.render(960)
    #expect(sharpestBend(bench.left) < 0.001)
  }

  @Test func `Cuts faster than their fades do not click`() {
    let bench = MixerBench(period: 60)
    for round in 0..<20 {
      bench.mixer.advanceMusic()
      bench.music(Array(repeating: round.isMultiple(of: 2) ? 0.3 : -0.3, count: 1000), at: 5)
      bench.render(60)
    }
    #expect(sharpestBend(bench.left) < 0.002)
  }

  @Test func `Stale chunks never sound, however many there are`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    for _ in 0..<100 { bench.music(Array(repeating: 0.5, count: 100), generation: 0) }
    bench.mixer.advanceMusic()
    bench.music(Array(repeating: 0.25, count: 480), generation: 1)
    bench.music(sine(440, 480))
    let out = bench.render(480)
    #expect(Array(out[48...]) == Array(sine(440, 480)[..<432]))
    #expect(bench.mixer.musicRoom == 131_072)
  }

  @Test func `An empty ring is told once an occasion and comes back softly`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    for _ in 0..<2 {
      bench.music(Array(repeating: 0.5, count: 700), at: 1)
      bench.render(2400)
    }
    #expect(bench.kinds == [.trackStarted, .playing, .starved, .starved])
    #expect(bench.events.filter { $0.kind == .starved }.map(\.frame) == [748, 3148])
    #expect(sharpestBend(bench.left) < 0.001)
  }

  @Test func `What does not fit is refused whole`() {
    let bench = MixerBench(musicFrames: 1024)
    #expect(bench.mixer.musicRoom == 1024)
    #expect(!bench.music(Array(repeating: 0, count: 1025)))
    #expect(bench.music(Array(repeating: 0, count: 1000)))
    #expect(bench.mixer.musicRoom == 24)
    #expect(!bench.music(Array(repeating: 0, count: 25)))
    #expect(bench.music(Array(repeating: 0, count: 24)))
    #expect(bench.mixer.musicRoom == 0)
  }

  @Test func `Too many small chunks leave no room`() {
    let bench = MixerBench()
    for _ in 0..<512 { #expect(bench.music([0])) }
    #expect(bench.mixer.musicRoom == 0)
    #expect(!bench.music([0]))
    bench.render(480)
    #expect(bench.mixer.musicRoom > 100_000)
  }

  @Test func `Samples that are no numbers become silence`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    bench.music([0, .nan, .infinity, -.infinity, .signalingNaN, 1e30] + sine(440, 1000))
    let out = bench.render(960)
    #expect(out.allSatisfy { $0.magnitude <= 0.98 })
  }
}
