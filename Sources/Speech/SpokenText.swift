// SPDX-License-Identifier: GPL-3.0-or-later

/// Text that is safe to give to a voice, whatever it came from: tags, file names, libraries. It is
/// never markup. What is left holds no control, format, private or unassigned characters, no
/// `[ ] < >`, no styled letters, at most two combining marks on a base, runs of at most three of
/// one symbol and twelve digits, single spaces, and not more than `limit` scalars. Doing it again
/// changes nothing. The work is bounded by `limit`, not by the length of the input.
public struct SpokenText: Hashable, Sendable {
  /// The most scalars of an announcement or list item.
  public static let announcementLimit = 300
  /// The most digits in a row.
  public static let digitLimit = 12

  /// What is left; empty when there was nothing to speak, and the caller must say something else.
  public let text: String

  /// Cleans `text`. `and` is the plain word for "&" in the voice's language; `nil` leaves the sign.
  public init(_ text: String, and: String? = nil, limit: Int = announcementLimit) {
    var cleaner = TextCleaner(and: and, limit: limit)
    for scalar in text.unicodeScalars.prefix(Self.inputLimit(limit)) where !cleaner.isFull {
      cleaner.take(scalar)
    }
    self.text = cleaner.finish()
  }

  /// Far more than is ever spoken, so that dropped characters do not hide a name, and little
  /// enough that a title of a megabyte costs nothing.
  private static func inputLimit(_ limit: Int) -> Int { 1_000 + 8 * min(max(limit, 0), 100_000) }
}
