// SPDX-License-Identifier: GPL-3.0-or-later

/// Why a phrase catalogue is not taken.
public struct CatalogueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong; the raw value is a name for logs, not for listeners.
  public enum Problem: String, Hashable, Sendable {
    /// More than `Catalogue.sizeLimit` bytes.
    case tooLarge
    /// More than `Catalogue.entryLimit` phrases.
    case tooManyEntries
    /// A line that is no comment, keyword or string.
    case notPO
    /// A keyword where it cannot stand, or a string that belongs to none.
    case misplaced
    /// A string without its closing quote, or with text behind it.
    case unterminatedString
    /// A backslash with something unknown behind it.
    case badEscape
    /// A phrase without `msgstr`, or with missing plural forms.
    case missingForm
    /// A plural form beyond what the header declares.
    case tooManyForms
    /// The same phrase twice in one catalogue.
    case duplicate
    /// `{` without a name and `}`.
    case badPlace
    /// Plural forms with different places (`{count}` apart).
    case unequalPlaces
    /// A `Plural-Forms` line that cannot be understood.
    case badPluralRule
  }

  /// Which of the catalogues given, counted from 0.
  public var catalogue: Int
  /// The line in it, counted from 1.
  public var line: Int
  /// What is wrong there.
  public var problem: Problem

  /// A problem at a line of the first catalogue.
  init(line: Int, _ problem: Problem) {
    catalogue = 0
    self.line = line
    self.problem = problem
  }

  /// "catalogue:line: problem", for logs.
  public var description: String { "\(catalogue):\(line): \(problem.rawValue)" }
}
