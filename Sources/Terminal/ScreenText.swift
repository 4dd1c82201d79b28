// SPDX-License-Identifier: GPL-3.0-or-later

/// Text made fit for a line of a terminal.
enum ScreenText {
  /// More than any line holds; the rest of a longer text is not looked at.
  private static let scalarLimit = 4096

  /// Without control, direction and line characters; at most 4096 scalars.
  static func clean(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(scalarLimit) {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: result.append(" ")
      case .format where scalar != "\u{200D}" && scalar != "\u{200C}": break
      case .surrogate: break
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// The beginning of the text that takes at most so many columns.
  static func cut(_ text: String, columns: Int) -> String {
    var width = 0
    var result = ""
    for character in text {
      width += Self.width(character)
      if width > columns { break }
      result.append(character)
    }
    return result
  }

  /// Columns a character takes: none for a lone combining mark, two for East Asian wide ones and
  /// pictures, else one.
  static func width(_ character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    let isPicture =
      first.properties.isEmojiPresentation || character.unicodeScalars.contains("\u{FE0F}")
    return isPicture || isWide(first.value) ? 2 : 1
  }

  private static func isWide(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      true
    default: false
    }
  }
}
