// SPDX-License-Identifier: GPL-3.0-or-later
public import Player

/// The whole conversation as a value: what is heard of a key in a given state. No clock, no
/// thread, no device; the Application carries out the effects.
public struct Session: Sendable {
  /// What the listener changed.
  public private(set) var settings: Settings

  /// A conversation with these settings and words.
  public init(settings: Settings, phrases: Phrasebook) { self.settings = settings }

  /// Takes what happened at `now` (time since the program began, monotonic) and returns what is
  /// to be done, in order.
  public mutating func handle(
    _ input: Input, now: Duration, playback: Playback, tracks: any TrackLookup
  ) -> [Effect] {
    []
  }
}
