// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
public import Interaction

/// The files of the checkout that tests read.
public enum Checkout {
  /// The folder of `Package.swift`.
  public static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path()

  /// The text of a file, by its path from the root.
  public static func text(_ path: String) throws -> String {
    try String(contentsOfFile: root + path, encoding: .utf8)
  }

  /// The English words as they are in the checkout.
  public static func englishPhrases() throws -> Phrasebook {
    let folder = root + "Voices/en/"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".po") }.sorted()
    return try Phrasebook(catalogues: names.map { try text("Voices/en/" + $0) })
  }
}
