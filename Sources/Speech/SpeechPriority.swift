// SPDX-License-Identifier: GPL-3.0-or-later

/// The five classes of what is said (docs/interaction.md §3), after Speech Dispatcher.
public enum SpeechPriority: UInt8, Hashable, Sendable, CaseIterable {
  /// Device lost, data error, question. Only Esc stops it.
  case important
  /// The result of a command.
  case message
  /// The item under the cursor; replaces itself.
  case text
  /// A track changed by itself; dropped when something else speaks, the last kept 3 s.
  case notification
  /// How far long work has come; never interrupts itself, the last is always spoken.
  case progress
}
