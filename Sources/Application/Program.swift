// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine
import Interaction
import Library
import Player
import Speech
import Terminal

/// The loop: what comes from the keys, the engine and the disk goes through the session, and its
/// effects are carried out. One thread owns all of this.
final class Program {
  let options: Options
  let words: Words
  let engine: Engine
  let terminal: Terminal
  let screen: Screen
  let tracks: TrackTable
  let finder: TrackFinder
  let memory: Memory
  let log: SpeechJournal
  var session: Session

  /// Which track each request of the engine is about.
  var requested: [UInt32: TrackID] = [:]
  var lastToken: UInt32 = 0
  /// The request whose beginning was told to the session last.
  var startedToken: UInt32?
  var keys = KeyDecoder()
  var wakeTime: Duration?
  var ending: Ending?
  /// Why the file of `--output wav:` could not be written any further.
  var recordingError: OutputError?
  var isInputOpen = true
  var voiceWatch = VoiceWatch()
  var hasSuspended = false
  /// Whether any music was heard.
  var hasSounded = false
  /// The utterance the voice was given and of which nothing was heard yet.
  var unheard: UtteranceID?
  private var isMemoryLossTold = false
  private var isLogLossTold = false
  private var inbox: [Input] = []
  private var isHandling = false

  /// How the program comes to its end.
  enum Ending {
    /// Once nothing is said any more, at the latest at this time.
    case after(Duration)
    case now
  }

  init(_ start: Start) {
    options = start.options
    words = start.words
    engine = start.engine
    terminal = start.terminal
    screen = start.screen
    tracks = start.tracks
    finder = start.finder
    memory = start.memory
    log = start.log
    session = start.session
  }

  /// Everything a program is made of.
  struct Start {
    var options: Options
    var words: Words
    var engine: Engine
    var terminal: Terminal
    var screen: Screen
    var tracks: TrackTable
    var finder: TrackFinder
    var memory: Memory
    var log: SpeechJournal
    var session: Session
  }

  /// Runs until the listener leaves; returns the exit code.
  func run() -> Int32 {
    while !isOver {
      wait()
      takeSignals()
      takeKeys()
      takeEngineEvents()
      takeFoundTracks()
      takeLearntTracks()
      takeTimes()
      for trouble in takeTroubles() { handle(.programTrouble(trouble)) }
      screen.flush()
    }
    return end()
  }

  /// The one way into the session. What an effect brings about at once waits until the effects
  /// before it are carried out.
  func handle(_ input: Input) {
    inbox.append(input)
    guard !isHandling else { return }
    isHandling = true
    defer { isHandling = false }
    while !inbox.isEmpty {
      let next = inbox.removeFirst()
      let effects = session.handle(next, now: Clock.now, playback: playback, tracks: tracks)
      for effect in effects { perform(effect) }
    }
  }

  /// The music as it is at this moment.
  var playback: Playback {
    let time = Clock.ofDay
    var playback = Playback(
      clock: WallClock(hour: time.hour, minute: time.minute, second: time.second))
    guard let position = engine.musicPosition, let track = requested[position.token] else {
      return playback
    }
    playback.track = track
    playback.position = .seconds(max(0, position.seconds))
    playback.length = tracks.knownInfo(track)?.length ?? .unknown
    return playback
  }

  // MARK: - Waiting

  private func wait() {
    var reading = [
      terminal.signalDescriptor, engine.eventDescriptor, finder.newsDescriptor,
      tracks.newsDescriptor, memory.newsDescriptor,
    ]
    if isInputOpen { reading.append(terminal.inputDescriptor) }
    Descriptors.wait(
      for: reading, writing: screen.isWaiting ? [screen.descriptor] : [],
      milliseconds: millisecondsToNextTime)
  }

  private var millisecondsToNextTime: Int {
    if tracks.hasUnread { return 0 }
    var times = [wakeTime, keys.deadline, memory.deadline, voiceWatch.deadline]
    if case .after(let time) = ending { times.append(time) }
    guard let next = times.compactMap({ $0 }).min() else { return -1 }
    return max(0, (next - Clock.now).wholeMilliseconds)
  }

  private func takeTimes() {
    let now = Clock.now
    if let time = wakeTime, time <= now {
      wakeTime = nil
      handle(.wake)
    }
    for id in voiceWatch.expired(now: now, answered: engine.answeredUtterance) {
      log.failed(id)
      handle(.speechFailed(id))
    }
    if let time = memory.deadline, time <= now { remember() }
  }

  private var isOver: Bool {
    switch ending {
    case nil: false
    case .now: true
    case .after(let time): Clock.now >= time || !session.isSpeaking
    }
  }

  // MARK: - Keys and signals

  private func takeKeys() {
    take(keys.timeout(now: Clock.now))
    if case .now = ending { return }
    guard isInputOpen else { return }
    switch terminal.readAvailable() {
    case .bytes(let bytes): take(keys.feed(bytes, now: Clock.now))
    case .nothing: break
    case .endOfInput:
      isInputOpen = false
      if terminal.isInteractive { handle(.terminated) }
    }
  }

  private func take(_ events: [TerminalEvent]) {
    for event in events {
      switch event {
      case .touched: handle(.touched)
      case .key(let key): handle(.key(key))
      case .paste(let text): handle(.paste(text))
      }
    }
  }

  private func takeSignals() {
    while let signal = terminal.nextSignal() {
      switch signal {
      case .terminate, .hangup: handle(.terminated)
      case .suspendRequest: handle(.suspending)
      case .continued:
        screen.redraw()
        if hasSuspended { handle(.resumed) }
        hasSuspended = false
      case .windowChanged: screen.redraw()
      }
    }
  }

  // MARK: - Tracks

  private func takeFoundTracks() {
    for event in finder.news() {
      switch event {
      case .tracks(let found): handle(.tracksFound(tracks.add(found)))
      case .trouble(let trouble): handle(.scanTrouble(trouble))
      case .ended:
        handle(.scanEnded)
        quitIfAtEnd()
      }
    }
  }

  private func takeLearntTracks() {
    for id in tracks.learnt() { handle(.trackLearned(id)) }
  }

  // MARK: - What cannot be written any more

  /// What went wrong with memory and speech log since this was asked last, each of them once.
  func takeTroubles() -> [String] {
    var troubles: [String] = []
    if !isMemoryLossTold, let error = memory.failure {
      isMemoryLossTold = true
      troubles.append(words(.lostMemory, ["reason": .text(error.description)]))
    }
    if !isLogLossTold, let error = log.failure {
      isLogLossTold = true
      let values = ["name": readable(log.path), "reason": error.description]
      troubles.append(words(.lostSpeechLog, values.mapValues { .text($0) }))
    }
    return troubles
  }

  // MARK: - The end

  private func end() -> Int32 {
    remember()
    finder.end()
    screen.leave()
    terminal.close()
    engine.end()
    tracks.end()
    memory.end()
    log.end()
    return options.quitsAtEnd && !hasSounded ? 1 : 0
  }

  /// Keeps what the listener will want to find again.
  func remember() {
    let now = Clock.now
    let place = session.place(now: now, playback: playback, tracks: tracks)
    memory.keep(session, place: place, tracks: tracks, now: now)
  }
}
