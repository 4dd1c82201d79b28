// SPDX-License-Identifier: GPL-3.0-or-later

/// What follows when a track ends.
public enum RepeatMode: String, Hashable, Sendable, CaseIterable {
  /// The next track; after the last one nothing.
  case off
  /// This track once more, then on with the next.
  case once
  /// This track again and again.
  case track
  /// The next track; after the last one the first.
  case all
}
