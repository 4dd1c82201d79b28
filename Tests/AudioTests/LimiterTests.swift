// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Testing

@Suite struct LimiterTests {
  @Test(arguments: [480, 33, 441]) func `Everything at full scale at volume 200 stays below 0.98`(
    period: Int
  ) {
    let bench = MixerBench(period: period)
    bench.mixer.setMusicGain(2)
    bench.mixer.setSpeechGain(4)
    bench.mixer.setDucking(.fixed(decibels: 0))
    bench.mixer.advanceMusic()
    bench.music((0..<40_000).map { $0 / 25 % 2 == 0 ? 1 : -1 }, at: 1)
    bench.speech(noise(30_000, level: 1))
    for _ in 0..<8 { bench.mixer.play(.edge) }
    bench.render(48_000)
    #expect(bench.left.allSatisfy { $0.magnitude <= 0.98 })
    #expect(bench.right.allSatisfy { $0.magnitude <= 0.98 })
    #expect((bench.left.map(\.magnitude).max() ?? 0) > 0.9)
  }

  @Test func `Single peaks are bounded too`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    var spikes = [Float](repeating: 0, count: 40_000)
    for i in stride(from: 5, to: 40_000, by: 131) { spikes[i] = i.isMultiple(of: 2) ? 7 : -3 }
    bench.music(spikes, at: 1)
    bench.render(40_000)
    #expect(bench.left.allSatisfy { $0.magnitude <= 0.98 })
  }

  @Test func `Below the ceiling nothing is touched`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    let source = [0] + noise(40_000, level: 0.9799)
    bench.music(source)
    let out = bench.render(40_000)
    #expect(Array(out[48...]) == Array(source[..<39_952]))
  }

  @Test func `After a peak the gain comes back without a bend and then leaves the samples alone`() {
    let bench = MixerBench()
    bench.mixer.advanceMusic()
    var source = sine(100, 96_000, level: 0.5)
    for i in 10_000..<12_000 { source[i] *= 3.5 }
    bench.music(source)
    bench.render(96_000)
    #expect(bench.left[11_000].magnitude <= 0.98)
    #expect(rms(bench.left[12_100..<13_000]) < rms(source[12_100..<13_000]) * 0.8)
    #expect(Array(bench.left[80_048..<90_048]) == Array(source[80_000..<90_000]))
    #expect(sharpestBend(bench.left[12_200..<80_000]) < 0.001)
  }

  @Test func `A louder tone keeps its shape`() {
    let bench = MixerBench()
    bench.mixer.setMusicGain(2)
    bench.mixer.advanceMusic()
    bench.music(sine(440, 48_000, level: 0.9))
    let out = Array(bench.render(48_000)[24_000..<43_200])
    // Take out the best matching tone; what is left is distortion.
    let a = zip(out, sine(440, 48_000, level: 1)[23_952...]).reduce(0) { $0 + $1.0 * $1.1 } / 9600
    let rest = zip(out, sine(440, 48_000, level: 1)[23_952...]).map { $0 - a * $1 }
    #expect(rms(rest) / rms(out) < 0.01)
  }
}
