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

/// The words of one language: gettext catalogues with named places, read from `Voices/`
/// (docs/decisions/0002-phrase-catalogues.md).
public struct Phrasebook: Sendable {
  private var phrases: [String: Phrase] = [:]

  /// No words at all: every phrase is its own name.
  public init() {}

  /// The words of these catalogues, each the whole text of one `.po` file. The same phrase in a
  /// later catalogue wins.
  public init(catalogues: [String]) throws(CatalogueError) {
    for (index, text) in catalogues.enumerated() {
      do throws(CatalogueError) {
        phrases.merge(try Catalogue(text).phrases) { _, later in later }
      } catch {
        var located = error
        located.catalogue = index
        throw located
      }
    }
  }

  /// The phrase with its places filled. A phrase that is missing is its own name; a place without
  /// value stays empty. Values are not searched for places.
  public func callAsFunction(_ key: some PhraseKey, _ values: [String: PhraseValue] = [:]) -> String
  {
    self[key.rawValue, values] ?? key.rawValue
  }

  /// Whether the words of the conversation are there.
  public var hasAnswers: Bool { has(AnswerPhrase.goodbye) }

  /// Whether there are words for this phrase.
  public func has(_ key: some PhraseKey) -> Bool { phrases[key.rawValue] != nil }

  /// The names of the places in this phrase, in all its forms; none when it is missing.
  public func placeholders(of key: some PhraseKey) -> Set<String> {
    phrases[key.rawValue]?.places ?? []
  }

  /// The phrase with this name, filled, for phrases that are found by a letter; `nil` if missing.
  subscript(_ name: String, _ values: [String: PhraseValue] = [:]) -> String? {
    phrases[name]?.filled(with: values)
  }
}

/// One phrase: a wording for each plural form, or one for all.
struct Phrase: Hashable, Sendable {
  private let wordings: [Wording]
  private let rule: PluralRule

  /// At least one wording; several are chosen from by `rule`.
  init(_ first: Wording, _ others: [Wording] = [], rule: PluralRule) {
    wordings = [first] + others
    self.rule = rule
  }

  /// The names of all places.
  var places: Set<String> { wordings.reduce(into: []) { $0.formUnion($1.places) } }

  /// The wording for `count` with its places filled.
  func filled(with values: [String: PhraseValue]) -> String {
    var form = 0
    if wordings.count > 1, case .number(let count) = values["count"] {
      form = min(rule.form(for: count), wordings.count - 1)
    }
    return wordings[form].filled(with: values)
  }
}

/// Words with named places: "volume {count}".
struct Wording: Hashable, Sendable {
  private enum Piece: Hashable, Sendable {
    case words(String)
    case place(String)
  }

  private let pieces: [Piece]

  /// The wording of `text`; `nil` when a `{` is not followed by a name and `}`.
  init?(_ text: String) {
    var pieces: [Piece] = []
    var rest = text[...]
    while let open = rest.firstIndex(of: "{") {
      guard let close = rest[open...].firstIndex(of: "}") else { return nil }
      let name = rest[rest.index(after: open)..<close]
      guard let initial = name.first, initial.isASCII, initial.isLetter,
        name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
      else { return nil }
      if open > rest.startIndex { pieces.append(.words(String(rest[..<open]))) }
      pieces.append(.place(String(name)))
      rest = rest[rest.index(after: close)...]
    }
    guard !rest.contains("}") else { return nil }
    if !rest.isEmpty { pieces.append(.words(String(rest))) }
    self.pieces = pieces
  }

  /// The names of the places.
  var places: Set<String> {
    pieces.reduce(into: []) { if case .place(let name) = $1 { $0.insert(name) } }
  }

  /// The words with each place filled.
  func filled(with values: [String: PhraseValue]) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .words(let words): text += words
      case .place(let name):
        switch values[name] {
        case .text(let words): text += words
        case .number(let number): text += String(number)
        case nil: break
        }
      }
    }
  }
}
