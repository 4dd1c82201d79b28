// SPDX-License-Identifier: GPL-3.0-or-later
public import Player
public import Speech

/// Everything that can happen to the conversation.
public enum Input: Sendable {
  /// The program runs and the search for tracks begins. Comes first.
  case launched
  /// The first byte of a key (or paste) came, before it is known which: cuts all speech but
  /// *important* and notes whether anything sounded. Always comes before `key` and `paste`.
  case touched
  /// A key was pressed.
  case key(KeyStroke)
  /// A bracketed paste arrived.
  case paste(String)
  /// A time asked for by `Effect.wake` has come.
  case wake

  /// Tracks were found; they are the next numbers of the track table.
  case tracksFound([TrackID])
  /// Something was passed over while looking for tracks.
  case scanTrouble(ScanTrouble)
  /// The search for tracks is over.
  case scanEnded
  /// Tags or a better length of a track are known now (the lookup has them).
  case trackLearned(TrackID)

  /// The first samples of a track were mixed.
  case trackStarted(TrackID)
  /// A track cannot be played (or not any further).
  case trackFailed(TrackID, TrackTrouble)
  /// The last sample of the last track was mixed.
  case playbackEnded
  /// The pause's fade is over.
  case pauseHeard
  /// The first samples after a pause or start went to the device.
  case playHeard

  /// The device went away; the music is held at its place.
  case deviceLost
  /// No device could be opened at start; the null output keeps time.
  case deviceMissing
  /// A device was opened after `deviceLost` or `deviceMissing`.
  case deviceBack

  /// An utterance sounded to its end.
  case speechEnded(UtteranceID)
  /// An utterance was cut after it began, or never sounded.
  case speechCut(UtteranceID)
  /// The voice gave nothing for two seconds, or refused the text.
  case speechFailed(UtteranceID)

  /// Trouble of the program itself, in its own words: at most eight besides names.
  case programTrouble(String)

  /// The program is about to be suspended (SIGTSTP).
  case suspending
  /// The program goes on (SIGCONT).
  case resumed
  /// The program is asked to end (SIGTERM, SIGHUP).
  case terminated
}

/// What was passed over while looking for tracks.
public enum ScanTrouble: Hashable, Sendable {
  /// A name given by the listener is not there.
  case notFound(name: String)
  /// A folder or file may not be read.
  case notPermitted(name: String)
  /// A folder that leads back into itself.
  case loop(name: String)
  /// A playlist names files that are not there: how many, and the first one.
  case missingTargets(playlist: String, count: Int, first: String)
  /// A playlist names web addresses, which are not played: how many, and the first one.
  case webTargets(playlist: String, count: Int, first: String)
  /// A playlist that is nested too deep or contains itself.
  case nested(playlist: String)
  /// A file of a kind that cannot be played, named by the listener.
  case unsupported(name: String)
  /// There are more tracks than the queue holds.
  case tooMany(limit: Int)
  /// Reading failed; the system's own words.
  case unreadable(name: String, reason: String)
}

/// Why a track does not play.
public enum TrackTrouble: Hashable, Sendable {
  /// There is no such file any more.
  case notFound
  /// It may not be read.
  case notPermitted
  /// It is not sound in a form that is known.
  case unsupported
  /// It is damaged from this place on.
  case damaged(at: Duration)
  /// The library's own sentence.
  case other(String)
}

/// The music as it is at this moment.
public struct Playback: Hashable, Sendable {
  /// The track being mixed; `nil` when there is none.
  public var track: TrackID?
  /// The place of the next frame to be mixed: what is heard together with the first sample of
  /// speech begun now.
  public var position: Duration
  /// Length of the track as the decoder knows it.
  public var length: TrackLength
  /// The time of day.
  public var clock: WallClock

  /// Music at this place.
  public init(
    track: TrackID? = nil, position: Duration = .zero, length: TrackLength = .unknown,
    clock: WallClock = WallClock(hour: 0, minute: 0)
  ) {
    self.track = track
    self.position = position
    self.length = length
    self.clock = clock
  }
}
