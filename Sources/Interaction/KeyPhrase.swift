// SPDX-License-Identifier: GPL-3.0-or-later

/// How keys and typed characters are called.
enum KeyPhrase: String, PhraseKey, CaseIterable {
  case space = "key.space"
  case enter = "key.enter"
  case escape = "key.escape"
  case backspace = "key.backspace"
  case tab = "key.tab"
  case backTab = "key.back-tab"
  case up = "key.up"
  case down = "key.down"
  case left = "key.left"
  case right = "key.right"
  case pageUp = "key.page-up"
  case pageDown = "key.page-down"
  case home = "key.home"
  case end = "key.end"
  case insert = "key.insert"
  case delete = "key.delete"
  case function = "key.function"
  case control = "key.control"
  case shiftLetter = "key.shift-letter"
  case plainLetter = "key.letter"
}

extension Phrasebook {
  /// A typed character in words.
  func spoken(_ character: Character) -> String {
    if character.isUppercase {
      return self(AnswerPhrase.capital, ["letter": .text("\(character)")])
    }
    return character.isLetter || character.isNumber ? String(character) : spell(character)
  }

  /// A key in words.
  func name(of key: KeyStroke) -> String? {
    switch key {
    case .character(" "): self(KeyPhrase.space)
    case .character(let character):
      character.isLetter
        ? self(KeyPhrase.plainLetter, ["letter": .text(character.uppercased())])
        : spell(character)
    case .function(let number): self(KeyPhrase.function, ["number": .number(number)])
    case .control(let letter):
      self(KeyPhrase.control, ["letter": .text(String(letter).uppercased())])
    default: named(key).map { self($0) }
    }
  }

  private func named(_ key: KeyStroke) -> KeyPhrase? {
    switch key {
    case .enter: .enter
    case .escape: .escape
    case .backspace: .backspace
    case .tab: .tab
    case .backTab: .backTab
    case .up: .up
    case .down: .down
    case .left: .left
    case .right: .right
    case .pageUp: .pageUp
    case .pageDown: .pageDown
    case .home: .home
    case .end: .end
    case .insert: .insert
    case .delete: .delete
    case .character, .function, .control, .unknown: nil
    }
  }
}
