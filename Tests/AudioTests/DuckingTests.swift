// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import TestSupport
import Testing

@Suite struct DuckingTests {
  /// Music at a steady 0.4 with speech of `length` silent-but-present frames from frame 48 000.
  private func ducked(_ ducking: Ducking, length: Int, tail: Int = 48_000) -> [Float] {
    let bench = MixerBench(musicFrames: 262_144)
    bench.mixer.setDucking(ducking)
    bench.mixer.advanceMusic()
    bench.music(Array(repeating: 0.4, count: 240_000), at: 1)
    bench.render(48_000)
    bench.speech(Array(repeating: 0, count: length))
    return Array(bench.render(length + tail)[48...])
  }

  @Test func `Fixed ducking is down in 50 ms, holds 250 ms, is back in 400 ms`() {
    let gains = ducked(.fixed(decibels: 12), length: 24_000).map { $0 / 0.4 }
    #expect((decibels(gains[1200]) + 6).magnitude < 0.2)
    for frame in stride(from: 2400, to: 24_000 + 12_000, by: 100) {
      #expect((decibels(gains[frame]) + 12).magnitude < 0.001)
    }
    #expect((decibels(gains[24_000 + 12_000 + 9600]) + 6).magnitude < 0.2)
    #expect(gains[24_000 + 12_000 + 19_300] == 1)
    #expect(sharpestBend(gains) < 0.002)
  }

  @Test func `Under fixed ducking the music is the same music, only lower`() {
    let bench = MixerBench(musicFrames: 262_144)
    bench.mixer.setDucking(.fixed(decibels: 12))
    bench.mixer.advanceMusic()
    let source = noise(100_000, level: 0.9)
    bench.music(source, at: 1)
    bench.render(48_000)
    bench.speech(Array(repeating: 0, count: 30_000))
    let out = bench.render(30_000)
    let factor = Volume.gain(decibels: -12)
    for i in stride(from: 2448, to: 30_000, by: 7) {
      #expect((out[i] - source[48_000 - 48 + i] * factor).magnitude < 1e-6)
    }
  }

  @Test func `No depth at all is no ducking`() {
    #expect(ducked(.fixed(decibels: 0), length: 4800).allSatisfy { $0 == 0.4 })
  }

  @Test func `A short gap between utterances is held`() {
    let bench = MixerBench()
    bench.mixer.setDucking(.fixed(decibels: 12))
    bench.mixer.advanceMusic()
    bench.music(Array(repeating: 0.4, count: 90_000), at: 1)
    bench.render(960)
    bench.speech(Array(repeating: 0, count: 9600), utterance: 1)
    bench.render(9600 + 9600)
    bench.speech(Array(repeating: 0, count: 9600), utterance: 2)
    bench.render(9600)
    let steady = bench.left[4000..<28_000]
    #expect((steady.max() ?? 1) - (steady.min() ?? 0) < 1e-6)
  }

  @Test func `After a thousand random hushes the gain is exactly 1`() {
    var random = SplitMix(seed: 4)
    let bench = MixerBench(speechFrames: 65_536)
    bench.mixer.advanceMusic()
    for round in 0..<1000 {
      if Bool.random(using: &random) {
        bench.mixer.setDucking(
          Bool.random(using: &random)
            ? .automatic : .fixed(decibels: Float.random(in: 0...30, using: &random)))
      }
      bench.speech(
        Array(repeating: 0, count: Int.random(in: 0...6000, using: &random)),
        utterance: UInt32(round), ends: Bool.random(using: &random))
      bench.music(Array(repeating: 0.4, count: bench.period * 10), at: 1)
      bench.render(Int.random(in: 1...4000, using: &random))
      bench.mixer.advanceSpeech()
    }
    bench.mixer.advanceMusic()
    bench.render(480)
    bench.music(Array(repeating: 0.4, count: 60_000), at: 1)
    bench.render(48_000)
    #expect(bench.left.suffix(9600).allSatisfy { $0 == 0.4 })
    #expect(bench.mixer.isDuckingIdle)
    #expect(!bench.mixer.eventsWereLost)
  }

  /// Renders three seconds of music, then two with speech; returns the loudness of the ducked music
  /// and of the speech alone.
  private func automatic(_ music: (Int) -> [Float], volume: Float = 1, voice: Float = 1) -> (
    music: Float, speech: Float, before: Float
  ) {
    // Speech of −16 LUFS: a tone of this level in both channels.
    let tone = sine(997, 2 * 48_000, level: 0.1585)
    func run(_ speaks: Bool) -> [Float] {
      let bench = MixerBench(musicFrames: 262_144)
      bench.mixer.setMusicGain(volume)
      bench.mixer.setSpeechGain(voice)
      bench.mixer.advanceMusic()
      bench.music(music(5 * 48_000), at: 1)
      bench.render(3 * 48_000)
      bench.speech(speaks ? tone : tone.map { _ in 0 })
      bench.render(2 * 48_000)
      return bench.left
    }
    let silentVoice = run(false)
    let both = run(true)
    let voiceAlone = zip(both, silentVoice).map { $0 - $1 }
    return (
      loudness(Array(silentVoice[(3 * 48_000 + 2448)...])),
      loudness(Array(voiceAlone.suffix(90_000))),
      loudness(Array(silentVoice[24_000..<140_000]))
    )
  }

  /// A voice at its full loudness stands 12.5 LU above: short words are up to 3 LU quieter.
  @Test func `Over loud noise the voice stands 12 LU above`() {
    let result = automatic { noise($0, level: 0.35) }
    #expect((result.before + 9).magnitude < 1.5)
    #expect((result.speech + 16).magnitude < 0.2)
    #expect(result.speech - result.music >= 12)
    #expect(result.speech - result.music < 13.5)
  }

  @Test func `Quiet music goes down by 12 dB and no more`() {
    let result = automatic { noise($0, level: 0.02) }
    #expect((result.before - result.music - 12).magnitude < 0.2)
  }

  @Test func `A louder volume and a softer voice duck deeper, to 30 dB at most`() {
    let softer = automatic({ noise($0, level: 0.2) }, voice: 0.5)
    #expect(softer.speech - softer.music >= 10)
    let most = automatic({ noise($0, level: 0.35) }, volume: 2, voice: 0.05)
    #expect((most.before - most.music - 30).magnitude < 1)
  }

  @Test func `Music that gets louder under an utterance is taken further down, never up`() {
    let bench = MixerBench(musicFrames: 524_288)
    bench.mixer.advanceMusic()
    let quiet = noise(3 * 48_000, level: 0.02)
    let loud = noise(3 * 48_000, level: 0.4, seed: 2)
    bench.music(quiet + loud + quiet, at: 1)
    bench.render(48_000)
    bench.speech(Array(repeating: 0, count: 8 * 48_000))
    bench.render(8 * 48_000)
    let source = quiet + loud + quiet
    var last: Float = 1
    for start in stride(from: 60_000, to: 400_000, by: 4800) {
      let ratio =
        rms(bench.left[start + 48..<start + 4848]) / rms(source[start..<start + 4800])
      #expect(ratio < last * 1.001)
      last = ratio
    }
    #expect(decibels(last) < -16)
  }
}
