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
  case exclamation = "key.exclamation"
  case quote = "key.quote"
  case hash = "key.hash"
  case dollar = "key.dollar"
  case percent = "key.percent"
  case ampersand = "key.ampersand"
  case apostrophe = "key.apostrophe"
  case leftParenthesis = "key.left-parenthesis"
  case rightParenthesis = "key.right-parenthesis"
  case star = "key.star"
  case plus = "key.plus"
  case comma = "key.comma"
  case minus = "key.minus"
  case fullStop = "key.full-stop"
  case slash = "key.slash"
  case colon = "key.colon"
  case semicolon = "key.semicolon"
  case less = "key.less"
  case equals = "key.equals"
  case greater = "key.greater"
  case question = "key.question"
  case at = "key.at"
  case leftBracket = "key.left-bracket"
  case backslash = "key.backslash"
  case rightBracket = "key.right-bracket"
  case caret = "key.caret"
  case underscore = "key.underscore"
  case grave = "key.grave"
  case leftBrace = "key.left-brace"
  case bar = "key.bar"
  case rightBrace = "key.right-brace"
  case tilde = "key.tilde"

  static let punctuation: [Character: KeyPhrase] = [
    " ": .space, "!": .exclamation, "\"": .quote, "#": .hash, "$": .dollar, "%": .percent,
    "&": .ampersand, "'": .apostrophe, "(": .leftParenthesis, ")": .rightParenthesis,
    "*": .star, "+": .plus, ",": .comma, "-": .minus, ".": .fullStop, "/": .slash, ":": .colon,
    ";": .semicolon, "<": .less, "=": .equals, ">": .greater, "?": .question, "@": .at,
    "[": .leftBracket, "\\": .backslash, "]": .rightBracket, "^": .caret, "_": .underscore,
    "`": .grave, "{": .leftBrace, "|": .bar, "}": .rightBrace, "~": .tilde,
  ]
}

extension Phrasebook {
  /// A typed character in words.
  func spoken(_ character: Character) -> String {
    if let phrase = KeyPhrase.punctuation[character] { return self(phrase) }
    if character.isUppercase { return self(AnswerPhrase.capital, ["letter": .text("\(character)")]) }
    return String(character)
  }

  /// A key in words.
  func name(of key: KeyStroke) -> String? {
    switch key {
    case .character(let character):
      KeyPhrase.punctuation[character].map { self($0) } ?? String(character).uppercased()
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
