// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine
import Interaction
import Player
import Speech
import Terminal

extension Program {
  /// How long "goodbye" may take.
  private static let farewell = Duration.seconds(1)

  /// Carries out one effect.
  func perform(_ effect: Effect) {
    switch effect {
    case .say(let id, let utterance, let priority): say(id, utterance, priority)
    case .hush:
      engine.hush()
      giveUpUnheard()
    case .cue(let cue): engine.play(Earcon(cue))
    case .show(let item, let announcement): screen.show(item: item, announcement: announcement)
    case .volume(let percent): engine.setVolume(percent: percent)
    case .mute(let isMuted): engine.setMuted(isMuted)
    case .speechLevel(let steps): engine.setSpeechLevel(steps: steps)
    case .resetSpeech:
      engine.selectVoice(Composition.defaultVoice)
      engine.setDucking(.automatic)
    case .wake(let time): wakeTime = time
    case .save: memory.note(now: Clock.now)
    case .suspend: suspend()
    case .quit: ending = .after(Clock.now + Self.farewell)
    case .quitNow: ending = .now
    case .play, .follow, .pause, .resume, .stop, .seek: performMusic(effect)
    }
  }

  private func performMusic(_ effect: Effect) {
    switch effect {
    case .play(let track, let place):
      startedToken = nil
      requested.removeAll(keepingCapacity: true)
      engine.play(request(track), at: place.seconds)
    case .follow(let track): engine.follow(track.map { request($0) })
    case .pause: engine.setPaused(true)
    case .resume: engine.setPaused(false)
    case .stop:
      startedToken = nil
      engine.stop()
    case .seek(let place): engine.seek(to: place.seconds)
    default: break
    }
    memory.note(now: Clock.now)
  }

  private func request(_ track: TrackID) -> MusicRequest {
    lastToken &+= 1
    requested[lastToken] = track
    let track = tracks.track(track)
    return MusicRequest(token: lastToken, path: track.path, range: track.part?.range)
  }

  private func say(_ id: UtteranceID, _ utterance: Utterance, _ priority: SpeechPriority) {
    log.requested(id, utterance, priority, now: Clock.now)
    giveUpUnheard()
    guard !options.isSilent else {
      log.dropped(id)
      handle(.speechEnded(id))
      return
    }
    engine.say(
      SpeechRequest(
        utterance: id.rawValue, text: utterance.text,
        rate: utterance.rate ?? session.settings.rate))
    unheard = id
    voiceWatch.watch(id, now: Clock.now)
  }

  /// The mixer tells nothing of an utterance that was cut before its first sample; the session is
  /// told here. (If that sample is just being mixed, the mixer's own news comes second and is old.)
  private func giveUpUnheard() {
    voiceWatch.clear()
    guard let id = unheard else { return }
    unheard = nil
    handle(.speechCut(id))
  }

  private func suspend() {
    remember()
    screen.leave()
    hasSuspended = true
    terminal.suspendNow()
  }
}

extension TrackPart {
  /// The part for the engine; `nil` for all of the file.
  fileprivate var range: MusicRange? {
    isWhole ? nil : MusicRange(start: start, end: end, perSecond: Self.perSecond)
  }
}

extension Earcon {
  /// The sound for a cue of the conversation.
  init(_ cue: Cue) {
    self =
      switch cue {
      case .step: .step
      case .play: .play
      case .pause: .pause
      case .edge: .edge
      case .wrap: .wrap
      case .refused: .refused
      case .error: .error
      case .working: .working
      }
  }
}

/// Notices when the voice gives nothing for two seconds.
struct VoiceWatch {
  private static let patience = Duration.seconds(2)
  private var watched: (id: UtteranceID, until: Duration)?

  /// When to look next.
  var deadline: Duration? { watched?.until }

  /// The voice has been asked for this.
  mutating func watch(_ id: UtteranceID, now: Duration) { watched = (id, now + Self.patience) }

  /// Nothing is awaited any more.
  mutating func clear() { watched = nil }

  /// The utterances given up at `now`, when the voice has answered up to `answered`.
  mutating func expired(now: Duration, answered: UInt32) -> [UtteranceID] {
    guard let watched else { return [] }
    if answered >= watched.id.rawValue {
      self.watched = nil
      return []
    }
    guard watched.until <= now else { return [] }
    self.watched = nil
    return [watched.id]
  }
}
