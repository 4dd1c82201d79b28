// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine
import TestSupport
import Testing

/// Files that do not play, or not to their end.
struct TroubleTests {
  private func damaged(_ number: Int, at frame: Int) -> ToneTrack {
    var track = ToneTrack.plain(number)
    track.damagedAt = frame
    return track
  }

  @Test func `A file that is not there is told once, and nothing more`() {
    let rig = Rig()
    defer { rig.end() }
    let request = rig.play(0)
    let failure = rig.wait(for: \.isFailure)
    #expect(failure == .failed(token: request.token, .notFound, atSeconds: 0))
    rig.step(10)
    rig.collect()
    #expect(rig.events == [failure])
  }

  @Test func `Damage is told when what came before it has been heard`() throws {
    let rig = Rig([damaged(1, at: 33_333)])
    defer { rig.end() }
    let request = rig.play(0)
    let failure = rig.step(until: \.isFailure)
    #expect(
      failure
        == .failed(
          token: request.token, .damaged(frame: 33_333), atSeconds: 33_333.0 / 48_000))
    rig.step()
    let start = try #require(rig.frame(of: .trackStarted, request.token))
    #expect(rig.frame(of: .trackEnded, request.token) == start + 33_332)
    #expect(
      rig.firstDifference(from: start + 300, track: 1, frame: 300, count: 33_333 - 300) == nil)
    #expect(rig.tape.frames - (start + 33_333) < 3 * 480)
    #expect(rig.news(.queueEnded).isEmpty)
    rig.step(20)
    #expect(rig.failures.count == 1)
  }

  @Test func `A follower broken at its first sample is told of as itself`() {
    let rig = Rig([.plain(1, frames: 9_000), damaged(2, at: 0)])
    defer { rig.end() }
    let first = rig.play(0)
    let second = rig.follow(1)
    let failure = rig.step(until: \.isFailure)
    #expect(failure == .failed(token: second.token, .damaged(frame: 0), atSeconds: 0))
    #expect(rig.frame(of: .trackEnded, first.token) != nil)
    #expect(rig.news(.queueEnded).isEmpty)
  }

  @Test func `What follows a broken track waits for the order`() {
    let rig = Rig([damaged(1, at: 9_000), .plain(2)])
    defer { rig.end() }
    rig.play(0)
    let second = rig.follow(1)
    #expect(rig.step(until: \.isFailure) != nil)
    rig.step(10)
    #expect(rig.frame(of: .trackStarted, second.token) == nil)
    let again = rig.play(1)
    #expect(rig.step { $0.isNews(.trackStarted, again.token) } != nil)
  }

  @Test func `Damage that a seek leaves behind is not told; reached again it is`() {
    let rig = Rig([damaged(1, at: 20_000)])
    defer { rig.end() }
    let request = rig.play(0)
    // The decoder has met the damage, the listener has not.
    rig.step(20)
    rig.engine.seek(to: 0)
    rig.step(15)
    rig.collect()
    #expect(rig.failures.isEmpty)
    #expect(rig.step(until: \.isFailure) != nil)
    #expect(rig.failures == [request.token])
  }

  @Test func `After damage was passed over the end of the track is an end`() {
    let rig = Rig([damaged(1, at: 20_000), .plain(2, frames: 9_000)])
    defer { rig.end() }
    rig.play(0)
    rig.step(20)
    let second = rig.play(1)
    #expect(rig.step { $0.isNews(.queueEnded, second.token) } != nil)
    #expect(rig.failures.isEmpty)
  }

  @Test func `A file gone before a seek is told`() throws {
    let decoders = ToneDecoders([.plain(1, frames: 9_000)])
    let rig = Rig(decoders)
    defer { rig.end() }
    let request = rig.play(0)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    decoders.setTrack(nil, at: ToneDecoders.path(0))
    rig.engine.seek(to: 0.1)
    let failure = rig.wait(for: \.isFailure)
    #expect(failure == .failed(token: request.token, .notFound, atSeconds: 0))
    rig.step(5)
    #expect(rig.news(.queueEnded).count == 1)
  }

  @Test func `Of a hundred skips in a row only what is needed is opened`() {
    let decoders = ToneDecoders((0..<2).map { ToneTrack.plain($0) })
    let rig = Rig(decoders)
    defer { rig.end() }
    var last = rig.play(0)
    for _ in 0..<100 { last = rig.play(1) }
    #expect(rig.step { $0.isNews(.trackStarted, last.token) } != nil)
    #expect(rig.news(.trackStarted).allSatisfy { $0.id == last.token })
  }

  @Test func `News of sound that was given up is not told`() {
    let rig = Rig([.plain(1, frames: 9_000), .plain(2)], pace: .device)
    defer { rig.end() }
    rig.play(0)
    #expect(rig.stepUnasked(to: 9_000))
    // The first track has begun and ended by now, and nobody has asked.
    let second = rig.play(1)
    rig.collect()
    #expect(rig.news(.queueEnded).isEmpty)
    #expect(rig.news(.trackStarted).isEmpty)
    #expect(rig.step { $0.isNews(.trackStarted, second.token) } != nil)
  }

  @Test func `An order given while news is taken makes the rest of it old`() {
    let rig = Rig([.plain(1, frames: 9_000), .plain(2)], pace: .device)
    defer { rig.end() }
    let first = rig.play(0)
    #expect(rig.stepUnasked(to: 9_000))
    var second: MusicRequest?
    rig.react = { [unowned rig] event in
      if event.isNews(.trackStarted, first.token) { second = rig.play(1) }
    }
    rig.collect()
    #expect(second != nil)
    #expect(rig.news(.queueEnded).isEmpty)
  }
}
