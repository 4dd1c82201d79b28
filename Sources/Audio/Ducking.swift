// SPDX-License-Identifier: GPL-3.0-or-later

/// How far the music goes down under speech.
public enum Ducking: Sendable, Hashable {
  /// At least 12 dB, and further until the voice stands 10 LU above the music, at most 30 dB.
  case automatic
  /// Always this many decibels (0 or more).
  case fixed(decibels: Float)
}
