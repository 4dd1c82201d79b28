// SPDX-License-Identifier: GPL-3.0-or-later

/// The page of all keys, made from the command table.
public enum KeysPage {
  /// `docs/keys.md` in the language of `phrases`.
  public static func markdown(_ phrases: Phrasebook) -> String {
    var lines = [
      "# \(phrases(PagePhrase.title))", "", phrases(PagePhrase.intro), "",
      phrases(PagePhrase.again), "",
      row(
        [PagePhrase.key, .also, .command, .does].map { phrases($0) }),
      "|---|---|---|---|",
    ]
    for command in CommandTable.rows {
      let key = command.key.map { code($0, phrases) } ?? phrases(KeyPhrase.shiftLetter)
      lines.append(
        row([
          key, command.twins.map { code($0, phrases) }.joined(separator: " "),
          phrases(CommandName(command.id)), phrases(CommandSentence(command.id)),
        ]))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func row(_ cells: [String]) -> String {
    "| \(cells.joined(separator: " | ")) |"
  }

  private static func code(_ key: KeyStroke, _ phrases: Phrasebook) -> String {
    switch key {
    case .character(" "): "`\(phrases(KeyPhrase.space))`"
    case .character(let character): "`\(character)`"
    case .control(let letter): "`Ctrl+\(letter.uppercased())`"
    default: "`\(phrases.name(of: key) ?? "")`"
    }
  }
}

/// The words around the table of keys.
enum PagePhrase: String, PhraseKey, CaseIterable {
  case title = "page.title"
  case intro = "page.intro"
  case again = "page.again"
  case key = "page.key"
  case also = "page.also"
  case command = "page.command"
  case does = "page.does"
}
