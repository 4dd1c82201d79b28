// SPDX-License-Identifier: GPL-3.0-or-later

/// Takes the lines of a `.po` file one by one and gathers its entries.
struct CatalogueReader {
  private enum Field: Equatable {
    case context
    case id
    case plural
    case form(Int)
  }

  private var entries: [CatalogueEntry] = []
  private var entry = CatalogueEntry()
  private var field: Field?
  private var nextIsFuzzy = false

  /// Takes one line without its line feed; `number` counts from 1.
  mutating func read(
    _ line: Substring.UTF8View, number: Int
  ) throws(CatalogueError) {
    var rest = Self.trimmed(line)
    if number == 1, rest.starts(with: "\u{FEFF}".utf8) { rest = Self.trimmed(rest.dropFirst(3)) }
    guard let first = rest.first else { return }
    switch first {
    case UInt8(ascii: "#"):
      try comment(rest)
    case UInt8(ascii: "\""):
      guard let field else { throw CatalogueError(line: number, .misplaced) }
      append(try Self.string(rest, line: number), to: field)
    default:
      try keyword(rest, line: number)
    }
  }

  /// All entries, after the last line.
  mutating func finish() throws(CatalogueError) -> [CatalogueEntry] {
    try close()
    return entries
  }

  private mutating func comment(_ text: Substring.UTF8View) throws(CatalogueError) {
    if case .form = field { try close() }
    let flags = String(Substring(text.dropFirst()))
    // An obsolete entry's flags are not the next one's.
    if flags.hasPrefix("~") { nextIsFuzzy = false }
    guard flags.hasPrefix(",") else { return }
    for flag in flags.dropFirst().split(separator: ",") where flag.filter({ $0 != " " }) == "fuzzy"
    {
      nextIsFuzzy = true
    }
  }

  private mutating func keyword(
    _ text: Substring.UTF8View, line: Int
  ) throws(CatalogueError) {
    guard let quote = text.firstIndex(of: UInt8(ascii: "\"")) else {
      throw CatalogueError(line: line, .notPO)
    }
    let word = String(Substring(Self.trimmed(text[..<quote])))
    guard let next = Self.field(word) else { throw CatalogueError(line: line, .notPO) }
    try enter(next, line: line)
    append(try Self.string(text[quote...], line: line), to: next)
  }

  private static func field(_ word: String) -> Field? {
    switch word {
    case "msgctxt": return .context
    case "msgid": return .id
    case "msgid_plural": return .plural
    case "msgstr": return .form(0)
    default: break
    }
    guard word.hasPrefix("msgstr["), word.hasSuffix("]"),
      let form = Int(word.dropFirst(7).dropLast()),
      (0..<PluralRule.formLimit).contains(form)
    else { return nil }
    return .form(form)
  }

  /// Opens a field: each once an entry, in the order of the format.
  private mutating func enter(_ next: Field, line: Int) throws(CatalogueError) {
    if case .form = field, next == .context || next == .id { try close() }
    let isInPlace =
      switch (field, next) {
      case (nil, .context), (nil, .id), (.context, .id), (.id, .plural): true
      case (.id, .form(0)), (.plural, .form(0)): true
      case (.form(let last), .form(let form)): entry.plural != nil && form == last + 1
      default: false
      }
    guard isInPlace else { throw CatalogueError(line: line, .misplaced) }
    if field == nil { entry = CatalogueEntry(line: line) }
    field = next
  }

  private mutating func append(_ text: String, to field: Field) {
    switch field {
    case .context: entry.context = (entry.context ?? "") + text
    case .id: entry.id = (entry.id ?? "") + text
    case .plural: entry.plural = (entry.plural ?? "") + text
    case .form(let form): entry.forms[form, default: ""] += text
    }
  }

  private mutating func close() throws(CatalogueError) {
    guard let field else { return }
    guard case .form = field else { throw CatalogueError(line: entry.line, .missingForm) }
    guard entries.count < Catalogue.entryLimit else {
      throw CatalogueError(line: entry.line, .tooManyEntries)
    }
    entry.isFuzzy = nextIsFuzzy
    entries.append(entry)
    self.field = nil
    nextIsFuzzy = false
  }

  private static func trimmed(_ text: Substring.UTF8View) -> Substring.UTF8View {
    var text = text
    while let byte = text.first, isBlank(byte) { text.removeFirst() }
    while let byte = text.last, isBlank(byte) { text.removeLast() }
    return text
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }

  /// The string between quotes, its escapes resolved.
  private static func string(
    _ quoted: Substring.UTF8View, line: Int
  ) throws(CatalogueError) -> String {
    var bytes: [UInt8] = []
    var isEscape = false
    var rest = quoted.dropFirst()
    while let byte = rest.popFirst() {
      if isEscape {
        guard let meant = escapes[byte] else { throw CatalogueError(line: line, .badEscape) }
        bytes.append(meant)
        isEscape = false
      } else if byte == UInt8(ascii: "\\") {
        isEscape = true
      } else if byte == UInt8(ascii: "\"") {
        guard rest.isEmpty else { break }
        return String(decoding: bytes, as: UTF8.self)
      } else {
        bytes.append(byte)
      }
    }
    throw CatalogueError(line: line, .unterminatedString)
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "n"): 0x0A, UInt8(ascii: "t"): 0x09, UInt8(ascii: "r"): 0x0D,
    UInt8(ascii: "\""): UInt8(ascii: "\""), UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  ]
}
