// SPDX-License-Identifier: GPL-3.0-or-later

/// A set of phrase names. Each room that speaks has one such enum; the words stand in `Voices/`.
public protocol PhraseKey: RawRepresentable<String>, CaseIterable, Sendable {}

/// What fills a place in a phrase.
public enum PhraseValue: Hashable, Sendable {
  /// Words, names.
  case text(String)
  /// A number; the one named `count` chooses the plural form.
  case number(Int)
}

/// The words of one language: gettext catalogues with named places, read from `Voices/`.
public struct Phrasebook: Sendable {
  /// No words at all: every phrase is its own name.
  public init() {}

  /// The phrase with its places filled. A phrase that is missing is its own name.
  public func callAsFunction(_ key: some PhraseKey, _ values: [String: PhraseValue] = [:]) -> String
  {
    key.rawValue
  }
}
