// SPDX-License-Identifier: GPL-3.0-or-later

/// One key as a terminal can tell it.
public enum KeyStroke: Hashable, Sendable {
  /// A printable character, Space included.
  case character(Character)
  /// Return, Ctrl+M or Ctrl+J.
  case enter
  /// A lone Esc.
  case escape
  /// Backspace (0x7F or Ctrl+H).
  case backspace
  /// Tab (Ctrl+I).
  case tab
  /// Shift+Tab.
  case backTab
  /// Cursor up.
  case up
  /// Cursor down.
  case down
  /// Cursor left.
  case left
  /// Cursor right.
  case right
  /// Page up.
  case pageUp
  /// Page down.
  case pageDown
  /// Home.
  case home
  /// End.
  case end
  /// Insert.
  case insert
  /// Delete.
  case delete
  /// F1 to F12 and beyond.
  case function(Int)
  /// Ctrl with a letter, in lower case, except those that are other keys.
  case control(Character)
  /// A key or sequence that has no name here; swallowed whole.
  case unknown
}
