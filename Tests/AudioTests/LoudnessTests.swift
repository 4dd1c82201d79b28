// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Testing

@Suite struct LoudnessTests {
  private func meter(_ left: [Float], _ right: [Float], rate: Int = 48_000) -> LoudnessMeter {
    var meter = LoudnessMeter(sampleRate: rate, channels: 2)
    interleaved(left, right).withUnsafeBufferPointer { meter.measure($0) }
    return meter
  }

  @Test(arguments: [44_100, 48_000, 96_000]) func `A full-scale sine in one channel is −3.01 LUFS`(
    rate: Int
  ) {
    let tone = sine(997, rate, level: 1, rate: Double(rate))
    let one = meter(tone, tone.map { _ in 0 }, rate: rate)
    #expect((one.integrated + 3.01).magnitude < 0.05)
    #expect((one.momentary + 3.01).magnitude < 0.05)
    #expect(meter(tone, tone, rate: rate).integrated.magnitude < 0.05)
  }

  @Test func `The signals of EBU Tech 3341`() {
    // Case 1: −23 dBFS in both channels; case 2: −33.
    let base = sine(1000, 2 * 48_000, level: 1)
    for level: Float in [-23, -33] {
      let tone = base.map { $0 * Volume.gain(decibels: level) }
      #expect((meter(tone, tone).integrated - level).magnitude < 0.1)
    }
    // Case 3: quiet stretches around a loud one are gated out.
    let steps: [(Float, Int)] = [(-36, 2), (-23, 8), (-36, 2)]
    let stepped = steps.flatMap { level, seconds in
      sine(1000, seconds * 48_000, level: Volume.gain(decibels: level))
    }
    #expect((meter(stepped, stepped).integrated + 23).magnitude < 0.2)
  }

  @Test func `Low tones weigh less and high tones more`() {
    let level: Float = 0.1
    func loudness(_ hertz: Double) -> Float {
      let tone = sine(hertz, 48_000, level: level)
      return meter(tone, tone).integrated
    }
    #expect((loudness(10_000) - loudness(997) - 3.3).magnitude < 0.3)
    #expect(loudness(30) < loudness(997) - 8)
  }

  @Test func `Silence shows as silence`() {
    let empty = LoudnessMeter(sampleRate: 48_000, channels: 2)
    #expect(empty.integrated == LoudnessMeter.silence)
    #expect(
      meter(Array(repeating: 0, count: 48_000), Array(repeating: 0, count: 48_000)).momentary
        == -120)
  }
}
