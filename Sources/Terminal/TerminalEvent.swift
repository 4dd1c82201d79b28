// SPDX-License-Identifier: GPL-3.0-or-later
public import Interaction

/// What the bytes of a terminal mean.
public enum TerminalEvent: Hashable, Sendable {
  /// The first byte of a key, paste or report came, before it is known which. Always the first
  /// event of the three, given at once.
  case touched
  /// A key.
  case key(KeyStroke)
  /// A bracketed paste, cut at `KeyDecoder.pasteLimit` bytes; broken UTF-8 repaired.
  case paste(String)
}
