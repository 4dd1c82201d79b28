// SPDX-License-Identifier: GPL-3.0-or-later

/// What the synthesizer speaks as one.
public struct Utterance: Hashable, Sendable {
  /// Sanitised words (see `SpokenText`).
  public var text: String
  /// Words a minute for this one alone; `nil`: the listener's rate.
  public var rate: Int?

  /// An utterance of `text`.
  public init(_ text: String, rate: Int? = nil) {
    self.text = text
    self.rate = rate
  }
}

/// Names one utterance for as long as the program runs.
public struct UtteranceID: RawRepresentable, Hashable, Sendable, Comparable {
  /// Counts from 1.
  public var rawValue: UInt32
  /// The utterance with this number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }
  /// Earlier utterances are less.
  public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
