// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Testing

@Suite struct VolumeTests {
  @Test func `The table of volumes`() {
    #expect(Volume.gain(percent: 0) == 0)
    #expect(Volume.gain(percent: -5) == 0)
    #expect(Volume.gain(percent: 50) == 0.125)
    #expect(Volume.gain(percent: 100) == 1)
    #expect(Volume.gain(percent: 150) == 1.5)
    #expect(Volume.gain(percent: 200) == 2)
    #expect(Volume.gain(percent: 999) == 2)
    #expect(
      zip(0..<200, 1...200).allSatisfy { Volume.gain(percent: $0) < Volume.gain(percent: $1) })
  }

  @Test func `Decibels`() {
    #expect(Volume.gain(decibels: 0) == 1)
    #expect((Volume.gain(decibels: 6.0206) - 2).magnitude < 1e-5)
    #expect((Volume.gain(decibels: -20) - 0.1).magnitude < 1e-7)
  }

  @Test func `Volume and mute glide`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    bench.music(Array(repeating: 0.4, count: 48_000), at: 1)
    bench.render(960)
    bench.mixer.setMusicGain(2)
    #expect(bench.render(1920).last == 0.8)
    bench.mixer.setMuted(true)
    #expect(bench.render(1920).last == 0)
    bench.mixer.setMuted(false)
    bench.mixer.setMusicGain(1)
    #expect(bench.render(1920).last == 0.4)
    #expect(sharpestBend(bench.left) < 0.001)
  }

  @Test func `A volume set in silence is there from the first sample`() {
    let bench = MixerBench()
    bench.mixer.setMusicGain(0.5)
    bench.mixer.advanceMusic()
    bench.music(sine(440, 2000))
    let out = bench.render(960)
    #expect(Array(out[48..<960]) == sine(440, 912).map { $0 * 0.5 })
  }

  @Test func `Earcons have their own level, soft edges and go on beside each other`() {
    for earcon in Earcon.allCases {
      let bench = MixerBench()
      bench.mixer.setMusicGain(0)
      bench.mixer.setSpeechGain(0)
      bench.mixer.play(earcon)
      let out = bench.render(24_000)
      let peak = out.map(\.magnitude).max() ?? 0
      #expect(peak > 0.04 && peak < 0.101, "\(earcon)")
      #expect(sharpestBend(out) < 0.04, "\(earcon)")
      #expect(out.last == 0)
    }
    let bench = MixerBench()
    for _ in 0..<20 { bench.mixer.play(.edge) }
    let eight = bench.render(4800).map(\.magnitude).max() ?? 0
    #expect(eight > 0.7 && eight < 0.81)
  }

  @Test func `An earcon does not duck the music`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    bench.music(Array(repeating: 0.4, count: 48_000), at: 1)
    bench.render(480)
    bench.mixer.play(.step)
    bench.render(4800)
    #expect(bench.left.suffix(4000).allSatisfy { $0 == 0.4 })
  }
}
