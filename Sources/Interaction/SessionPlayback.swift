// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// Playing, pausing, skipping, and what the sound reports.
extension Session {
  mutating func playPause(_ at: Moment) {
    guard player.state != .empty else {
      refuseEmpty(at)
      return
    }
    takeOver()
    let orders = player.toggle()
    cue(player.state == .playing ? .play : .pause)
    awaitedWord = player.state == .playing ? .playing : .paused
    show(phrases(awaitedWord ?? .playing), at)
    carry(orders)
    effects.append(.save)
    followUp?.overAt = at.now
  }

  /// The pause or the music is heard: the word for it, if it was ordered by a key and nothing
  /// else has been pressed since.
  mutating func heard(_ word: AnswerPhrase, _ at: Moment) {
    if awaitedWord == word {
      awaitedWord = nil
      // It was printed when the key was pressed.
      if settings.detail <= .normal {
        announce(Announcement(.result, phrases(word)), at, prints: false)
      }
    }
    if word == .playing { greetIfDue(at) }
  }

  mutating func stop(_ at: Moment) {
    guard player.state != .empty else {
      refuseEmpty(at)
      return
    }
    takeOver()
    guard player.state != .stopped else {
      refuse(.stopped, at)
      return
    }
    cue(.pause)
    carry(player.stop())
    effects.append(.save)
    result(.stopped, at)
  }

  mutating func skip(forward: Bool, _ at: Moment) {
    guard player.state != .empty else {
      refuseEmpty(at)
      return
    }
    takeOver()
    if !forward, player.state != .stopped, place(at) > .seconds(3) {
      seek(to: .zero, at)
      sayTitle(at)
      return
    }
    let old = player.queue.current
    guard let orders = player.skip(forward: forward) else {
      refuseSkip(forward: forward, at)
      return
    }
    if let old, let new = player.queue.current, !player.queue.isShuffled,
      forward ? new < old : new > old
    {
      cue(.wrap)
    }
    carry(orders)
    effects.append(.save)
    sayTitle(at)
  }

  private mutating func refuseSkip(forward: Bool, _ at: Moment) {
    cue(.edge)
    if !forward, player.state != .stopped { seek(to: .zero, at) }
    announce(Announcement(.result, phrases(forward ? AnswerPhrase.lastTrack : .firstTrack)), at)
  }

  /// A track began to sound; when it came by itself it is told.
  mutating func started(_ track: TrackID, _ at: Moment) {
    let before = player.queue.repeatMode
    let trackBefore = player.track
    let cameByItself = player.started(track)
    if cameByItself {
      recentSeek = nil
      pendingSeek = nil
    }
    settings.repeatMode = player.queue.repeatMode
    if before != settings.repeatMode || cameByItself { effects.append(.save) }
    guard track == player.track else { return }
    tellFailures(at)
    let isNews = cameByItself ? track != trackBefore : track == untold
    untold = nil
    if greets {
      greetIfDue(at)
    } else if isNews {
      let info = at.tracks.info(track)
      let name = words(at).name(track, info)
      announce(Announcement(.event, titled(name, info, at), spelled: name), at)
    }
  }

  mutating func ended(_ at: Moment) {
    let before = player.track
    switch player.ended() {
    case .stale: return
    case .goesOn(let orders):
      settings.repeatMode = player.queue.repeatMode
      carry(orders)
      if player.track != before { untold = player.track }
      return
    case .over: break
    }
    if isScanning { waitForMore(at) } else { tellEnd(at) }
  }

  /// The queue is over.
  mutating func tellEnd(_ at: Moment) {
    tellFailures(at)
    cue(.pause)
    effects.append(.save)
    let text = phrases(AnswerPhrase.queueEnded)
    if settings.detail == .full {
      announce(Announcement(.event, text), at)
    } else {
      show(text, at)
    }
  }

  mutating func cycleRepeat(_ at: Moment) {
    let all = RepeatMode.allCases
    let index = all.firstIndex(of: settings.repeatMode) ?? 0
    settings.repeatMode = all[(index + 1) % all.count]
    player.setRepeat(settings.repeatMode)
    effects.append(.save)
    let phrase: AnswerPhrase =
      switch settings.repeatMode {
      case .off: .repeatOff
      case .once: .repeatOnce
      case .track: .repeatTrack
      case .all: .repeatAll
      }
    result(phrase, at)
  }

  mutating func toggleShuffle(_ at: Moment) {
    settings.isShuffled.toggle()
    player.shuffle(settings.isShuffled)
    effects.append(.save)
    result(settings.isShuffled ? .shuffleOn : .shuffleOff, at)
  }
}
