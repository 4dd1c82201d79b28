// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Interaction

/// Phrase files, and each line as a plural rule.
@Sendable func fuzzCatalogue(_ bytes: [UInt8]) {
  let text = String(decoding: bytes, as: UTF8.self)
  if let catalogue = try? Catalogue(text) {
    promise(catalogue.phrases.count <= Catalogue.entryLimit, "too many phrases")
  }
  for line in text.split(separator: "\n").prefix(50) {
    check("nplurals=4; plural=\(line);")
    check(line)
  }
}

private func check(_ header: some StringProtocol) {
  guard let rule = PluralRule(header) else { return }
  promise((1...PluralRule.formLimit).contains(rule.forms), "a language with too many forms")
  for count in [0, 1, 2, 5, 11, 21, 101, -1, Int.max, Int.min] {
    promise((0..<rule.forms).contains(rule.form(for: count)), "a form that is not there")
  }
}
