// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine
import TestSupport
import Testing

struct PlayingTests {
  @Test func `A track is heard from its first frame to its last, bit for bit`() throws {
    let rig = Rig([.plain(3, frames: 20_000)])
    defer { rig.end() }
    let request = rig.play(0)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    rig.step()
    let start = try #require(rig.frame(of: .trackStarted, request.token))
    #expect(
      rig.firstDifference(
        from: start + Rig.fade, track: 3, frame: Rig.fade, count: 20_000 - Rig.fade) == nil)
    #expect(rig.frame(of: .trackEnded, request.token) == start + 19_999)
    // The fade at the start only takes away.
    let left = rig.channel()
    for frame in 0..<Rig.fade {
      let whole = ToneTrack.sample(track: 3, frame: frame, channel: 0)
      #expect(left[start + frame] * whole >= 0 && left[start + frame].magnitude <= whole.magnitude)
    }
    #expect(rig.failures.isEmpty)
  }

  @Test func `A track that begins in silence is not even faded`() throws {
    let rig = Rig(SignalDecoders { frame in frame < 10 ? 0 : 0.25 }, pace: .steps)
    defer { rig.end() }
    let request = rig.request(0)
    rig.engine.play(SignalDecoders.request(request.token, 0, 4800), at: 0)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    rig.step()
    let start = try #require(rig.frame(of: .trackStarted, request.token))
    #expect(rig.channel()[start + 9] == 0)
    #expect(rig.channel()[start + 10] == 0.25)
  }

  @Test func `A follower joins without a lost or an added sample`() throws {
    let rig = Rig([.plain(1, frames: 10_001), .plain(2, frames: 9_999)])
    defer { rig.end() }
    let first = rig.play(0)
    let second = rig.follow(1)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    rig.step()
    let start = try #require(rig.frame(of: .trackStarted, first.token))
    let join = try #require(rig.frame(of: .trackStarted, second.token))
    #expect(join == start + 10_001)
    #expect(rig.frame(of: .trackEnded, first.token) == join - 1)
    #expect(rig.firstDifference(from: join - 500, track: 1, frame: 9_501, count: 500) == nil)
    #expect(rig.firstDifference(from: join, track: 2, frame: 0, count: 9_999) == nil)
  }

  @Test func `Tracks shorter than what is decoded ahead follow each other without a gap`() throws {
    let tracks = (0..<12).map { ToneTrack.plain($0, frames: 4_000 + $0) }
    let rig = Rig(tracks)
    defer { rig.end() }
    var index = 0
    // The loop names the next one when it hears of the last.
    rig.onStart = { [unowned rig] _ in
      guard index + 1 < tracks.count else { return }
      index += 1
      rig.follow(index)
    }
    rig.play(0)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    rig.step()
    let starts = rig.news(.trackStarted).map(\.frame)
    #expect(starts.count == 12)
    for (index, start) in starts.enumerated().dropFirst() {
      #expect(start == starts[index - 1] + 4_000 + index - 1)
      #expect(
        rig.firstDifference(from: start, track: index, frame: 0, count: 4_000 + index) == nil)
    }
  }

  @Test func `Tracks of a few samples are all told of, in order`() {
    let rig = Rig((0..<20).map { ToneTrack.plain($0, frames: $0 % 3 * 7) })
    defer { rig.end() }
    var index = 0
    var met: Set<UInt32> = []
    rig.onStart = { [unowned rig] token in
      met.insert(token)
      guard index < 19 else { return }
      index += 1
      rig.follow(index)
    }
    rig.play(0)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    #expect(index == 19)
    #expect(met.count == 20)
    #expect(rig.failures.isEmpty)
  }

  @Test func `A track without samples between two others makes no gap`() throws {
    let rig = Rig([.plain(1, frames: 30_000), .plain(2, frames: 0), .plain(3, frames: 5_000)])
    defer { rig.end() }
    rig.play(0)
    let empty = rig.follow(1)
    rig.onStart = { [unowned rig] token in if token == empty.token { rig.follow(2) } }
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    rig.step()
    #expect(rig.news(.trackStarted).count == 2)
    let last = try #require(rig.news(.trackStarted).last)
    #expect(rig.news(.trackEnded).map(\.id).contains(empty.token))
    #expect(
      rig.firstDifference(
        from: last.frame + Rig.fade, track: 3, frame: Rig.fade, count: 5_000 - Rig.fade) == nil)
  }

  @Test func `One channel is heard in both ears`() throws {
    var track = ToneTrack.plain(5, frames: 12_000)
    track.format.channels = 1
    let rig = Rig([track])
    defer { rig.end() }
    let request = rig.play(0)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    rig.step()
    let start = try #require(rig.frame(of: .trackStarted, request.token))
    #expect(rig.channel(0) == rig.channel(1))
    let left = rig.channel()
    for frame in Rig.fade..<12_000 {
      guard left[start + frame] != ToneTrack.sample(track: 5, frame: frame, channel: 0) else {
        continue
      }
      Issue.record("frame \(frame)")
      break
    }
  }

  @Test func `Mono and stereo join without a gap`() throws {
    var mono = ToneTrack.plain(1, frames: 7_000)
    mono.format.channels = 1
    let rig = Rig([mono, .plain(2, frames: 7_000)])
    defer { rig.end() }
    rig.play(0)
    let second = rig.follow(1)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    rig.step()
    let join = try #require(rig.frame(of: .trackStarted, second.token))
    #expect(rig.firstDifference(from: join, track: 2, frame: 0, count: 7_000) == nil)
  }

  @Test func `A file that changes from mono to stereo goes on`() throws {
    var track = ToneTrack.plain(4, frames: 15_000)
    track.format.channels = 1
    track.formatChangesAt = 6_000
    track.laterFormat = StreamFormat(sampleRate: 48_000, channels: 2)
    let rig = Rig([track])
    defer { rig.end() }
    let request = rig.play(0)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    rig.step()
    let start = try #require(rig.frame(of: .trackStarted, request.token))
    #expect(rig.frame(of: .trackEnded, request.token) == start + 14_999)
    #expect(rig.firstDifference(from: start + 6_000, track: 4, frame: 6_000, count: 9_000) == nil)
  }
}
