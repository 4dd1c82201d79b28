// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine
import TestSupport
import Testing

/// What comes after a track, when it is named late, replaced or broken.
struct FollowTests {
  @Test func `A follower replaced after the decoder went on with it is not heard`() throws {
    let rig = Rig([.plain(1), .plain(2), .plain(3)])
    defer { rig.end() }
    let first = rig.play(0)
    let old = rig.follow(1)
    rig.step(to: 44_000)
    rig.waitForOpening(old)
    let new = rig.follow(2)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    rig.step()
    #expect(rig.frame(of: .trackStarted, old.token) == nil)
    let join = try #require(rig.frame(of: .trackStarted, new.token))
    #expect(rig.frame(of: .trackEnded, first.token) == join - 1)
    #expect(rig.firstDifference(from: join - 2_000, track: 1, frame: 46_000, count: 2_000) == nil)
    #expect(rig.firstDifference(from: join, track: 3, frame: 0, count: 48_000) == nil)
  }

  @Test func `No follower after all: the music ends with its track`() throws {
    let rig = Rig([.plain(1), .plain(2)])
    defer { rig.end() }
    let first = rig.play(0)
    let old = rig.follow(1)
    rig.step(to: 46_000)
    rig.engine.follow(nil)
    let end = rig.step { $0.isNews(.queueEnded) }
    #expect(end?.isNews(.queueEnded, first.token) == true)
    #expect(rig.frame(of: .trackStarted, old.token) == nil)
    rig.step()
    let last = try #require(rig.frame(of: .trackEnded, first.token))
    #expect(rig.firstDifference(from: last - 999, track: 1, frame: 47_000, count: 1_000) == nil)
  }

  @Test func `A follower named in the last moment is heard without a gap`() throws {
    let rig = Rig([.plain(1), .plain(2)])
    defer { rig.end() }
    rig.play(0)
    rig.step(to: 42_000)
    let second = rig.follow(1)
    rig.waitForOpening(second)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    rig.step()
    let join = try #require(rig.frame(of: .trackStarted, second.token))
    #expect(rig.firstDifference(from: join - 4_000, track: 1, frame: 44_000, count: 4_000) == nil)
    #expect(rig.firstDifference(from: join, track: 2, frame: 0, count: 48_000) == nil)
  }

  @Test func `A follower named when everything is written already is heard all the same`() throws {
    let rig = Rig([.plain(1), .plain(2)])
    defer { rig.end() }
    let first = rig.play(0)
    // The last period of the track.
    rig.step(to: 47_700)
    let second = rig.follow(1)
    #expect(rig.step { $0.isNews(.trackStarted, second.token) } != nil)
    #expect(rig.frame(of: .trackEnded, first.token) != nil)
    #expect(rig.news(.queueEnded).isEmpty)
  }

  @Test func `A follower named while the old one sounds already, unheard of, takes its place`() {
    let rig = Rig([.plain(1), .plain(2), .plain(3)], pace: .device)
    defer { rig.end() }
    rig.play(0)
    let old = rig.follow(1)
    rig.step { $0.isNews(.trackStarted) }
    // The news of the old one is not taken.
    for _ in 0..<2000 where rig.engine.musicPosition?.token != old.token {
      rig.step()
      MonotonicTime.wait(until: MonotonicTime.now + 1_000_000)
    }
    #expect(rig.engine.musicPosition?.token == old.token)
    let new = rig.follow(2)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    #expect(rig.frame(of: .trackStarted, old.token) == nil)
    #expect(rig.frame(of: .trackEnded, new.token) != nil)
  }

  @Test func `Naming the same follower again changes nothing`() throws {
    let rig = Rig([.plain(1), .plain(2)])
    defer { rig.end() }
    rig.play(0)
    let second = rig.follow(1)
    rig.step(to: 47_000)
    rig.engine.follow(second)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    rig.step()
    let start = try #require(rig.news(.trackStarted).first?.frame)
    #expect(rig.frame(of: .trackStarted, second.token) == start + 48_000)
    #expect(rig.firstDifference(from: start + 47_000, track: 1, frame: 47_000, count: 1_000) == nil)
  }

  @Test func `A follower that cannot be opened is told at once, and another plays gaplessly`()
    throws
  {
    var broken = ToneTrack.plain(2)
    broken.openingError = .notPermitted
    let rig = Rig([.plain(1), broken, .plain(3)])
    defer { rig.end() }
    rig.play(0)
    let bad = rig.follow(1)
    var good: MusicRequest?
    rig.react = { [unowned rig] event in
      if event == .failed(token: bad.token, .notPermitted, atSeconds: 0) { good = rig.follow(2) }
    }
    rig.step(to: 40_000)
    #expect(rig.wait(for: \.isFailure) != nil)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    rig.step()
    let token = try #require(good?.token)
    #expect(rig.failures == [bad.token])
    let join = try #require(rig.frame(of: .trackStarted, token))
    #expect(rig.firstDifference(from: join - 5_000, track: 1, frame: 43_000, count: 5_000) == nil)
    #expect(rig.firstDifference(from: join, track: 3, frame: 0, count: 48_000) == nil)
  }

  @Test func `When no follower can be opened the music ends after its track`() {
    var broken = ToneTrack.plain(2)
    broken.openingError = .unsupportedFormat
    let rig = Rig([.plain(1), broken])
    defer { rig.end() }
    let first = rig.play(0)
    let bad = rig.follow(1)
    let end = rig.step { $0.isNews(.queueEnded) }
    #expect(end?.isNews(.queueEnded, first.token) == true)
    #expect(rig.failures == [bad.token])
    #expect(rig.frame(of: .trackEnded, first.token) != nil)
  }

  @Test func `A broken follower is not tried again by every seek`() {
    let rig = Rig([.plain(1)])
    defer { rig.end() }
    rig.play(0)
    rig.follow(5)
    rig.step(60)
    #expect(rig.wait(for: \.isFailure) != nil)
    for _ in 0..<5 {
      rig.engine.seek(to: 0.9)
      rig.step(3)
    }
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    #expect(rig.failures.count == 1)
  }

  @Test func `After its start a follower is what a seek is about`() {
    let rig = Rig([.plain(1, frames: 10_000), .plain(2)])
    defer { rig.end() }
    rig.play(0)
    let second = rig.follow(1)
    #expect(rig.step { $0.isNews(.trackStarted, second.token) } != nil)
    rig.engine.seek(to: 0.5)
    #expect(rig.isPlace(of: second, 0.5))
    let now = rig.tape.frames
    rig.step(5)
    #expect(rig.isHeard(2, from: 24_000, since: now))
  }

  @Test func `A seek keeps the follower`() throws {
    let rig = Rig([.plain(1), .plain(2)])
    defer { rig.end() }
    rig.play(0)
    let second = rig.follow(1)
    rig.step(to: 46_000)
    rig.engine.seek(to: 0.1)
    rig.step(5)
    rig.engine.seek(to: 0.8)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    rig.step()
    let join = try #require(rig.frame(of: .trackStarted, second.token))
    #expect(rig.firstDifference(from: join - 5_000, track: 1, frame: 43_000, count: 5_000) == nil)
    #expect(rig.firstDifference(from: join, track: 2, frame: 0, count: 48_000) == nil)
  }

  @Test func `Followers named over and over at random: the last one is heard, gapless`() throws {
    var random = SplitMix(seed: 5)
    for round in 0..<12 {
      let rig = Rig((0..<4).map { ToneTrack.plain($0, frames: 30_000) })
      defer { rig.end() }
      let first = rig.play(0)
      rig.step { $0.isNews(.trackStarted) }
      var last: MusicRequest?
      var index = 0
      while (rig.engine.musicPosition?.seconds ?? 1) * 48_000 < 28_000 {
        index = Int.random(in: 1..<4, using: &random)
        last = rig.follow(index)
        rig.step(Int.random(in: 1..<6, using: &random))
        rig.collect()
        if rig.engine.musicPosition?.token != first.token { break }
      }
      let token = try #require(last?.token)
      guard rig.step(until: { $0.isNews(.queueEnded) }) != nil else {
        Issue.record("round \(round): no end")
        continue
      }
      rig.step()
      let started = rig.news(.trackStarted).filter { $0.id != first.token }
      #expect(started.map(\.id) == [token])
      let join = try #require(started.first?.frame)
      #expect(rig.firstDifference(from: join, track: index, frame: 0, count: 30_000) == nil)
    }
  }
}
