// SPDX-License-Identifier: GPL-3.0-or-later

/// The state behind `SpokenText`: takes scalars one by one, remembers only what rules about
/// neighbours need.
struct TextCleaner {
  private let and: String?
  private let limit: Int
  private var out: [Unicode.Scalar] = []
  private var needsSpace = false
  private var symbolRun = 0
  private var digitRun = 0
  /// Combining marks on the last base; `nil` when there is no base to put one on.
  private var marks: Int?
  private var lastWasAnd = false

  init(and: String?, limit: Int) {
    self.and = and
    self.limit = max(limit, 0)
    out.reserveCapacity(min(self.limit, 512))
  }

  /// Whether nothing more can be taken.
  var isFull: Bool { out.count >= limit }

  /// Takes a scalar of the input.
  mutating func take(_ scalar: Unicode.Scalar) {
    guard let plain = Compatibility.plain(scalar) else { return put(scalar) }
    for scalar in plain.unicodeScalars { put(scalar) }
  }

  /// What is left, in the end.
  mutating func finish() -> String {
    if out.count > limit { out.removeLast(out.count - limit) }
    var text = String.UnicodeScalarView()
    // espeak-ng#1761: a text that ends in two dots is read beyond its end.
    while let last = out.last, last == " " || (last == "." && out.dropLast().last == ".") {
      out.removeLast()
      if last == "." { while out.last == "." { out.removeLast() } }
    }
    text.append(contentsOf: out)
    return String(text)
  }

  private mutating func put(_ scalar: Unicode.Scalar) {
    if scalar == "&", let and {
      putAnd(and)
      return
    }
    let kind = Kind(scalar)
    switch kind {
    case .nothing: return
    case .space: putSpace()
    case .mark: putMark(scalar)
    case .digit: putDigit(scalar)
    case .symbol: putSymbol(scalar)
    case .letter: putLetter(scalar)
    }
    if kind != .space { lastWasAnd = false }
  }

  private mutating func putAnd(_ word: String) {
    if lastWasAnd { return }
    putSpace()
    for scalar in word.unicodeScalars where scalar != "&" { put(scalar) }
    putSpace()
    lastWasAnd = true
  }

  private mutating func putSpace() {
    needsSpace = !out.isEmpty
    (symbolRun, digitRun, marks) = (0, 0, nil)
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if needsSpace { out.append(" ") }
    needsSpace = false
    out.append(scalar)
    marks = 0
  }

  private mutating func putMark(_ scalar: Unicode.Scalar) {
    (symbolRun, digitRun) = (0, 0)
    guard let count = marks, let base = out.last else { return }
    if count == 0, let composed = Composition.of(base, mark: scalar) {
      out[out.count - 1] = composed
    } else if count < 2 {
      out.append(scalar)
      marks = count + 1
    }
  }

  private mutating func putDigit(_ scalar: Unicode.Scalar) {
    symbolRun = 0
    digitRun += 1
    if digitRun <= SpokenText.digitLimit { append(scalar) }
  }

  private mutating func putSymbol(_ scalar: Unicode.Scalar) {
    digitRun = 0
    symbolRun = symbolRun > 0 && out.last == scalar ? symbolRun + 1 : 1
    if symbolRun < 4 { return append(scalar) }
    // The run is longer than three: one stands for all.
    if symbolRun == 4 { out.removeLast(2) }
  }

  private mutating func putLetter(_ scalar: Unicode.Scalar) {
    (symbolRun, digitRun) = (0, 0)
    if marks == 0, let last = out.last, let syllable = Composition.hangul(last, scalar) {
      out[out.count - 1] = syllable
      return
    }
    append(scalar)
  }

  private enum Kind {
    case nothing
    case space
    case mark
    case digit
    case symbol
    case letter

    init(_ scalar: Unicode.Scalar) {
      if scalar.isASCII {
        self = Self.ascii(scalar)
        return
      }
      let properties = scalar.properties
      if properties.isWhitespace || scalar == "\u{FFFD}" {
        self = .space
      } else if properties.isDefaultIgnorableCodePoint || Self.isSilent(scalar) {
        self = .nothing
      } else {
        self = Self.category(properties.generalCategory)
      }
    }

    private static func ascii(_ scalar: Unicode.Scalar) -> Kind {
      switch scalar {
      case "0"..."9": .digit
      case "a"..."z", "A"..."Z": .letter
      // eSpeak NG's phoneme and markup brackets.
      case "\t"..."\r", " ", "[", "]", "<", ">": .space
      case "!"..."~": .symbol
      default: .nothing
      }
    }

    /// Skin tones, marks around symbols, and the place of an object.
    private static func isSilent(_ scalar: Unicode.Scalar) -> Bool {
      switch scalar.value {
      case 0x1F3FB...0x1F3FF, 0x20D0...0x20FF, 0xFFFC: true
      default: false
      }
    }

    private static func category(_ category: Unicode.GeneralCategory) -> Kind {
      switch category {
      case .control, .format, .surrogate, .privateUse, .unassigned: .nothing
      case .spaceSeparator, .lineSeparator, .paragraphSeparator: .space
      case .nonspacingMark, .spacingMark, .enclosingMark: .mark
      case .decimalNumber: .digit
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
        .letterNumber, .otherNumber:
        .letter
      default: .symbol
      }
    }
  }
}
