// SPDX-License-Identifier: GPL-3.0-or-later

/// The phrases of one `.po` file. `msgid` is the phrase's name (the monolingual use of the format),
/// `msgstr` its words. Obsolete (`#~`), fuzzy and untranslated entries do not count.
struct Catalogue: Sendable {
  /// The largest file, in bytes.
  static let sizeLimit = 1 << 20
  /// The most phrases.
  static let entryLimit = 20_000

  /// Phrases by name; one with a `msgctxt` is named context, U+0004, name, as in gettext.
  let phrases: [String: Phrase]

  /// Reads the text of a file.
  init(_ text: String) throws(CatalogueError) {
    guard text.utf8.count <= Self.sizeLimit else { throw CatalogueError(line: 1, .tooLarge) }
    var reader = CatalogueReader()
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      try reader.read(line, number: index + 1)
    }
    phrases = try Self.phrases(of: reader.finish())
  }

  private static func phrases(
    of entries: [CatalogueEntry]
  ) throws(CatalogueError) -> [String: Phrase] {
    let rule = try pluralRule(of: entries)
    var phrases: [String: Phrase] = [:]
    var seen: Set<String> = []
    for entry in entries where !entry.isHeader {
      guard seen.insert(entry.key).inserted else {
        throw CatalogueError(line: entry.line, .duplicate)
      }
      if let phrase = try entry.phrase(rule) { phrases[entry.key] = phrase }
    }
    return phrases
  }

  private static func pluralRule(
    of entries: [CatalogueEntry]
  ) throws(CatalogueError) -> PluralRule {
    guard let header = entries.first(where: \.isHeader), let text = header.forms[0] else {
      return .germanic
    }
    let name = "plural-forms:"
    for line in text.split(separator: "\n") where line.lowercased().hasPrefix(name) {
      guard let rule = PluralRule(line.dropFirst(name.count)) else {
        throw CatalogueError(line: header.line, .badPluralRule)
      }
      return rule
    }
    return .germanic
  }
}

/// One entry of a catalogue as it stands in the file.
struct CatalogueEntry {
  var line = 0
  var context: String?
  var id: String?
  var plural: String?
  var forms: [Int: String] = [:]
  var isFuzzy = false

  /// The entry with the empty name, whose words are the catalogue's header.
  var isHeader: Bool { id == "" && context == nil }

  /// The name under which the phrase is found.
  var key: String { (context.map { $0 + "\u{4}" } ?? "") + (id ?? "") }

  /// The phrase; `nil` when the entry is fuzzy or has no words yet.
  func phrase(_ rule: PluralRule) throws(CatalogueError) -> Phrase? {
    let count = plural == nil ? 1 : rule.forms
    guard forms.keys.allSatisfy({ $0 < count }) else {
      throw CatalogueError(line: line, .tooManyForms)
    }
    if isFuzzy || forms.values.allSatisfy(\.isEmpty) { return nil }
    var wordings: [Wording] = []
    for form in 0..<count {
      guard let text = forms[form], !text.isEmpty else {
        throw CatalogueError(line: line, .missingForm)
      }
      guard let wording = Wording(text) else { throw CatalogueError(line: line, .badPlace) }
      wordings.append(wording)
    }
    guard let first = wordings.first else { return nil }
    let places = first.places.subtracting(["count"])
    guard wordings.allSatisfy({ $0.places.subtracting(["count"]) == places }) else {
      throw CatalogueError(line: line, .unequalPlaces)
    }
    return Phrase(first, Array(wordings.dropFirst()), rule: rule)
  }
}
