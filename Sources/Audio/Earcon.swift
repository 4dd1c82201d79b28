// SPDX-License-Identifier: GPL-3.0-or-later

/// The short sounds of the contract (docs/interaction.md §4), rendered ahead.
public enum Earcon: UInt8, Hashable, Sendable, CaseIterable {
  /// One step of a list or a value: 4 kHz, 4 ms.
  case step
  /// Music starts: 500 → 750 Hz, 60 ms.
  case play
  /// Music stops: 750 → 500 Hz, 60 ms.
  case pause
  /// First or last item: 1 kHz, 40 ms.
  case edge
  /// Past the end and round again: 2 kHz, 20 ms.
  case wrap
  /// Not possible here: 200 Hz twice.
  case refused
  /// Something went wrong: falls from 400 to 200 Hz.
  case error
  /// Still working: 300 Hz, soft.
  case working
}
