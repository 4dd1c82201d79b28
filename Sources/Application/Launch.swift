// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine
import Glibc
import Interaction
import Library
import MPG123
import Player
import Speech
import Terminal

/// From options to a running program.
struct Launch {
  let options: Options
  let words: Words
  let voices: [UInt8]

  /// Starts everything, plays until the listener leaves and returns the exit code.
  func run() -> Int32 {
    let errors = StandardError.divert()
    defer { errors.putBack() }
    let journal = SpeechJournal()
    if let path = options.speechLog, !journal.open(path) {
      let reason = SystemError(rawValue: errno).description
      errors.write(
        words(.noSpeechLog, ["name": .text(readable(path)), "reason": .text(reason)]))
      return 1
    }
    var past = Past(words: words, errors: errors)
    let parts = Composition.parts(options, voices: voices, guarding: past.guardian)
    if case .wav(let path) = options.sink, let error = refusal(of: parts.device) {
      errors.write(unwritable(path, error))
      return 1
    }
    let tracks = TrackTable(reading: MPG123Decoders(), scanning: { Composition.length($0) })
    let engine = Engine(parts)
    if let device = parts.device as? StandInDevice, let error = device.refusal {
      let values = ["name": device.name, "reason": words.reason(error)]
      past.troubles.append(words(.otherDevice, values.mapValues { .text(readable($0)) }))
    }
    engine.setDucking(options.ducking)
    let terminal = Terminal()
    let screen = Screen(
      plain: options.isPlain,
      terminalType: processEnvironment("TERM").map { Options.text($0) })
    let session = Session(
      settings: settings(past), phrases: words.phrases, start: start(past))
    let program = Program(
      .init(
        options: options, words: words, engine: engine, terminal: terminal, screen: screen,
        tracks: tracks, finder: TrackFinder(), memory: Memory(past.store), log: journal,
        session: session))
    program.begin(past)
    let code = program.run()
    for trouble in program.takeTroubles() { errors.write(trouble) }
    if case .wav(let path) = options.sink, let error = program.recordingError {
      errors.write(unwritable(path, error))
      return 1
    }
    return code
  }

  private func refusal(of device: any AudioOutputProvider) -> OutputError? {
    do throws(OutputError) {
      try device.open(options.latency).close()
      return nil
    } catch {
      return error
    }
  }

  private func unwritable(_ path: [UInt8], _ error: OutputError) -> String {
    words(.noRecording, ["name": .text(readable(path)), "reason": .text(words.reason(error))])
  }

  private func start(_ past: Past) -> StartOptions {
    var start = StartOptions()
    start.isFirstStart = past.isFirstStart
    start.index = options.start.map { $0 - 1 }
    start.seed = .random(in: .min ... .max)
    return start
  }

  /// What was kept, with what the command line says instead.
  private func settings(_ past: Past) -> Settings {
    var settings = past.state?.settings ?? Settings()
    if let volume = options.volume { settings.volume = volume }
    if let rate = options.rate { settings.rate = rate }
    if options.isShuffled { settings.isShuffled = true }
    return settings
  }
}

/// What the last start left behind.
struct Past {
  let store: StateStore?
  let state: StoredState?
  let guardian: SpeechGuard?
  /// What went wrong, to be said once there is a voice.
  var troubles: [String] = []

  /// Whether nothing was kept: the program runs for the first time.
  var isFirstStart: Bool { store != nil && state == nil }
}

extension Past {
  /// Opens the memory; what is wrong with it is printed and noted, and the program goes on without.
  init(words: Words, errors: StandardError) {
    do throws(SystemError) {
      let store = try StateStore()
      self.store = store
      guardian = try? SpeechGuard(folder: store.folder)
      if !store.isOwner { troubles.append(words(.otherInstance)) }
      let remembered = store.load()
      switch remembered {
      case .damaged(let aside, _):
        troubles.append(words.damage(aside ?? readable(store.folder)))
      case .unreadable(let error): troubles.append(words.unread(store.folder, error))
      case .known, .nothing: break
      }
      state = remembered.value
    } catch {
      troubles.append(words(.noMemory, ["reason": .text(error.description)]))
      store = nil
      state = nil
      guardian = nil
    }
    for trouble in troubles { errors.write(trouble) }
  }
}

extension Program {
  /// Sets the levels, puts back what was kept if that is wanted, and begins to look for tracks.
  func begin(_ past: Past) {
    let settings = session.settings
    engine.setVolume(percent: settings.volume)
    engine.setMuted(settings.isMuted)
    engine.setSpeechLevel(steps: settings.speechLevel)
    let isRestored = options.resumes && restore(past)
    handle(.launched)
    for trouble in past.troubles { handle(.programTrouble(trouble)) }
    if let voice = options.voice { engine.selectVoice(voice) }
    if !options.sources.isEmpty {
      finder.find(options.sources)
    } else if !isRestored, let folder = MusicFolder.find() {
      finder.find([folder])
    } else {
      handle(.scanEnded)
      quitIfAtEnd()
    }
  }

  private func restore(_ past: Past) -> Bool {
    guard let store = past.store else { return false }
    var queue = CompactTracks()
    let remembered = store.loadQueue { queue.append($0) }
    switch remembered {
    case .damaged(let aside, _):
      handle(.programTrouble(words.damage(aside ?? readable(store.folder))))
    case .unreadable(let error): handle(.programTrouble(words.unread(store.folder, error)))
    case .known, .nothing: break
    }
    guard case .known = remembered, !queue.isEmpty else { return false }
    // Without a place the queue is still better than nothing.
    let state = past.state ?? StoredState()
    session.restore(
      tracks.add(queue), current: state.track ?? 0, place: state.place,
      plays: state.isPlaying)
    return true
  }
}
