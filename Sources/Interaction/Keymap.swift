// SPDX-License-Identifier: GPL-3.0-or-later

/// Which key does what.
enum Keymap {
  /// What a key means outside a prompt.
  enum Meaning: Sendable {
    /// A row of the table.
    case command(Command)
    /// The next item that begins with this letter.
    case letter(Character)
    /// A key that has a name and no command here.
    case unused
    /// A key without a name.
    case unknown
  }

  /// The meaning of a key.
  static func meaning(_ key: KeyStroke) -> Meaning {
    if let row = rows[key] { return .command(row) }
    switch key {
    case .unknown: return .unknown
    case .character(let character):
      if character.isUppercase { return .letter(character) }
      if let latin = KeyboardLayout.latin(character), let row = rows[.character(latin)] {
        return .command(row)
      }
      return .unused
    default: return .unused
    }
  }

  private static let rows: [KeyStroke: Command] = {
    var rows: [KeyStroke: Command] = [:]
    for row in CommandTable.rows {
      for key in (row.key.map { [$0] } ?? []) + row.twins { rows[key] = row }
    }
    return rows
  }()
}
