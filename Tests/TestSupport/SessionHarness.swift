// SPDX-License-Identifier: GPL-3.0-or-later
public import Interaction
import Player
import Speech

/// A session with a pretended voice, device and clock. Keys go in, a transcript comes out: one
/// line for each thing that a listener would notice.
public struct SessionHarness {
  /// The session under test.
  public var session: Session
  /// The time on the clock.
  public private(set) var now = Duration.zero
  /// The tracks there are.
  public var tracks: FakeTracks
  /// What was noticed since the last `take`.
  public private(set) var log: [String] = []
  /// Every effect since the last `take`.
  public private(set) var effects: [Effect] = []
  /// The two lines on the screen.
  public private(set) var screen: (item: String, announcement: String) = ("", "")
  /// Tracks that cannot be played.
  public var broken: Set<Int32> = []
  /// The time of day.
  public var clock = WallClock(hour: 14, minute: 7)

  private var playing: TrackID?
  private var follow: TrackID?
  private var position = Duration.zero
  private var isSounding = false
  private var live: (id: UtteranceID, end: Duration)?
  private var wake: Duration?
  private var due: [(at: Duration, input: Input)] = []

  /// A session over `tracks`; nothing has happened.
  public init(
    _ tracks: FakeTracks = .jazz(), settings: Settings = Settings(),
    start: StartOptions = StartOptions()
  ) throws {
    self.tracks = tracks
    session = Session(
      settings: settings, phrases: try Checkout.englishPhrases(), start: start)
  }

  /// What the session is told of the music.
  public var playback: Playback {
    let length = playing.flatMap { tracks.info($0)?.length } ?? .unknown
    return Playback(track: playing, position: position, length: length, clock: clock)
  }

  /// What was noticed, one line each, and forgets it.
  public mutating func take() -> String {
    defer {
      log = []
      effects = []
    }
    return log.joined(separator: "\n")
  }

  /// Gives an input and carries out what is wanted.
  public mutating func give(_ input: Input) {
    let wanted = session.handle(input, now: now, playback: playback, tracks: tracks)
    effects += wanted
    for effect in wanted { carryOut(effect) }
  }

  /// Lets time pass, with all that happens meanwhile.
  public mutating func rest(_ time: Duration) {
    let end = now + time
    while let (at, input, isDue) = next(until: end) {
      move(to: at)
      if isDue { due.removeFirst() }
      switch input {
      case .wake: wake = nil
      case .speechEnded: live = nil
      case .trackStarted(let track) where !isDue:
        playing = track
        position = .zero
        follow = nil
      case .playbackEnded:
        playing = nil
        isSounding = false
      default: break
      }
      give(input)
    }
    move(to: end)
  }

  /// Lets time pass until nothing is being said.
  public mutating func listen() {
    var patience = 1000
    while live != nil, patience > 0 {
      rest(.milliseconds(100))
      patience -= 1
    }
  }

  /// Presses a key as a terminal tells it, some time after what was before.
  public mutating func press(_ key: KeyStroke, after gap: Duration = .milliseconds(300)) {
    rest(gap)
    log.append("> \(Self.name(key))")
    give(.touched)
    give(.key(key))
  }

  /// Presses keys that have a character.
  public mutating func type(_ keys: String, after gap: Duration = .milliseconds(300)) {
    for key in keys { press(.character(key), after: gap) }
  }

  /// The usual beginning: the tracks are found, the first one plays, the welcome was heard.
  public mutating func begin() {
    give(.launched)
    give(.tracksFound((0..<tracks.rows.count).map { TrackID(rawValue: Int32($0)) }))
    give(.scanEnded)
    rest(.milliseconds(100))
    listen()
    rest(.seconds(10) - now)
    _ = take()
  }
}

extension SessionHarness {
  private mutating func move(to time: Duration) {
    if isSounding { position += time - now }
    now = time
  }

  /// The next thing that happens by itself.
  private func next(until end: Duration) -> (Duration, Input, isDue: Bool)? {
    var candidates: [(Duration, Input, isDue: Bool)] =
      due.first.map { [($0.at, $0.input, true)] } ?? []
    if let wake { candidates.append((max(wake, now), .wake, false)) }
    if let live { candidates.append((live.end, .speechEnded(live.id), false)) }
    if isSounding, let playing, let length = tracks.info(playing)?.length.duration {
      let input: Input = follow.map { .trackStarted($0) } ?? .playbackEnded
      candidates.append((now + max(.zero, length - position), input, false))
    }
    return candidates.filter { $0.0 <= end }.min { $0.0 < $1.0 }
  }

  private mutating func later(_ milliseconds: Int, _ input: Input) {
    due.append((now + .milliseconds(milliseconds), input))
    due.sort { $0.at < $1.at }
  }

  private mutating func carryOut(_ effect: Effect) {
    switch effect {
    case .say(let id, let utterance, let priority):
      let old = live
      let rate = utterance.rate ?? session.settings.rate
      let words = utterance.text.split(separator: " ").count
      live = (id, now + .milliseconds(words * 60_000 / rate))
      log.append(Self.line(utterance, priority))
      if let old { give(.speechCut(old.id)) }
    case .hush:
      guard let old = live else { return }
      live = nil
      log.append("cut")
      give(.speechCut(old.id))
    case .show(let item, let announcement):
      screen = (item ?? screen.item, announcement ?? screen.announcement)
    case .wake(let at): wake = at
    case .follow(let track): follow = track
    case .save: break
    default: carryOutMusic(effect)
    }
  }

  private mutating func carryOutMusic(_ effect: Effect) {
    switch effect {
    case .play(let track, let place):
      log.append("play \(track.rawValue) at \(place.components.seconds)")
      due.removeAll()
      follow = nil
      if broken.contains(track.rawValue) {
        isSounding = false
        playing = nil
        later(5, .trackFailed(track, .unsupported))
        return
      }
      playing = track
      position = place
      isSounding = true
      due.append((now, .trackStarted(track)))
      later(20, .playHeard)
    case .pause:
      log.append("pause")
      isSounding = false
      later(50, .pauseHeard)
    case .resume:
      log.append("resume")
      isSounding = true
      later(20, .playHeard)
    case .stop:
      log.append("stop")
      isSounding = false
      playing = nil
    case .seek(let place):
      log.append("seek \(place.components.seconds)")
      position = place
    case .cue(let cue): log.append("cue \(cue)")
    case .volume(let volume): log.append("volume \(volume)")
    case .mute(let on): log.append("mute \(on)")
    case .speechLevel(let level): log.append("speech level \(level)")
    case .suspend, .quit, .quitNow, .resetSpeech: log.append("\(effect)")
    case .say, .hush, .show, .wake, .follow, .save: break
    }
  }

  private static func line(_ utterance: Utterance, _ priority: SpeechPriority) -> String {
    let rate = utterance.rate.map { " at \($0)" } ?? ""
    let mark = priority == .message || priority == .text ? "" : "\(priority) "
    return "\(mark)say \"\(utterance.text)\"\(rate)"
  }

  private static func name(_ key: KeyStroke) -> String {
    switch key {
    case .character(" "): "Space"
    case .character(let character): String(character)
    case .function(let number): "F\(number)"
    case .control(let letter): "Ctrl+\(letter)"
    default: "\(key)"
    }
  }
}
