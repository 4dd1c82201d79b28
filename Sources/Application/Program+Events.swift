// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine
import Interaction
import Player
import Speech
import Terminal

extension Program {
  /// How long the last words may take.
  private static let lastWords = Duration.seconds(10)

  /// Hands the engine's news to the session.
  func takeEngineEvents() {
    while let event = engine.nextEvent() {
      switch event {
      case .opened(let token, let seconds, let isExact): opened(token, seconds, isExact)
      case .failed(let token, let error, let seconds):
        guard let track = requested[token] else { continue }
        handle(.trackFailed(track, TrackTrouble(error, atSeconds: seconds)))
        quitIfAtEnd()
      case .mixer(let event): take(event)
      case .deviceLost(let error): deviceLost(error)
      case .deviceMissing: handle(.deviceMissing)
      case .deviceBack: handle(.deviceBack)
      case .voiceFailed(let utterance, let error): voiceFailed(utterance, error)
      }
    }
  }

  /// A recording that is not written has no more use; a device may come back.
  private func deviceLost(_ error: OutputError) {
    if case .wav = options.sink {
      recordingError = error
      handle(.terminated)
    } else {
      handle(.deviceLost)
    }
  }

  private func take(_ event: MixerEvent) {
    let id = UtteranceID(rawValue: event.id)
    switch event.kind {
    // A track without samples begins with its end.
    case .trackStarted, .trackEnded: trackStarted(event.id)
    case .starved: break
    case .queueEnded: queueEnded()
    case .paused: handle(.pauseHeard)
    case .playing:
      hasSounded = true
      handle(.playHeard)
    case .speechStarted:
      if unheard == id { unheard = nil }
      log.started(id, frame: event.frame)
    case .speechEnded:
      if unheard == id { unheard = nil }
      log.ended(id, frame: event.frame)
      handle(.speechEnded(id))
    case .speechCut:
      log.cut(id, frame: event.frame)
      handle(.speechCut(id))
    }
  }

  /// A seek begins the same request anew; only another one is news.
  private func trackStarted(_ token: UInt32) {
    guard token != startedToken, let track = requested[token] else { return }
    startedToken = token
    requested = requested.filter { $0.key >= token }
    if case .about = tracks.knownInfo(track)?.length ?? .unknown { tracks.count(track) }
    handle(.trackStarted(track))
  }

  private func queueEnded() {
    startedToken = nil
    handle(.playbackEnded)
    quitIfAtEnd()
  }

  /// With `--quit-at-end`: ends the program when nothing plays and nothing more is looked for,
  /// once the last words were said.
  func quitIfAtEnd() {
    guard options.quitsAtEnd, ending == nil, !finder.isSearching else { return }
    switch session.state {
    case .stopped, .empty: ending = .after(Clock.now + Self.lastWords)
    case .playing, .paused: break
    }
  }

  private func opened(_ token: UInt32, _ seconds: Double?, _ isExact: Bool) {
    guard let track = requested[token], let seconds else { return }
    tracks.learn(track, length: isExact ? .exact(.seconds(seconds)) : .about(.seconds(seconds)))
    handle(.trackLearned(track))
  }

  private func voiceFailed(_ utterance: UInt32?, _ error: SpeechError) {
    guard let utterance else {
      if case .voiceNotFound(let name) = error {
        handle(.programTrouble(words(.otherVoice, ["name": .text(readable(name))])))
      } else {
        screen.show(
          item: nil, announcement: words(.noVoice, ["reason": .text(words.reason(error))]))
      }
      return
    }
    log.failed(UtteranceID(rawValue: utterance))
    handle(.speechFailed(UtteranceID(rawValue: utterance)))
  }
}
