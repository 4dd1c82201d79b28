// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine
import Glibc
import Speech
import TestSupport
import Testing

/// The end of an engine, in every state it can be in. `end` joins the threads: a test that comes
/// back has passed.
struct EndingTests {
  @Test func `An engine that did nothing ends`() { Rig().end() }

  @Test func `While music plays`() {
    let rig = Rig([.plain(1, frames: 480_000)], pace: .device)
    rig.play(0)
    rig.follow(0)
    rig.step(20)
    rig.end()
  }

  @Test func `What sounds at the end is faded`() {
    let rig = Rig(SignalDecoders { _ in 0.5 })
    rig.engine.play(SignalDecoders.request(1, 0, 480_000), at: 0)
    rig.step(30)
    rig.end()
    let left = rig.channel()
    #expect(left.last == 0)
    // No step greater than the fade's own.
    let steps = zip(left, left.dropFirst()).map { ($0 - $1).magnitude }
    #expect(steps.max() ?? 1 < 0.01)
  }

  @Test func `Before anything was decoded`() {
    for _ in 0..<8 {
      let rig = Rig([.plain(1)], pace: .device)
      rig.play(0)
      rig.say(1, "hello")
      rig.engine.play(.step)
      rig.end()
    }
  }

  @Test func `While paused and asleep`() {
    let rig = Rig([.plain(1)], pace: .device)
    rig.play(0)
    rig.step { $0.isNews(.playing) }
    rig.engine.setPaused(true)
    rig.gate?.letThrough(1_200)
    #expect(MonotonicTime.wait { rig.tape.timesClosed == 1 })
    rig.end()
    #expect(rig.tape.timesOpened == rig.tape.timesClosed)
  }

  @Test func `While the voice waits for room`() {
    let rig = Rig(pace: .device)
    rig.say(1, Array(repeating: "word", count: 100).joined(separator: " "), rate: 200)
    rig.step { $0.isNews(.speechStarted, 1) }
    rig.end()
    #expect(rig.script.spoken.first?.end == .aborted)
  }

  @Test func `While the voice hangs for a while`() {
    let rig = Rig(pace: .device)
    rig.script.stall()
    rig.say(1, "hello")
    #expect(MonotonicTime.wait { rig.script.spoken.count == 1 })
    rig.end()
  }

  @Test func `While the device is away, told or not`() {
    for isTold in [true, false] {
      let rig = Rig([.plain(1)], pace: .device)
      rig.play(0)
      rig.step(5)
      rig.tape.failNext(.gone)
      rig.gate?.letThrough(1)
      if isTold {
        rig.wait { $0 == .deviceLost(.gone) }
      } else {
        #expect(MonotonicTime.wait { rig.tape.timesClosed == 1 })
      }
      rig.end()
    }
  }

  @Test func `Without a device from the start`() {
    let rig = Rig(ToneDecoders([.plain(1)]), pace: .device, failingOpens: [.notFound])
    rig.play(0)
    rig.end()
  }

  @Test func `While an unpaced device waits for nobody`() {
    let rig = Rig([.plain(1)], pace: .free)
    rig.play(0)
    #expect(rig.wait { $0.isNews(.queueEnded) } != nil)
    rig.end()
  }

  @Test func `An unpaced device writes the same samples every time`() throws {
    var tapes: [[Float]] = []
    for _ in 0..<5 {
      let rig = Rig([.plain(1, frames: 100_000), .plain(2, frames: 33_333)], pace: .free)
      defer { rig.end() }
      // The device is so fast that the follower has to be named before the start.
      let request = rig.play(0, paused: true)
      rig.follow(1)
      rig.engine.setPaused(false)
      #expect(rig.wait { $0.isNews(.queueEnded) } != nil)
      let start = try #require(rig.frame(of: .trackStarted, request.token))
      #expect(rig.tape.wait(forFrames: start + 133_333))
      tapes.append(Array(rig.channel()[start..<(start + 133_333)]))
    }
    #expect(tapes.allSatisfy { $0 == tapes[0] })
    #expect(
      zip(tapes[0][100_000...], 0...).allSatisfy { sample, frame in
        sample == ToneTrack.sample(track: 2, frame: frame, channel: 0)
      })
  }

  @Test func `An unpaced device waits for what is answered to its news`() throws {
    for _ in 0..<20 {
      let rig = Rig([.plain(1, frames: 20_000)], pace: .free)
      defer { rig.end() }
      rig.react = { if $0.isNews(.queueEnded) { rig.engine.play(.edge) } }
      rig.play(0)
      #expect(rig.wait { $0.isNews(.queueEnded) } != nil)
      let end = try #require(rig.news(.queueEnded).last?.frame)
      #expect(rig.tape.wait(forFrames: end + 4_800))
      // The answer is heard in the period after the one that brought the news.
      let answer = try #require(rig.channel()[(end + Rig.delay + 1)...].firstIndex { $0 != 0 })
      #expect(answer <= end + 2 * rig.periodFrames + Rig.delay)
    }
  }

  @Test func `An unpaced device waits for the voice`() throws {
    let rig = Rig(pace: .free)
    defer { rig.end() }
    rig.say(1, Array(repeating: "word", count: 40).joined(separator: " "), rate: 200)
    #expect(rig.wait { $0.isNews(.speechEnded, 1) } != nil)
    let start = try #require(rig.frame(of: .speechStarted, 1))
    let end = try #require(rig.frame(of: .speechEnded, 1))
    #expect(abs(end - start - 12 * 48_000) < 500)
  }

  @Test func `Forty engines leave no descriptor behind`() {
    func open() -> Int { FolderListing.names(in: "/proc/self/fd").count }
    Rig([.plain(1)], pace: .free).end()
    let before = open()
    for _ in 0..<40 {
      let rig = Rig([.plain(1)], pace: .free)
      rig.play(0)
      rig.end()
    }
    // Other tests open and close theirs meanwhile: forty bells would be eighty.
    #expect(open() < before + 60)
  }

  @Test func `Ordered about at random and ended at random it always ends`() {
    var random = SplitMix(seed: 3)
    for _ in 0..<40 {
      let rig = Rig((0..<4).map { ToneTrack.plain($0, frames: 9_000) }, pace: .free)
      for number in 1...UInt32.random(in: 1...60, using: &random) {
        switch Int.random(in: 0..<10, using: &random) {
        case 0: rig.play(Int.random(in: 0..<5, using: &random))
        case 1: rig.follow(Int.random(in: 0..<5, using: &random))
        case 2: rig.engine.seek(to: Double.random(in: 0..<0.3, using: &random))
        case 3: rig.engine.setPaused(Bool.random(using: &random))
        case 4: rig.engine.stop()
        case 5: rig.say(number, "some words")
        case 6: rig.engine.hush()
        case 7: rig.engine.play(.error)
        case 8: rig.tape.failNext(.gone)
        default: rig.collect()
        }
      }
      rig.end()
    }
  }
}
