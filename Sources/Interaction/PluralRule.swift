// SPDX-License-Identifier: GPL-3.0-or-later

/// Which plural form a number takes: the C expression of a gettext `Plural-Forms` header.
struct PluralRule: Hashable, Sendable {
  /// One form for one, another for all else.
  static let germanic = PluralRule(
    forms: 2, expression: .binary(.notEqual, .number, .constant(1)))

  /// The most forms a language may declare; no known one has more than six.
  static let formLimit = 8
  /// The longest expression, in bytes.
  static let lengthLimit = 1_000
  /// The deepest nesting of an expression.
  static let depthLimit = 48

  /// How many forms there are, at least 1.
  let forms: Int
  private let expression: PluralExpression

  private init(forms: Int, expression: PluralExpression) {
    self.forms = forms
    self.expression = expression
  }

  /// The rule of a header line such as `nplurals=2; plural=n != 1;`; `nil` if it is none.
  init?(_ header: some StringProtocol) {
    guard header.utf8.count <= Self.lengthLimit else { return nil }
    var forms: Int?
    var expression: PluralExpression?
    for part in header.split(separator: ";") {
      guard let equals = part.firstIndex(of: "=") else {
        guard part.allSatisfy(\.isWhitespace) else { return nil }
        continue
      }
      let value = part[part.index(after: equals)...]
      switch String(part[..<equals].filter { !$0.isWhitespace }) {
      case "nplurals": forms = Int(String(value.filter { !$0.isWhitespace }))
      case "plural": expression = PluralParser.parse(value)
      default: return nil
      }
    }
    guard let forms, let expression, (1...Self.formLimit).contains(forms) else { return nil }
    self.init(forms: forms, expression: expression)
  }

  /// The form for `count`, always less than `forms`: what is out of range, or divides by zero,
  /// takes the first. The sign of `count` does not matter.
  func form(for count: Int) -> Int {
    guard let form = expression.value(Int(clamping: count.magnitude)), form >= 0, form < forms
    else { return 0 }
    return form
  }
}

/// A parsed plural expression.
indirect enum PluralExpression: Hashable, Sendable {
  /// `n`.
  case number
  case constant(Int)
  case not(PluralExpression)
  case binary(PluralOperator, PluralExpression, PluralExpression)
  case choice(PluralExpression, PluralExpression, PluralExpression)

  /// The value for `n`; `nil` after a division by zero.
  func value(_ n: Int) -> Int? {
    switch self {
    case .number: n
    case .constant(let value): value
    case .not(let operand): operand.value(n).map { $0 == 0 ? 1 : 0 }
    case .choice(let test, let yes, let no):
      test.value(n).flatMap { $0 != 0 ? yes.value(n) : no.value(n) }
    case .binary(let symbol, let left, let right):
      left.value(n).flatMap { symbol.apply($0) { right.value(n) } }
    }
  }
}

/// The operators of plural expressions, as C writes them.
enum PluralOperator: String, Hashable, Sendable {
  case or = "||"
  case and = "&&"
  case equal = "=="
  case notEqual = "!="
  case lessOrEqual = "<="
  case greaterOrEqual = ">="
  case less = "<"
  case greater = ">"
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  case remainder = "%"

  /// Binds tighter the higher it is.
  var precedence: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .notEqual: 3
    case .less, .greater, .lessOrEqual, .greaterOrEqual: 4
    case .plus, .minus: 5
    case .times, .divided, .remainder: 6
    }
  }

  /// The result, with overflow wrapped; `nil` after a division by zero. `&&` and `||` read their
  /// right side only when it counts.
  func apply(_ left: Int, _ right: () -> Int?) -> Int? {
    switch self {
    case .or where left != 0: return 1
    case .and where left == 0: return 0
    default: break
    }
    guard let right = right() else { return nil }
    return switch self {
    case .or, .and: right != 0 ? 1 : 0
    case .equal: left == right ? 1 : 0
    case .notEqual: left != right ? 1 : 0
    case .lessOrEqual: left <= right ? 1 : 0
    case .greaterOrEqual: left >= right ? 1 : 0
    case .less: left < right ? 1 : 0
    case .greater: left > right ? 1 : 0
    case .plus: left &+ right
    case .minus: left &- right
    case .times: left &* right
    case .divided: right == 0 ? nil : left.dividedReportingOverflow(by: right).partialValue
    case .remainder:
      right == 0 ? nil : left.remainderReportingOverflow(dividingBy: right).partialValue
    }
  }
}
