// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Testing

@Suite struct SilenceTests {
  @Test func `A new mixer is silent and waits for nothing`() {
    let bench = MixerBench()
    #expect(bench.mixer.isSilent)
    #expect(!bench.mixer.awaitsMusic)
    #expect(bench.render(480).allSatisfy { $0 == 0 })
    #expect(bench.mixer.isSilent)
  }

  @Test func `Silence returns after the last music has left the limiter`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    #expect(!bench.mixer.isSilent)
    bench.music(Array(repeating: 0.5, count: 480), endsTrack: true, endsQueue: true)
    bench.render(480)
    #expect(!bench.mixer.isSilent)
    bench.render(96)
    #expect(bench.mixer.isSilent)
    #expect(bench.left.last == 0)
  }

  @Test func `An earcon breaks silence until it is over`() {
    let bench = MixerBench()
    bench.mixer.play(.step)
    #expect(!bench.mixer.isSilent)
    bench.render(480)
    #expect(bench.left.contains { $0 != 0 })
    bench.render(480)
    #expect(bench.mixer.isSilent)
  }

  @Test func `Speech breaks silence, also while paused, until the music is free again`() {
    let bench = MixerBench()
    bench.mixer.isPaused = true
    bench.render(480)
    bench.speech(sine(440, 4800))
    #expect(!bench.mixer.isSilent)
    bench.render(4800)
    #expect(!bench.mixer.isSilent)
    bench.render(48_000)
    #expect(bench.mixer.isSilent)
    // A hush of nothing needs no device.
    bench.mixer.advanceSpeech()
    #expect(bench.mixer.isSilent)
  }

  @Test func `A paused mixer is silent although music lies ready`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    bench.music(sine(440, 48_000))
    bench.render(480)
    bench.mixer.isPaused = true
    bench.render(1440)
    #expect(bench.mixer.isSilent)
    #expect(!bench.mixer.awaitsMusic)
    bench.mixer.isPaused = false
    #expect(!bench.mixer.isSilent)
  }

  @Test func `An unpaced output waits for less than a period, but not at the end`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    #expect(bench.mixer.awaitsMusic)
    bench.music(sine(440, 479))
    #expect(bench.mixer.awaitsMusic)
    bench.music(sine(440, 1))
    #expect(!bench.mixer.awaitsMusic)
    bench.render(480)
    #expect(bench.mixer.awaitsMusic)
    bench.music([0], endsTrack: true, endsQueue: true)
    #expect(!bench.mixer.awaitsMusic)
    bench.render(480)
    #expect(!bench.mixer.awaitsMusic)
    bench.mixer.advanceMusic()
    #expect(bench.mixer.awaitsMusic)
    bench.mixer.isPaused = true
    #expect(!bench.mixer.awaitsMusic)
  }

  @Test func `The playhead tells where the heard music stands`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    bench.music(sine(440, 1000), token: 1, at: 500, endsTrack: true)
    bench.music(sine(440, 1000), token: 2)
    bench.render(960)
    let head = bench.mixer.playhead
    #expect(head == Playhead(generation: 1, token: 1, position: 1460, outputFrame: 1008))
    bench.render(40)
    #expect(bench.mixer.playhead.token == 2)
    #expect(bench.mixer.playhead.position == 0)
    bench.render(100)
    #expect(bench.mixer.playhead.position == 100)
  }

  @Test func `News nobody takes is missed once`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    var out = [Float](repeating: 0, count: 960)
    for token in 0..<600 {
      bench.music([0], token: UInt32(token), endsTrack: true)
      mixerRender(bench.mixer, &out)
    }
    #expect(bench.mixer.eventsWereLost)
    #expect(!bench.mixer.eventsWereLost)
    bench.takeEvents()
    #expect(bench.events.count == 1024)
    bench.music([0], token: 1000, endsTrack: true)
    bench.render(480)
    #expect(bench.events.last?.id == 1000)
  }

  private func mixerRender(_ mixer: Mixer, _ out: inout [Float]) {
    out.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { mixer.render(into: base, frames: 480) }
    }
  }

  @Test func `A period longer than agreed is refused with a sentence`() async {
    await #expect(processExitsWith: .failure) {
      let mixer = Mixer(MixerConfiguration(periodFrames: 480))
      let out = UnsafeMutablePointer<Float>.allocate(capacity: 2000)
      mixer.render(into: out, frames: 481)
    }
  }
}
