// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// Going to places in the track.
extension Session {
  /// Forward jumps stop so long before the end of the track.
  static let endMargin = Duration.seconds(1)
  /// After a jump the sound may still report the old place for so long.
  static let seekSettles = Duration.milliseconds(300)
  /// In a pause the place is said when jumps have rested so long.
  static let placeRest = Duration.milliseconds(250)

  /// The place in the current track: what is heard together with speech that begins now.
  func place(_ at: Moment) -> Duration {
    if let pendingSeek { return pendingSeek }
    if let recent = recentSeek, at.now - recent.at < Self.seekSettles {
      return player.state == .playing ? recent.place + (at.now - recent.at) : recent.place
    }
    guard player.isLoaded, player.awaited == nil, at.playback.track == player.track else {
      return player.place
    }
    return at.playback.position
  }

  /// The length of the current track.
  func trackLength(_ at: Moment) -> TrackLength {
    guard let track = player.track else { return .unknown }
    return length(of: track, at.tracks.info(track), at)
  }

  mutating func jumpByLevel(_ direction: Int, _ at: Moment) {
    if settings.jump == .tenth {
      guard isInTrack(at) else { return }
      guard let length = trackLength(at).duration else {
        refuse(.lengthUnknown, at)
        return
      }
      jump(by: length / 10 * direction, at)
    } else {
      jump(by: .seconds(settings.jump.seconds * direction), at)
    }
  }

  /// A jump: a tick; at the ends of the track an edge. Held keys are merged into one jump.
  mutating func jump(by step: Duration, _ at: Moment) {
    guard isInTrack(at) else { return }
    let here = place(at)
    let target = clamped(here + step, from: here, at)
    cue(target == here + step ? .step : .edge)
    if isRepeating {
      pendingSeek = target
      deadlines[.seekRest] = at.now + Self.repeatRest
    } else if target != here {
      seek(to: target, at)
    }
    followUp?.overAt = at.now
    if player.state == .paused {
      deadlines[.placeRest] = at.now + Self.placeRest
    }
  }

  /// Not before the start, not into the last second.
  private func clamped(_ target: Duration, from here: Duration, _ at: Moment) -> Duration {
    guard target > here else { return max(target, .zero) }
    guard let length = trackLength(at).duration else { return target }
    return min(target, max(here, length - Self.endMargin))
  }

  mutating func seek(to target: Duration, _ at: Moment) {
    carry(player.seek(to: target))
    recentSeek = (target, at.now)
    effects.append(.save)
  }

  mutating func flushSeek(_ at: Moment) {
    deadlines[.seekRest] = nil
    guard let target = pendingSeek else { return }
    pendingSeek = nil
    seek(to: target, at)
  }

  /// The place in words, as the result of a jump.
  mutating func sayPlace(_ at: Moment) {
    let text = phrases.time(place(at), precise: true)
    announce(Announcement(.result, text), at)
  }

  mutating func changeJump(_ by: Int, _ at: Moment) {
    let all = JumpLevel.allCases
    let index = (all.firstIndex(of: settings.jump) ?? 0) + by
    cue(all.indices.contains(index) ? .step : .edge)
    settings.jump = all[min(max(index, 0), all.count - 1)]
    effects.append(.save)
    let value =
      settings.jump == .tenth
      ? phrases(AnswerPhrase.jumpTenth) : phrases.time(.seconds(settings.jump.seconds))
    changed(.jump, value: value, at)
  }

  /// Whether there is a place to jump from; says so when not.
  mutating func isInTrack(_ at: Moment) -> Bool {
    switch player.state {
    case .playing, .paused: return true
    case .stopped: refuse(.stopped, at)
    case .empty: refuseEmpty(at)
    }
    return false
  }
}

extension JumpLevel {
  /// Its seconds; 0 for a part of the track.
  var seconds: Int {
    switch self {
    case .seconds5: 5
    case .seconds10: 10
    case .seconds30: 30
    case .minute1: 60
    case .minutes5: 300
    case .tenth: 0
    }
  }
}
