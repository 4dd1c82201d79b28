// SPDX-License-Identifier: GPL-3.0-or-later
import Interaction

/// What the codes of the usual terminals (xterm, VTE, rxvt, Linux console, screen, tmux) stand
/// for. Modifiers are dropped: a modified arrow is the arrow.
enum KeyNames {
  static func control(_ byte: UInt8) -> KeyStroke {
    switch byte {
    case 0x08, 0x7F: .backspace
    case 0x09: .tab
    case 0x0A, 0x0D: .enter
    case 0x1B: .escape
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    default: .unknown
    }
  }

  /// One character in UTF-8; anything else, controls included, is unknown.
  static func character(_ bytes: [UInt8]) -> KeyStroke {
    let text = String(validating: bytes, as: UTF8.self)
    guard let scalar = text?.unicodeScalars.first, text?.unicodeScalars.count == 1,
      bytes.first != 0x1B
    else { return .unknown }
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
      .unassigned:
      return .unknown
    default: return .character(Character(scalar))
    }
  }

  /// `ESC [ parameters final`; `nil` when it is no key (mouse, focus, answers of the terminal).
  static func sequence(_ parameters: [UInt8], final: UInt8) -> KeyStroke? {
    if let first = parameters.first, (0x3C...0x3F).contains(first) { return nil }
    let isPlain = parameters.allSatisfy { (0x30...0x3B).contains($0) }
    let numbers = numbers(parameters)
    switch final {
    case _ where !isPlain: return .unknown
    case 0x7E, 0x5E, 0x40, 0x24: return numbered(numbers.first ?? 0)
    case 0x5A: return .backTab
    case 0x52 where numbers.count > 1 && (numbers[0] != 1 || numbers[1] > 16): return nil
    case 0x4D, 0x49, 0x4F, 0x6E, 0x63: return nil
    case 0x41...0x44, 0x46, 0x48, 0x50...0x53, 0x61...0x64: return letter(final)
    case 0x45, 0x47: return .character("5")
    default: return .unknown
    }
  }

  /// A sequence that ends without a final byte: rxvt's Shift with an editing key (`ESC [ 7 $`).
  static func incomplete(_ parameters: [UInt8]) -> KeyStroke {
    guard parameters.last == 0x24 else { return .unknown }
    return sequence(parameters.dropLast(), final: 0x24) ?? .unknown
  }

  /// `ESC O final`: application cursor keys and the numeric keypad.
  static func application(_ final: UInt8) -> KeyStroke {
    switch final {
    case 0x41...0x44, 0x46, 0x48, 0x50...0x53, 0x61...0x64: letter(final)
    case 0x45, 0x47: .character("5")
    case 0x70...0x79: .character(Character(Unicode.Scalar(final - 0x40)))
    case 0x6A...0x6F: .character(Character(Unicode.Scalar(final - 0x40)))
    case 0x4D: .enter
    case 0x49: .tab
    case 0x20: .character(" ")
    case 0x58: .character("=")
    default: .unknown
    }
  }

  private static func letter(_ final: UInt8) -> KeyStroke {
    switch final {
    case 0x41, 0x61: .up
    case 0x42, 0x62: .down
    case 0x43, 0x63: .right
    case 0x44, 0x64: .left
    case 0x46: .end
    case 0x48: .home
    case 0x50...0x53: .function(Int(final) - 0x4F)
    default: .unknown
    }
  }

  private static func numbered(_ number: Int) -> KeyStroke? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23...26: .function(number - 12)
    case 28, 29: .function(number - 13)
    case 31...34: .function(number - 14)
    case 200, 201: nil
    default: .unknown
    }
  }

  private static func numbers(_ parameters: [UInt8]) -> [Int] {
    parameters.split(separator: 0x3B, omittingEmptySubsequences: false).map { digits in
      digits.reduce(0) { min($0 * 10 + Int($1 &- 0x30), 100_000) }
    }
  }
}
