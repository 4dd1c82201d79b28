// SPDX-License-Identifier: GPL-3.0-or-later

/// Joins letters and marks that stand apart, as in file names written by other systems, into the
/// letters that voices know.
enum Composition {
  /// The letter that is `base` with `mark`; `nil` if there is no such scalar.
  static func of(_ base: Unicode.Scalar, mark: Unicode.Scalar) -> Unicode.Scalar? {
    var scalars = String.UnicodeScalarView()
    scalars.append(base)
    scalars.append(mark)
    return letters[String(scalars)]
  }

  /// The Hangul syllable of two jamo, or of a syllable and a final jamo.
  static func hangul(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Unicode.Scalar? {
    let (first, second) = (first.value, second.value)
    switch (first, second) {
    case (0x1100...0x1112, 0x1161...0x1175):
      return Unicode.Scalar(0xAC00 + ((first - 0x1100) * 21 + second - 0x1161) * 28)
    case (0xAC00...0xD7A3, 0x11A8...0x11C2) where (first - 0xAC00) % 28 == 0:
      return Unicode.Scalar(first + second - 0x11A7)
    default:
      return nil
    }
  }

  /// Strings are equal when they are canonically equivalent, so that each composed letter is found
  /// by its parts without a table of decompositions.
  private static let letters: [String: Unicode.Scalar] = {
    // Latin, Greek, Cyrillic, Arabic, kana.
    let blocks: [ClosedRange<UInt32>] = [
      0xC0...0x24F, 0x386...0x3D4, 0x400...0x4F9, 0x622...0x6D3, 0x304C...0x30FE,
      0x1E00...0x1EFF, 0x1F00...0x1FFC,
    ]
    var letters: [String: Unicode.Scalar] = [:]
    for value in blocks.joined() {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let letter = String(Character(scalar))
      if letters[letter] == nil { letters[letter] = scalar }
    }
    return letters
  }()
}
