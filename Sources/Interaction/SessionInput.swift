// SPDX-License-Identifier: GPL-3.0-or-later
import Player
import Speech

extension Session {
  mutating func take(_ input: Input, _ at: Moment) {
    switch input {
    case .launched: break
    case .touched: touch(at)
    case .key(let key): press(key, at)
    case .paste(let text): paste(text, at)
    case .wake: wake(at)
    case .tracksFound, .scanTrouble, .scanEnded, .trackLearned: takeSearch(input, at)
    case .trackStarted, .trackFailed, .playbackEnded, .pauseHeard, .playHeard:
      takeMusic(input, at)
    case .deviceLost: announce(Announcement(.error, phrases(AnswerPhrase.deviceLost)), at)
    case .deviceMissing: announce(Announcement(.error, phrases(AnswerPhrase.deviceMissing)), at)
    case .deviceBack: announce(Announcement(.error, phrases(AnswerPhrase.deviceBack)), at)
    case .speechEnded(let id): over(id, speech.ended(id, now: at.now), at)
    case .speechCut(let id): over(id, speech.cut(id, now: at.now), at)
    case .speechFailed(let id):
      cue(.error)
      over(id, speech.failed(id, now: at.now), at)
    case .programTrouble(let words): announce(Announcement(.error, words), at)
    case .suspending: suspend(at)
    case .resumed: resume(at)
    case .terminated:
      isQuitting = true
      effects.append(.save)
      effects.append(.quitNow)
    }
  }

  private mutating func takeSearch(_ input: Input, _ at: Moment) {
    switch input {
    case .tracksFound(let tracks): found(tracks, at)
    case .scanTrouble(let trouble): gather(trouble, at)
    case .scanEnded: searchEnded(at)
    case .trackLearned(let track): initials.forget(track, in: player.queue)
    default: break
    }
  }

  private mutating func takeMusic(_ input: Input, _ at: Moment) {
    switch input {
    case .trackStarted(let track): started(track, at)
    case .trackFailed(let track, let trouble): failed(track, trouble, at)
    case .playbackEnded: ended(at)
    case .pauseHeard: heard(.paused, at)
    case .playHeard: heard(.playing, at)
    default: break
    }
  }

  private mutating func over(_ id: UtteranceID, _ actions: [SpeechAction], _ at: Moment) {
    noteOver(id, at)
    carry(actions, at)
  }

  mutating func noteOver(_ id: UtteranceID, _ at: Moment) {
    if followUp?.utterance == id, followUp?.overAt == nil { followUp?.overAt = at.now }
    if case .leaving(let said, let wasPlaying) = suspension, said == id {
      leave(wasPlaying: wasPlaying)
    }
  }

  mutating func wake(_ at: Moment) {
    lastWake = nil
    while let kind = deadlines.takeDue(at.now) { fire(kind, at) }
  }

  private mutating func fire(_ kind: Deadlines.Kind, _ at: Moment) {
    switch kind {
    case .repeatRest: sayDeferred(at)
    case .seekRest: flushSeek(at)
    case .volumeRest: sayVolume(at)
    case .placeRest: sayPlace(at)
    case .learnEnd: stopLearning(at)
    case .hint: giveHint(at)
    case .troubles: sayTroubles(at)
    case .working: tickWorking(at)
    case .searching: saySearching(at)
    case .welcome: greet(at)
    case .suspend:
      if case .leaving(_, let wasPlaying) = suspension { leave(wasPlaying: wasPlaying) }
    case .speech: carry(speech.wake(now: at.now), at)
    }
  }

  mutating func askToBeWoken() {
    deadlines[.speech] = speech.deadline
    guard let next = deadlines.next, next != lastWake else { return }
    lastWake = next
    effects.append(.wake(at: next))
  }
}
