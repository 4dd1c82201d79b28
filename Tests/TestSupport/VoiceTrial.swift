// SPDX-License-Identifier: GPL-3.0-or-later
public import Speech

/// Speaks hostile texts, each made harmless as the program does, and looks after each of them
/// whether a sentence still gives the very samples it gave before: a rate, a voice or a pitch that
/// a text had set would be heard in it.
public struct VoiceTrial {
  /// What a text did to the voice.
  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  /// The voice that says the same words with the same samples.
  public static let steady = "plain"

  private static let sentence = "track three of twelve"
  private static let rate = 250

  private let voice: any SpeechSynthesizer
  private let expected: [Int16]

  /// A trial of `voice`, which speaks as the steady one.
  public init(_ voice: any SpeechSynthesizer) throws {
    self.voice = voice
    expected = try Self.samples(voice)
    guard expected.contains(where: { abs(Int($0)) > 3000 }) else {
      throw Failure(description: "the voice is mute")
    }
  }

  /// Speaks `text` whole in the voice called `name`, and then the sentence in the steady one.
  /// Returns the seconds of work and the seconds of speech of `text`.
  public func speak(
    _ text: String, limit: Int, voice name: String = steady
  ) throws -> (work: Double, speech: Double) {
    let spoken = SpokenText(text, and: "and", limit: limit).text
    if name != Self.steady { try voice.selectVoice(name) }
    var count = 0
    let start = MonotonicTime.now
    _ = try voice.synthesize(spoken, rate: Self.rate) { samples in
      count += samples.count
      return true
    }
    let work = Double(MonotonicTime.now - start) / 1e9
    // The steady voice is not chosen again after itself: that would hide what a text has set.
    if name != Self.steady { try voice.selectVoice(Self.steady) }
    guard try Self.samples(voice) == expected else {
      throw Failure(description: "the voice is another after \(Array(spoken.unicodeScalars))")
    }
    return (work, Double(count) / Double(voice.sampleRate))
  }

  /// The samples of the sentence; silence at the end varies.
  private static func samples(_ voice: any SpeechSynthesizer) throws -> [Int16] {
    var samples: [Int16] = []
    _ = try voice.synthesize(sentence, rate: rate) { piece in
      samples.append(contentsOf: piece)
      return true
    }
    let last = samples.lastIndex { $0 != 0 } ?? -1
    return Array(samples[...last])
  }
}
