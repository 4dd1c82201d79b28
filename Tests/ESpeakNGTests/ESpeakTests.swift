// SPDX-License-Identifier: GPL-3.0-or-later

import Contracts
import ESpeakNG
import Glibc
import Speech
import TestSupport
import Testing

/// All tests of the real eSpeak NG: there is one in a process.
@SpeechThread @Suite(.serialized) struct ESpeakTests {
  @Test(arguments: ["en", "plain"])
  func `keeps the promises of every voice`(_ name: String) throws {
    try checkSpeechSynthesizerContract(makeVoice(name))
  }

  @Test func `the plain voice says the same words with the same samples`() throws {
    let voice = try makeVoice("plain")
    _ = try collectSamples(voice, "Volume 50 percent", rate: 250)
    let (first, _) = try collectSamples(voice, "Paused. Track 3 of 12", rate: 250)
    _ = try collectSamples(voice, "Something else was said in between.", rate: 250)
    let (second, _) = try collectSamples(voice, "Paused. Track 3 of 12", rate: 250)
    let window = voice.sampleRate * 3 / 10
    #expect(first.count > window)
    #expect(first.prefix(window) == second.prefix(window))
  }

  @Test func `faster is never slower, across the rates that the library gets wrong`() throws {
    let voice = try makeVoice("plain")
    let text = "The next track is called the long way home and lasts four minutes."
    var last: Int?
    for rate in Array(stride(from: 440, through: 560, by: 5)) + [600, 700, 900, 1200] {
      let (samples, _) = try collectSamples(voice, text, rate: rate)
      // Pauses at the end of a clause vary by up to 32 ms.
      if let last { #expect(samples.count <= last + 800, "at \(rate) words a minute") }
      last = samples.count
    }
  }

  @Test func `the rate is that of the utterance, not of the one before`() throws {
    let voice = try makeVoice("plain")
    let (slow, _) = try collectSamples(voice, "one two three four five", rate: 100)
    let (fast, _) = try collectSamples(voice, "one two three four five", rate: 400)
    let (slowAgain, _) = try collectSamples(voice, "one two three four five", rate: 100)
    #expect(slow.count > 3 * fast.count)
    #expect(abs(slow.count - slowAgain.count) < 1600)
  }

  @Test func `samples come in pieces of about 50 ms`() throws {
    let voice = try makeVoice("en")
    var pieces: [Int] = []
    _ = try voice.synthesize("Now playing: the long way home", rate: 175) { samples in
      pieces.append(samples.count)
      return true
    }
    #expect(pieces.count > 10)
    #expect(pieces.allSatisfy { $0 <= 1200 })
  }

  @Test(arguments: [("plain", 200), ("en", 100)])
  func `hostile strings leave the voice as it was`(_ name: String, _ count: Int) throws {
    let trial = try VoiceTrial(makeVoice(name), isSteady: name == VoiceTrial.steady)
    var texts = HostileText(seed: 20)
    for _ in 0..<count {
      let text = String(decoding: texts.next().bytes, as: UTF8.self)
      _ = try trial.speak(text, limit: SpokenText.announcementLimit)
    }
  }

  @Test func `what looks like markup is read out, not obeyed`() throws {
    let voice = try makeVoice("plain")
    let marked = "<speak><audio src='/nosuch'>x</audio></speak> &lt; [[h@l'oU]]"
    let (samples, end) = try collectSamples(voice, marked, rate: 300)
    #expect(end == .finished)
    #expect(samples.count > voice.sampleRate)
  }

  @Test func `a NUL ends the text`() throws {
    let voice = try makeVoice("plain")
    let (samples, end) = try collectSamples(voice, "one\u{0}two three four five six", rate: 175)
    #expect(end == .finished)
    #expect(samples.count < voice.sampleRate)
  }
}

@Suite struct ESpeakRateTests {
  @Test func `a faster wish is never slower, and the library's limits hold`() {
    #expect(ESpeakRate.effective(-5) == 80)
    #expect(ESpeakRate.effective(175) == 175)
    #expect(ESpeakRate.effective(449) == 449)
    #expect(ESpeakRate.effective(450) == 520)
    #expect(ESpeakRate.effective(520) == 520)
    #expect(ESpeakRate.effective(.max) == 1200)
    let rates = (0...1300).map(ESpeakRate.effective)
    #expect(zip(rates, rates.dropFirst()).allSatisfy { $0 <= $1 })
  }
}
