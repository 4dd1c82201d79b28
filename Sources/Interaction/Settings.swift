// SPDX-License-Identifier: GPL-3.0-or-later
public import Player

/// What the listener changed by keys and finds again at the next start.
public struct Settings: Hashable, Sendable {
  /// Music volume in percent, 0 to 200; 100 is gain 1.
  public var volume = 100
  /// Whether the music is muted.
  public var isMuted = false
  /// Words a minute (see `SpeechRate` for the steps).
  public var rate = 220
  /// Speech level in steps of 1 dB.
  public var speechLevel = 0
  /// How much is said.
  public var detail = Detail.normal
  /// How far Left and Right jump.
  public var jump = JumpLevel.seconds10
  /// What follows the last or the current track.
  public var repeatMode = RepeatMode.off
  /// Whether the queue plays in random order.
  public var isShuffled = false

  /// The defaults.
  public init() {}
}

/// How much is said (docs/interaction.md §3).
public enum Detail: String, Hashable, Sendable, CaseIterable {
  /// Names, places, lengths, marks, hints.
  case full
  /// The default.
  case normal
  /// Names and values only.
  case short
  /// Only questions, errors and prompts speak.
  case onDemand = "on-demand"
  /// Ticks and tones; questions still speak.
  case sounds
}

/// How far Left and Right jump.
public enum JumpLevel: String, Hashable, Sendable, CaseIterable {
  /// 5 seconds.
  case seconds5 = "5s"
  /// 10 seconds.
  case seconds10 = "10s"
  /// 30 seconds.
  case seconds30 = "30s"
  /// 1 minute.
  case minute1 = "1m"
  /// 5 minutes.
  case minutes5 = "5m"
  /// A tenth of the track.
  case tenth = "10%"
}
