// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Testing

@Suite struct PauseTests {
  /// A bench on which a steady level plays and 960 frames were rendered.
  private func playing() -> MixerBench {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    bench.music(Array(repeating: 0.5, count: 40_000), at: 100)
    bench.render(960)
    return bench
  }

  @Test func `A pause fades in 20 ms and takes nothing more from the ring`() {
    let bench = playing()
    bench.mixer.isPaused = true
    let out = bench.render(2400)
    #expect(sharpestBend(bench.left) < 0.001)
    #expect(out[1009...].allSatisfy { $0 == 0 })
    #expect(out[700] > 0)
    #expect(bench.events.last == .init(kind: .paused, generation: 1, id: 1, frame: 960 + 960 + 48))
    // The playhead tells the truth: 960 frames and the 960 of the fade were mixed.
    #expect(bench.mixer.playhead.position == 100 + 1920)
  }

  @Test func `Music goes on with the very next frame`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    let source = noise(40_000)
    bench.music(source, at: 100)
    bench.render(960)
    bench.mixer.isPaused = true
    bench.render(4800)
    bench.mixer.isPaused = false
    let out = bench.render(4800)
    #expect(bench.events.last == .init(kind: .playing, generation: 1, id: 1, frame: 5760 + 48))
    // Behind the fade-in the samples are those of an unbroken reading.
    #expect(Array(out[1010..<4800]) == Array(source[1920 + 962..<1920 + 4752]))
    #expect(!bench.kinds.contains(.starved))
  }

  @Test func `A pause taken back in its fade never reaches silence`() {
    let bench = playing()
    bench.mixer.isPaused = true
    bench.render(480)
    bench.mixer.isPaused = false
    let out = bench.render(1440)
    #expect(out.min() ?? 0 > 0.1)
    #expect(out.last == 0.5)
    #expect(sharpestBend(bench.left) < 0.002)
    #expect(bench.kinds == [.trackStarted, .playing, .playing])
  }

  @Test func `A pause without music is told at once`() {
    let bench = MixerBench()
    bench.mixer.isPaused = true
    #expect(!bench.mixer.isSilent)
    bench.render(480)
    #expect(bench.kinds == [.paused])
    #expect(bench.mixer.isSilent)
  }

  @Test func `A pause during starvation is told at once`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    bench.music(sine(440, 480))
    bench.render(960)
    bench.mixer.isPaused = true
    bench.render(480)
    #expect(bench.kinds == [.trackStarted, .playing, .starved, .paused])
  }

  @Test func `Music that runs out in the fade is paused and not starved`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    bench.music(Array(repeating: 0.5, count: 1200), at: 1)
    bench.render(960)
    bench.mixer.isPaused = true
    bench.render(960)
    #expect(bench.kinds == [.trackStarted, .playing, .paused])
    #expect(sharpestBend(bench.left) < 0.001)
  }

  @Test func `A seek while paused shows its place and stays silent`() {
    let bench = playing()
    bench.mixer.isPaused = true
    bench.render(2400)
    bench.mixer.advanceMusic()
    #expect(!bench.mixer.isSilent)
    bench.render(480)
    #expect(bench.mixer.isSilent)
    bench.music(Array(repeating: 0.5, count: 4000), token: 4, at: 77_000)
    // Even when nobody renders.
    #expect(bench.mixer.playhead.position == 77_000)
    #expect(bench.mixer.playhead.token == 4)
    let out = bench.render(960)
    #expect(out.allSatisfy { $0 == 0 })
    #expect(bench.mixer.playhead.position == 77_000)
    #expect(bench.mixer.playhead.generation == 2)
    bench.mixer.isPaused = false
    bench.render(960)
    #expect(bench.kinds.suffix(2) == [.trackStarted, .playing])
    #expect(bench.mixer.playhead.position == 77_960)
  }

  @Test func `A seek in the fade of a pause still pauses`() {
    let bench = playing()
    bench.mixer.isPaused = true
    bench.render(480)
    bench.mixer.advanceMusic()
    bench.music(Array(repeating: 0.5, count: 4000), at: 5)
    bench.render(960)
    #expect(bench.events.last?.kind == .paused)
    #expect(bench.kinds.filter { $0 == .paused }.count == 1)
    #expect(bench.mixer.playhead.position == 5)
    #expect(sharpestBend(bench.left) < 0.002)
  }

  @Test func `Two changes within a period still bring their news`() {
    let bench = playing()
    bench.mixer.isPaused = true
    bench.mixer.isPaused = false
    bench.render(480)
    #expect(bench.events.last?.kind == .playing)
    #expect(bench.kinds.filter { $0 == .playing }.count == 2)
  }

  @Test func `The end of the queue is not told while paused before it`() {
    let bench = MixerBench()
    bench.mixer.isPaused = true
    bench.mixer.advanceMusic()
    bench.music([], endsTrack: true, endsQueue: true)
    bench.render(480)
    #expect(bench.kinds == [.paused])
    bench.mixer.isPaused = false
    bench.render(480)
    #expect(bench.kinds == [.paused, .trackEnded, .queueEnded])
  }
}
