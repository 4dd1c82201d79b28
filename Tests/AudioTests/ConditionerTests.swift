// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Testing

@Suite struct ConditionerTests {
  /// Runs an utterance through in chunks as the synthesizer gives them.
  private func condition(
    _ samples: [Int16], chunk: Int = 1081, with conditioner: SpeechConditioner? = nil
  ) -> [Float] {
    let conditioner = conditioner ?? SpeechConditioner(from: 22_050, to: 48_000)
    conditioner.begin()
    var out = [Float](repeating: .nan, count: conditioner.maximumOutput(for: chunk))
    var result: [Float] = []
    for start in stride(from: 0, to: samples.count, by: chunk) {
      let count = samples[start..<min(start + chunk, samples.count)].withUnsafeBufferPointer {
        from in
        out.withUnsafeMutableBufferPointer { conditioner.process(from, into: $0) }
      }
      result += out[..<count]
    }
    let count = out.withUnsafeMutableBufferPointer { conditioner.finish(into: $0) }
    return result + out[..<count]
  }

  private func pcm(_ samples: [Float]) -> [Int16] { samples.map { Int16($0 * 32_767) } }

  /// Vowels, roughly: a buzz of harmonics under a syllable's envelope, with the crest of a voice.
  private func vowels(seconds: Int) -> [Int16] {
    let count = seconds * 22_050
    var sum = [Float](repeating: 0, count: count)
    for harmonic in 1...30 {
      let hertz = Double(harmonic) * 110
      let weight: Float = hertz < 900 ? 1 : Float(900 / hertz)
      for (i, sample) in sine(hertz, count, level: weight, rate: 22_050).enumerated() {
        sum[i] += sample
      }
    }
    let peak = sum.map(\.magnitude).max() ?? 1
    return sum.enumerated().map { i, sample in
      let syllable = Float(sinFunction(Double.pi * Double(i % 5500) / 5500))
      return Int16(sample / peak * syllable * 27_000)
    }
  }

  @Test func `Silence before the first sound is trimmed, silence inside is kept`() {
    let silence = [Int16](repeating: 150, count: 1080)
    let word = pcm(sine(500, 2205, level: 0.3, rate: 22_050))
    let plain = condition(word)
    let late = condition(silence + word)
    // The word itself begins under the threshold too.
    #expect(abs(late.count - plain.count) <= 3)
    #expect(rms(late[..<480]) > 0.1)
    let parts = condition(word + [Int16](repeating: 0, count: 2205) + word)
    #expect(abs(parts.count - (plain.count * 2 + 4800)) <= 20)
  }

  @Test func `An utterance of silence has no samples`() {
    #expect(condition([Int16](repeating: 0, count: 5000)).isEmpty)
    #expect(condition([]).isEmpty)
  }

  @Test func `Chunks do not show, whatever their size`() {
    let voice = vowels(seconds: 1)
    let whole = condition(voice, chunk: 22_050)
    for chunk in [1, 100, 1081] { #expect(condition(voice, chunk: chunk) == whole) }
    #expect(sharpestBend(whole[..<96]) < 0.1)
  }

  @Test func `A second utterance knows nothing of the first`() {
    let conditioner = SpeechConditioner(from: 22_050, to: 48_000)
    let voice = vowels(seconds: 1)
    let alone = condition(voice)
    _ = condition([Int16](repeating: 32_767, count: 4000), with: conditioner)
    // Left in the middle, as after a hush.
    var out = [Float](repeating: 0, count: conditioner.maximumOutput(for: 4000))
    _ = voice[..<4000].withUnsafeBufferPointer { from in
      out.withUnsafeMutableBufferPointer { conditioner.process(from, into: $0) }
    }
    #expect(condition(voice, with: conditioner) == alone)
  }

  @Test func `Less than 5 ms are held back`() {
    let conditioner = SpeechConditioner(from: 22_050, to: 48_000)
    var out = [Float](repeating: 0, count: conditioner.maximumOutput(for: 1081))
    let count = vowels(seconds: 1)[2000..<3081].withUnsafeBufferPointer { from in
      out.withUnsafeMutableBufferPointer { conditioner.process(from, into: $0) }
    }
    #expect(count > 1081 * 48_000 / 22_050 - 240)
  }

  @Test func `The loudest input stays under the peak`() {
    let loud = condition(pcm(noise(44_100, level: 1)))
    #expect(loud.allSatisfy { $0.magnitude <= SpeechConditioner.peak })
    let square = condition((0..<22_050).map { $0 / 100 % 2 == 0 ? 32_767 : -32_768 })
    #expect(square.allSatisfy { $0.magnitude <= SpeechConditioner.peak })
    #expect((square.map(\.magnitude).max() ?? 0) > 0.65)
  }

  @Test func `The voice stands at −16 LUFS`() {
    // A voice of the level eSpeak NG has at volume 100: −18 LUFS from both channels.
    let voice = vowels(seconds: 2)
    let raw = loudness(voice.map { Float($0) / 32_768 }, rate: 22_050)
    let scale = Volume.gain(decibels: -18.4 - raw)
    let conditioned = condition(voice.map { Int16(Float($0) * scale) })
    #expect((loudness(conditioned) - SpeechConditioner.loudness).magnitude < 1)
  }
}
