// SPDX-License-Identifier: GPL-3.0-or-later
import Interaction
import Library
import Player

/// Why there are no words. What is said then cannot stand in a catalogue: these are the only
/// sentences of the program that stand in its code.
enum WordsTrouble: Error, Equatable {
  /// There is no folder with the words.
  case noFolder
  /// The folder has catalogues, or should have, but not all the words of the program.
  case incomplete(folder: [UInt8])
  /// A catalogue could not be read.
  case unreadable(path: [UInt8], SystemError)
  /// A catalogue could not be understood at a line, counted from 1.
  case damaged(path: [UInt8], line: Int, CatalogueError.Problem)

  /// What is printed and said.
  var sentence: String {
    switch self {
    case .noFolder:
      "EyeMusix cannot find its folder Voices. Name it with --voices and the folder's name."
    case .incomplete(let folder):
      "The folder \(readable(folder)) has not all the words of EyeMusix."
    case .unreadable(let path, let error):
      "EyeMusix cannot read its words in \(readable(path)): \(error.description)."
    case .damaged(let path, let line, let problem):
      "EyeMusix cannot use its words in \(readable(path)): line \(line): \(problem.words)."
    }
  }
}

extension CatalogueError.Problem {
  /// The rest of the sentence about a damaged catalogue.
  fileprivate var words: String {
    switch self {
    case .tooLarge: "the file is too large"
    case .tooManyEntries: "there are too many phrases"
    case .notPO: "this is no line of a catalogue"
    case .misplaced: "this cannot stand here"
    case .unterminatedString: "a closing quote is missing"
    case .badEscape: "nothing is known that a backslash and this letter mean"
    case .missingForm: "a phrase has no words, or not in all plural forms"
    case .tooManyForms: "a phrase has more plural forms than the language"
    case .duplicate: "this phrase was there before"
    case .badPlace: "a brace is open, or has no name in it"
    case .unequalPlaces: "the plural forms have not the same names in braces"
    case .badPluralRule: "the rule of the plural forms cannot be understood"
    }
  }
}
