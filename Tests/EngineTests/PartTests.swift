// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine
import Glibc
import TestSupport
import Testing

/// Parts of one file, as a cue sheet names them.
struct PartTests {
  /// A file of two minutes; counts how often it was opened and sought.
  private final class OneFile: AudioDecoderProvider {
    let opened = Watched(0)
    let sought = Watched(0)
    let rate: Int

    init(rate: Int) { self.rate = rate }

    func open(_ path: [UInt8]) throws(DecodingError) -> any AudioDecoder {
      opened.with { $0 += 1 }
      let signal = SignalDecoder(
        Self.tone, start: 0, frames: 3 * rate,
        format: StreamFormat(sampleRate: rate, channels: 2))
      return Counting(signal, sought)
    }

    static func tone(_ frame: Int) -> Float {
      Float(0.4 * sin(Double(frame) * 0.05) + 0.3 * sin(Double(frame) * 0.311))
    }
  }

  private final class Counting: AudioDecoder {
    private let signal: SignalDecoder
    private let sought: Watched<Int>

    init(_ signal: SignalDecoder, _ sought: Watched<Int>) {
      self.signal = signal
      self.sought = sought
    }

    var format: StreamFormat { signal.format }
    var length: TrackFrames { signal.length }
    var position: Int { signal.position }
    func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(DecodingError) -> Int {
      try signal.read(into: buffer)
    }
    func seek(to frame: Int) throws(DecodingError) {
      sought.with { $0 += 1 }
      try signal.seek(to: frame)
    }
    func scan() throws(DecodingError) {}
  }

  private func request(_ token: UInt32, _ start: Int, _ end: Int?) -> MusicRequest {
    MusicRequest(
      token: token, path: [0x2F], range: MusicRange(start: start, end: end, perSecond: 75))
  }

  /// Plays the requests one after the other; the left channel from the first sample on.
  private func heard(_ file: OneFile, _ requests: [MusicRequest]) -> [Float] {
    let rig = Rig(file)
    defer { rig.end() }
    var rest = requests[...]
    if let first = rest.popFirst() { rig.engine.play(first, at: 0) }
    rig.onStart = { [unowned rig] _ in rig.engine.follow(rest.popFirst()) }
    rig.step { $0.isNews(.queueEnded) }
    rig.step()
    #expect(rig.news(.starved).isEmpty)
    guard let start = rig.news(.trackStarted).first?.frame,
      let end = rig.news(.trackEnded).last?.frame
    else { return [] }
    return Array(rig.channel()[start...min(end, rig.channel().count - 1)])
  }

  @Test(arguments: [48_000, 44_100, 32_000, 22_050])
  func `Parts that meet are the whole file, opened once and never sought`(rate: Int) {
    let file = OneFile(rate: rate)
    let parts = heard(
      file, [request(1, 0, 100), request(2, 100, 131), request(3, 131, 172), request(4, 172, nil)])
    #expect(file.opened.with { $0 } == 1)
    #expect(file.sought.with { $0 } == 0)
    let whole = heard(OneFile(rate: rate), [MusicRequest(token: 1, path: [0x2F])])
    #expect(whole.count == 3 * 48_000)
    #expect(parts.count == whole.count)
    let difference = zip(parts, whole).enumerated().first { $1.0 != $1.1 }?.offset
    #expect(difference == nil)
  }

  @Test func `Lengths, places and jumps count within the part`() throws {
    let file = OneFile(rate: 48_000)
    let rig = Rig(file)
    defer { rig.end() }
    rig.engine.play(request(1, 75, 150), at: 0)
    rig.step { $0.isNews(.trackStarted) }
    #expect(rig.events.contains(.opened(token: 1, seconds: 1, isExact: true)))
    rig.engine.seek(to: 0.5)
    rig.step(4)
    let place = try #require(rig.engine.musicPosition)
    #expect(place.token == 1)
    #expect((0.5..<0.7).contains(place.seconds))
    rig.engine.seek(to: 100)
    rig.step { $0.isNews(.queueEnded) }
    #expect(!rig.news(.trackEnded).isEmpty)
  }

  @Test func `A part beyond the end of its file is told`() {
    let rig = Rig(OneFile(rate: 48_000))
    defer { rig.end() }
    rig.engine.play(request(1, 75 * 60, nil), at: 0)
    rig.step {
      if case .failed(token: 1, _, atSeconds: 0) = $0 { return true }
      return false
    }
    #expect(rig.events.contains(.failed(token: 1, .damaged(frame: 0), atSeconds: 0)))
  }
}
