// SPDX-License-Identifier: GPL-3.0-or-later
public import Speech

/// Speaks hostile texts, each made harmless as the program does, and looks after each of them
/// whether a sentence still sounds as before: a rate, a voice or a pitch that a text had set would
/// be heard in it.
public struct VoiceTrial {
  /// What a text did to the voice.
  public struct Failure: Error, CustomStringConvertible {
    /// What, in words.
    public let description: String
  }

  /// The voice that says the same words with the same samples; others flutter.
  public static let steady = "plain"

  private static let sentence = "track three of twelve"
  private static let rate = 250

  private let voice: any SpeechSynthesizer
  private let isSteady: Bool
  private let expected: [Int16]

  /// A trial of `voice`; samples are compared when it is the steady one, else length and loudness.
  public init(_ voice: any SpeechSynthesizer, isSteady: Bool) throws {
    self.voice = voice
    self.isSteady = isSteady
    expected = try Self.samples(voice)
    guard Self.peak(expected) > 3000 else { throw Failure(description: "the voice is mute") }
  }

  /// Speaks `text` whole, and then the sentence. Returns the seconds of work and the seconds of
  /// speech of `text`.
  public func speak(_ text: String, limit: Int) throws -> (work: Double, speech: Double) {
    let spoken = SpokenText(text, and: "and", limit: limit).text
    var count = 0
    let start = MonotonicTime.now
    _ = try voice.synthesize(spoken, rate: Self.rate) { samples in
      count += samples.count
      return true
    }
    let work = Double(MonotonicTime.now - start) / 1e9
    guard isExpected(try Self.samples(voice)) else {
      throw Failure(description: "the voice is another after \(Array(spoken.unicodeScalars))")
    }
    return (work, Double(count) / Double(voice.sampleRate))
  }

  private func isExpected(_ samples: [Int16]) -> Bool {
    if isSteady { return samples == expected }
    let length = abs(samples.count - expected.count)
    let (peak, before) = (Self.peak(samples), Self.peak(expected))
    return length * 20 <= expected.count && peak * 2 >= before && peak <= before * 2
  }

  private static func peak(_ samples: [Int16]) -> Int { samples.map { abs(Int($0)) }.max() ?? 0 }

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
