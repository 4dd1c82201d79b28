// SPDX-License-Identifier: GPL-3.0-or-later
public import Player
import Speech

/// Leaving and coming back.
extension Session {
  /// "Suspended" may take so long.
  static let suspendPatience = Duration.seconds(1)

  mutating func quit(_ at: Moment) {
    if isQuitting {
      effects.append(.hush)
      effects.append(.quitNow)
      return
    }
    isQuitting = true
    prompt = nil
    effects.append(.save)
    result(.goodbye, at)
    effects.append(.quit)
  }

  /// Ctrl+Z and SIGTSTP: the music is held, then the process sleeps.
  mutating func suspend(_ at: Moment) {
    // Keys come only to a process that runs: a sleep nobody told the end of is over.
    if case .away = suspension { suspension = .none }
    guard suspension == .none, !isQuitting else {
      cue(.step)
      return
    }
    let wasPlaying = player.state == .playing
    if wasPlaying { carry(player.toggle()) }
    awaitedWord = nil
    effects.append(.save)
    let announcement = Announcement(.answer, phrases(AnswerPhrase.suspended))
    announce(announcement, at, keep: false)
    suspension = .leaving(speech.live?.id, wasPlaying: wasPlaying)
    deadlines[.suspend] = at.now + Self.suspendPatience
  }

  mutating func leave(wasPlaying: Bool) {
    deadlines[.suspend] = nil
    // A process that sleeps does not end.
    guard !isQuitting else { return }
    suspension = .away(wasPlaying: wasPlaying)
    effects.append(.suspend)
  }

  mutating func resume(_ at: Moment) {
    var wasPlaying = false
    switch suspension {
    case .leaving(_, let played), .away(let played): wasPlaying = played
    case .none: break
    }
    suspension = .none
    deadlines[.suspend] = nil
    if wasPlaying, player.state == .paused { carry(player.toggle()) }
    shownItem = nil
    announce(Announcement(.answer, phrases(AnswerPhrase.ready)), at, keep: false)
  }
}

/// What is to be kept.
extension Session {
  /// The queue in the order of its list.
  public var queue: [TrackID] { player.queue.tracks }
  /// The place of the current track in it.
  public var currentIndex: Int? { player.queue.current }
  /// The current track.
  public var currentTrack: TrackID? { player.track }
  /// What the music does, as far as the listener ordered.
  public var state: Player.State { player.state }

  /// The place in the current track at `now`.
  public func place(now: Duration, playback: Playback, tracks: any TrackLookup) -> Duration {
    place(Moment(now: now, playback: playback, tracks: tracks))
  }
}
