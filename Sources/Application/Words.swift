// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Interaction
import Library
import Player
import Speech

/// The phrasebook of the program, and what errors are called in it. Each `switch` is exhaustive: a
/// new case does not compile until it has words.
struct Words {
  let phrases: Phrasebook

  func callAsFunction(_ key: ProgramPhrase, _ values: [String: PhraseValue] = [:]) -> String {
    phrases(key, values)
  }

  func sentence(_ error: OptionsError) -> String {
    switch error {
    case .unknown(let option): self(.usageUnknown, ["option": given(option)])
    case .missingValue(let option): self(.usageMissing, ["option": given(option)])
    case .unexpectedValue(let option): self(.usageUnexpected, ["option": given(option)])
    case .badValue(let option, let value, let expected):
      self(
        .usageBad,
        ["option": given(option), "value": given(value), "expected": .text(self(expected))])
    case .needs(let option, let other):
      self(.usageNeeds, ["option": given(option), "other": .text(other)])
    case .wrongProbe: self(.usageProbeForm, ["expected": .text(self(.usageProbe))])
    case .emptyName: self(.usageEmpty)
    }
  }

  /// What somebody typed, fit for a terminal and not longer than anybody wants to hear.
  private func given(_ text: String) -> PhraseValue {
    let clean = readable(text)
    return .text(clean.count > 120 ? clean.prefix(120) + "..." : clean)
  }

  /// A file of the memory could not be understood, and is kept as `name`.
  func damage(_ name: String) -> String { self(.damagedMemory, ["name": .text(name)]) }

  /// A file of the memory is left alone, because it cannot be read.
  func unread(_ folder: [UInt8], _ error: SystemError) -> String {
    let values = ["name": readable(folder), "reason": error.description]
    return self(.unreadMemory, values.mapValues { .text($0) })
  }

  func reason(_ error: OutputError) -> String {
    switch error {
    case .notFound: self(.reasonNotFound)
    case .notPermitted: self(.reasonNotPermitted)
    case .busy: self(.reasonBusy)
    case .gone: self(.reasonGone)
    case .unsupportedFormat: self(.reasonFormat)
    case .other(let sentence): sentence
    }
  }

  func reason(_ error: DecodingError) -> String {
    switch error {
    case .notFound: self(.reasonNotFound)
    case .notPermitted: self(.reasonNotPermitted)
    case .unsupportedFormat: self(.reasonFormat)
    case .damaged: self(.reasonDamaged)
    case .other(let sentence): sentence
    }
  }

  func reason(_ error: SpeechError) -> String {
    switch error {
    case .noData: self(.reasonVoiceData)
    case .voiceNotFound(let name): self(.noSuchVoice, ["name": .text(name)])
    case .other(let sentence): sentence
    }
  }
}

extension TrackTrouble {
  /// What a listener is told of a decoder's error.
  init(_ error: DecodingError, atSeconds seconds: Double) {
    switch error {
    case .notFound: self = .notFound
    case .notPermitted: self = .notPermitted
    case .unsupportedFormat: self = .unsupported
    case .damaged: self = .damaged(at: .seconds(seconds))
    case .other(let sentence): self = .other(sentence)
    }
  }
}
