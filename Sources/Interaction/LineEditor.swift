// SPDX-License-Identifier: GPL-3.0-or-later

/// A line of typed text with a cursor.
struct LineEditor: Sendable {
  private(set) var characters: [Character] = []
  private(set) var cursor = 0
  /// More than this is not taken.
  static let limit = 200

  var text: String { String(characters) }
  /// The character at the cursor; `nil` behind the last one.
  var current: Character? { cursor < characters.count ? characters[cursor] : nil }

  /// Puts characters at the cursor; returns those that were taken.
  mutating func insert(_ text: String) -> String {
    let room = Self.limit - characters.count
    let taken = Array(text.prefix(max(0, room)))
    characters.insert(contentsOf: taken, at: cursor)
    cursor += taken.count
    return String(taken)
  }

  /// Removes the character before the cursor and returns it.
  mutating func deleteBack() -> Character? {
    guard cursor > 0 else { return nil }
    cursor -= 1
    return characters.remove(at: cursor)
  }

  /// Removes the character at the cursor and returns it.
  mutating func deleteForward() -> Character? {
    guard cursor < characters.count else { return nil }
    return characters.remove(at: cursor)
  }

  /// Moves the cursor; false when it cannot go further.
  mutating func move(to place: Int) -> Bool {
    let target = min(max(place, 0), characters.count)
    defer { cursor = target }
    return target != cursor
  }
}
