// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Testing

@Suite struct SpeechTests {
  @Test(arguments: [480, 100, 1]) func `Speech sounds in both channels, bit for bit`(period: Int) {
    let bench = MixerBench(period: period)
    let voice = sine(300, 1500)
    bench.speech(Array(voice[..<700]), utterance: 9, ends: false)
    bench.speech(Array(voice[700...]), utterance: 9)
    let out = bench.render(2000)
    #expect(Array(out[48..<1548]) == voice)
    #expect(out[1548...].allSatisfy { $0 == 0 })
    #expect(bench.left == bench.right)
    #expect(
      bench.events == [
        MixerEvent(kind: .speechStarted, generation: 0, id: 9, frame: 48),
        MixerEvent(kind: .speechEnded, generation: 0, id: 9, frame: 1547),
      ])
  }

  @Test func `Utterances of one generation follow each other`() {
    let bench = MixerBench()
    bench.speech(sine(300, 100), utterance: 1)
    bench.speech(sine(300, 100), utterance: 2)
    bench.speech([], utterance: 3)
    bench.render(480)
    #expect(
      bench.kinds == [.speechStarted, .speechEnded, .speechStarted, .speechEnded, .speechEnded])
    #expect(bench.events.map(\.id) == [1, 1, 2, 2, 3])
    #expect(bench.events.map(\.frame) == [48, 147, 148, 247, 248])
  }

  @Test func `A hush fades in 4 ms and says where the sound ended`() {
    let bench = MixerBench()
    bench.speech(Array(repeating: 0.5, count: 9600), utterance: 5)
    bench.render(960)
    bench.mixer.advanceSpeech()
    let out = bench.render(960)
    #expect(sharpestBend(bench.left[100...]) < 0.002)
    #expect(out[240...].allSatisfy { $0 == 0 })
    #expect(out[48 + 40] > 0.3)
    #expect(
      bench.events.last
        == MixerEvent(kind: .speechCut, generation: 0, id: 5, frame: 960 + 48 + 191))
    #expect(bench.mixer.speechRoom == 524_288)
  }

  @Test func `New speech begins in the period of the hush`() {
    let bench = MixerBench()
    bench.speech(Array(repeating: 0.1, count: 9600), utterance: 5)
    bench.render(480)
    bench.mixer.advanceSpeech()
    bench.speech(sine(300, 4800), utterance: 6)
    let out = bench.render(480)
    #expect(bench.kinds == [.speechStarted, .speechCut, .speechStarted])
    #expect(bench.events.last?.frame == 480 + 48)
    #expect(Array(out[240..<480]) == Array(sine(300, 4800)[192..<432]))
  }

  @Test func `What never sounded is not cut`() {
    let bench = MixerBench()
    bench.speech(sine(300, 4800), utterance: 1)
    bench.mixer.advanceSpeech()
    #expect(bench.render(960).allSatisfy { $0 == 0 })
    #expect(bench.events.isEmpty)
    bench.speech(sine(300, 300), utterance: 2)
    bench.render(480)
    bench.mixer.advanceSpeech()
    bench.render(480)
    // It had ended before the hush.
    #expect(bench.kinds == [.speechStarted, .speechEnded])
  }

  @Test func `A hush while the synthesizer is late ends the utterance`() {
    let bench = MixerBench()
    bench.speech(sine(300, 240), utterance: 1, ends: false)
    bench.render(960)
    bench.mixer.advanceSpeech()
    bench.render(480)
    #expect(bench.kinds == [.speechStarted, .speechCut])
  }

  @Test func `The fade of a hush takes nothing from the next utterance`() {
    let bench = MixerBench()
    bench.speech(Array(repeating: 0.25, count: 500), utterance: 1)
    bench.speech(Array(repeating: 0.9, count: 500), utterance: 2)
    bench.render(480)
    bench.mixer.advanceSpeech()
    #expect(bench.render(480).allSatisfy { $0 <= 0.25 })
    #expect(bench.kinds == [.speechStarted, .speechCut])
  }

  @Test func `Volume and mute of the music leave the voice alone`() {
    let bench = MixerBench()
    bench.mixer.setMuted(true)
    bench.mixer.setMusicGain(0)
    bench.speech(sine(300, 400))
    #expect(
      Array(bench.render(480)[48...]) == Array(sine(300, 400) + Array(repeating: 0, count: 32)))
  }

  @Test func `The level of the voice changes without a click`() {
    let bench = MixerBench()
    bench.speech(Array(repeating: 0.25, count: 9600))
    bench.render(960)
    bench.mixer.setSpeechGain(2)
    let out = bench.render(1920)
    #expect(out.last == 0.5)
    #expect(sharpestBend(bench.left[100...]) < 0.001)
    bench.mixer.setSpeechGain(.nan)
    bench.render(1920)
    #expect(bench.left.last == 0)
  }
}
