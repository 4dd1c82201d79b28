// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine
import Speech

/// One sentence said without a conversation: before there are words, or when there never will be.
enum LoneSentence {
  /// What became of it.
  enum Outcome {
    case heard
    case noVoice(SpeechError)
    case notHeard
  }

  /// The longest that is waited for its end.
  private static let patience = Duration.seconds(20)
  private static let rate = 175

  /// Says `text` and returns when it was heard. Where there is no device it is not waited for.
  static func say(_ text: String, _ parts: EngineParts, voice: String? = nil) -> Outcome {
    let engine = Engine(parts)
    defer { engine.end() }
    if let voice { engine.selectVoice(voice) }
    engine.say(SpeechRequest(utterance: 1, text: text, rate: rate))
    let deadline = Clock.now + patience
    while Clock.now < deadline {
      Descriptors.wait(
        for: [engine.eventDescriptor],
        milliseconds: (deadline - Clock.now).wholeMilliseconds)
      while let event = engine.nextEvent() {
        switch event {
        case .mixer(let news) where news.kind == .speechStarted && engine.isWithoutDevice:
          return .heard
        case .mixer(let news) where news.kind == .speechEnded: return .heard
        case .voiceFailed(_, let error): return .noVoice(error)
        default: break
        }
      }
    }
    return .notHeard
  }
}
