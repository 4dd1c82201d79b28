// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine
import TestSupport
import Testing

struct SeekTests {
  @Test func `The next periods have the new place`() {
    let rig = Rig([.plain(7, frames: 60_000)])
    defer { rig.end() }
    rig.play(0)
    rig.step(20)
    let now = rig.tape.frames
    rig.engine.seek(to: 0.75)
    rig.step(5)
    #expect(rig.isHeard(7, from: 36_000, since: now))
  }

  @Test func `The position is the new one at once, and counts what is mixed`() throws {
    let rig = Rig([.plain(7, frames: 60_000)])
    defer { rig.end() }
    let request = rig.play(0, at: 0.25)
    #expect(rig.isPlace(of: request, 0.25))
    rig.step(10)
    #expect(rig.isPlace(of: request, 0.35))
    rig.engine.seek(to: 0.5)
    #expect(rig.isPlace(of: request, 0.5))
    rig.step(7)
    let position = try #require(rig.engine.musicPosition)
    let frame = Int((position.seconds * 48_000).rounded())
    #expect(frame > 26_000)
    // The sample of that position is heard as many frames later as the mixer is late.
    let frames = rig.tape.frames
    rig.step()
    #expect(
      rig.firstDifference(from: frames + Rig.delay, track: 7, frame: frame, count: 400) == nil)
  }

  @Test func `Beyond the end the track is over, and its follower begins`() throws {
    let rig = Rig([.plain(1), .plain(2)])
    defer { rig.end() }
    let first = rig.play(0)
    let second = rig.follow(1)
    rig.step(5)
    rig.engine.seek(to: 1e300)
    #expect(rig.step { $0.isNews(.trackStarted, second.token) } != nil)
    #expect(rig.frame(of: .trackEnded, first.token) != nil)
    rig.engine.seek(to: 5)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    #expect(rig.failures.isEmpty)
  }

  @Test(arguments: [-1, -Double.infinity, Double.nan])
  func `A place that is none is the beginning`(seconds: Double) {
    let rig = Rig([.plain(1)])
    defer { rig.end() }
    rig.play(0)
    rig.step(5)
    let now = rig.tape.frames
    rig.engine.seek(to: seconds)
    rig.step(5)
    #expect(rig.isHeard(1, from: 0, since: now))
  }

  @Test func `A seek while paused is silent, and the music goes on from there`() throws {
    let rig = Rig([.plain(6, frames: 96_000)])
    defer { rig.end() }
    let request = rig.play(0)
    rig.step(10)
    rig.engine.setPaused(true)
    #expect(rig.step { $0.isNews(.paused) } != nil)
    rig.step(2)
    rig.engine.seek(to: 1)
    let silent = rig.tape.frames
    rig.step(10)
    #expect(rig.channel()[(silent + Rig.delay)...].allSatisfy { $0 == 0 })
    #expect(rig.isPlace(of: request, 1))
    let now = rig.tape.frames
    rig.engine.setPaused(false)
    rig.step(5)
    #expect(rig.isHeard(6, from: 48_000, since: now))
  }

  @Test func `A seek while paused and asleep is carried out without waking anybody for long`() {
    let rig = Rig([.plain(6, frames: 96_000)], pace: .device)
    defer { rig.end() }
    let request = rig.play(0)
    #expect(rig.step { $0.isNews(.playing) } != nil)
    rig.engine.setPaused(true)
    rig.step { $0.isNews(.paused) }
    rig.gate?.letThrough(1_200)
    #expect(MonotonicTime.wait { rig.tape.timesClosed == 1 })
    rig.engine.seek(to: 1.5)
    #expect(rig.isPlace(of: request, 1.5))
    #expect(MonotonicTime.wait { rig.tape.timesOpened == 2 })
    rig.gate?.letThrough(3_000)
    #expect(MonotonicTime.wait { rig.tape.timesClosed == 2 })
    #expect(rig.isPlace(of: request, 1.5))
    rig.engine.setPaused(false)
    #expect(rig.wait { $0.isNews(.queueEnded) } != nil)
    #expect(rig.news(.trackEnded).count == 1)
  }

  @Test func `A new track that begins paused is not heard, nor the old one`() {
    let rig = Rig([.plain(1), .plain(2)])
    defer { rig.end() }
    rig.play(0)
    rig.step(10)
    rig.engine.setPaused(true)
    rig.step { $0.isNews(.paused) }
    rig.step(2)
    let silent = rig.tape.frames
    rig.play(1, paused: true)
    rig.step(10)
    #expect(rig.channel()[(silent + Rig.delay)...].allSatisfy { $0 == 0 })
    // A new track after a pause: nothing of the old one before it.
    rig.play(0)
    let now = rig.tape.frames
    rig.step(5)
    #expect(rig.isHeard(1, from: 0, since: now))
  }

  @Test func `Many seeks and skips at random leave everything in order`() throws {
    var random = SplitMix(seed: 11)
    let rig = Rig((0..<8).map { ToneTrack.plain($0, frames: 20_000 + 3_000 * $0) })
    defer { rig.end() }
    var current = rig.play(0)
    var index = 0
    for _ in 0..<300 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        index = Int.random(in: 0..<8, using: &random)
        current = rig.play(index)
      case 1: rig.follow(Int.random(in: 0..<8, using: &random))
      case 2: rig.engine.follow(nil)
      case 3:
        for _ in 0..<Int.random(in: 0..<20, using: &random) {
          rig.step()
          rig.collect()
        }
      default: rig.engine.seek(to: Double.random(in: 0..<0.4, using: &random))
      }
    }
    current = rig.play(5, at: 0.1)
    rig.collect()
    let now = rig.tape.frames
    rig.step(5)
    #expect(rig.isHeard(5, from: 4_800, since: now))
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    #expect(rig.news(.trackEnded).last?.id == current.token)
    #expect(rig.failures.isEmpty)
    #expect(rig.news(.starved).isEmpty)
  }
}
