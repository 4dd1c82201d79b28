// SPDX-License-Identifier: GPL-3.0-or-later

public import Speech
import Testing

/// What every voice promises the engine, real or not. Call it on the synthesis thread; the voice
/// must know "en" and "de".
public func checkSpeechSynthesizerContract(_ voice: any SpeechSynthesizer) throws {
  #expect((8_000...48_000).contains(voice.sampleRate))

  let (word, wordEnd) = try collectSamples(voice, "Next", rate: 175)
  #expect(wordEnd == .finished)
  #expect(word.contains { $0 != 0 }, "a word is heard")
  #expect(word.count > voice.sampleRate / 10, "a word takes its time")

  let sentence = "The quick brown fox jumps over the lazy dog and runs away."
  let (slow, _) = try collectSamples(voice, sentence, rate: 120)
  let (fast, _) = try collectSamples(voice, sentence, rate: 360)
  #expect(slow.count > 2 * fast.count, "three times the rate is much shorter")
  #expect(slow.count > 4 * word.count, "a sentence is longer than a word")

  let (nothing, nothingEnd) = try collectSamples(voice, "", rate: 175)
  #expect(nothingEnd == .finished)
  #expect(nothing.count < voice.sampleRate, "no text, no speech")

  var chunks = 0
  let aborted = try voice.synthesize(sentence, rate: 120) { _ in
    chunks += 1
    return chunks < 3
  }
  #expect(aborted == .aborted)
  #expect(chunks == 3, "the sink is not called again after it said stop")
  let (after, afterEnd) = try collectSamples(voice, "Next", rate: 175)
  #expect(afterEnd == .finished)
  #expect(abs(after.count - word.count) < voice.sampleRate / 5, "an abort leaves nothing behind")

  try voice.selectVoice("de")
  #expect(throws: SpeechError.voiceNotFound("no-such-voice")) {
    try voice.selectVoice("no-such-voice")
  }
  let (still, _) = try collectSamples(voice, "Weiter", rate: 175)
  #expect(still.contains { $0 != 0 }, "after a wrong name the old voice goes on")
  try voice.selectVoice("en")
}

/// The samples of `text` and how it ended.
public func collectSamples(
  _ voice: any SpeechSynthesizer, _ text: String, rate: Int
) throws -> ([Int16], SynthesisEnd) {
  var samples: [Int16] = []
  let end = try voice.synthesize(text, rate: rate) { chunk in
    samples.append(contentsOf: chunk)
    return true
  }
  return (samples, end)
}
