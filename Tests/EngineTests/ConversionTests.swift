// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine
import Glibc
import TestSupport
import Testing

/// Music at other rates than the device's, through libsoxr.
struct ConversionTests {
  private static let tone = SignalDecoders { frame in
    Float(0.4 * sin(Double(frame) * 0.05) + 0.3 * sin(Double(frame) * 0.311))
  }

  /// Plays stretches of the tone one after the other; the left channel from the first sample on.
  private func heard(_ stretches: [Range<Int>], rate: Int, channels: Int = 2) -> [Float] {
    let rig = Rig(Self.tone)
    defer { rig.end() }
    var requests = stretches.enumerated().map { index, range in
      SignalDecoders.request(
        UInt32(index + 1), range.lowerBound, range.count, rate: rate, channels: channels)
    }[...]
    if let first = requests.popFirst() { rig.engine.play(first, at: 0) }
    rig.onStart = { [unowned rig] _ in rig.engine.follow(requests.popFirst()) }
    rig.step { $0.isNews(.queueEnded) }
    rig.step()
    guard let start = rig.news(.trackStarted).first?.frame,
      let end = rig.news(.trackEnded).last?.frame
    else { return [] }
    return Array(rig.channel()[start...min(end, rig.channel().count - 1)])
  }

  private func greatestDifference(_ a: [Float], _ b: [Float]) -> Float {
    zip(a, b).map { ($0 - $1).magnitude }.max() ?? .infinity
  }

  @Test(arguments: [(44_100, 2), (22_050, 1), (96_000, 2), (8_000, 2)])
  func `Joined tracks sound as one long track`(rate: Int, channels: Int) {
    let end = 2 * rate
    let whole = heard([0..<end], rate: rate, channels: channels)
    let parts = heard(
      [0..<end / 3, end / 3..<end / 2 + 1, end / 2 + 1..<end], rate: rate, channels: channels)
    #expect(abs(whole.count - 96_000) <= 1)
    #expect(abs(parts.count - 96_000) <= 1)
    #expect(greatestDifference(whole, parts) < 1e-5)
  }

  @Test func `A converted track is where its position says`() throws {
    let rate = 44_100
    let output = heard([0..<rate], rate: rate)
    // Away from both ends the converter has all it needs.
    for frame in stride(from: 6_000, to: 42_000, by: 997) {
      let time = Double(frame) * Double(rate) / 48_000
      let expected = Float(0.4 * sin(time * 0.05) + 0.3 * sin(time * 0.311))
      #expect((output[frame] - expected).magnitude < 1e-3)
    }
  }

  @Test func `Tracks of different rates follow each other, each whole`() throws {
    let rig = Rig(SignalDecoders { _ in 0.25 })
    defer { rig.end() }
    let requests = [
      SignalDecoders.request(1, 0, 44_100, rate: 44_100),
      SignalDecoders.request(2, 0, 24_000, rate: 48_000),
      SignalDecoders.request(3, 0, 16_000, rate: 32_000, channels: 1),
    ]
    rig.engine.play(requests[0], at: 0)
    rig.engine.follow(requests[1])
    rig.onStart = { [unowned rig] token in if token == 2 { rig.engine.follow(requests[2]) } }
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    rig.step()
    let starts = rig.news(.trackStarted).map(\.frame)
    try #require(starts.count == 3)
    #expect(abs(starts[1] - starts[0] - 48_000) <= 1)
    #expect(starts[2] == starts[1] + 24_000)
    let end = try #require(rig.news(.trackEnded).last?.frame)
    #expect(abs(end - starts[2] - 24_000) <= 1)
    #expect(rig.news(.starved).isEmpty)
    // No silence where they meet.
    let left = rig.channel()
    #expect(left[(starts[1] - 100)..<(starts[1] + 100)].allSatisfy { $0 > 0.2 })
  }

  @Test func `A file that changes its rate loses nothing of what came before`() throws {
    var track = ToneTrack(number: 1, frames: 60_000)
    track.formatChangesAt = 44_100
    track.laterFormat = StreamFormat(sampleRate: 48_000, channels: 2)
    let rig = Rig([track])
    defer { rig.end() }
    let request = rig.play(0)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    rig.step()
    let start = try #require(rig.frame(of: .trackStarted, request.token))
    let end = try #require(rig.frame(of: .trackEnded, request.token))
    #expect(abs(end + 1 - start - 48_000 - 15_900) <= 1)
    let change = end + 1 - 15_900
    #expect(rig.firstDifference(from: change, track: 1, frame: 44_100, count: 15_900) == nil)
    #expect(rig.news(.trackStarted).count == 1)
  }
}
