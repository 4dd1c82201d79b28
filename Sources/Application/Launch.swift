// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine
import Glibc
import Interaction
import Library
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
    let (store, trouble) = openStore()
    if let trouble { errors.write(trouble) }
    let journal = SpeechJournal()
    if let path = options.speechLog, !journal.open(path) {
      errors.write(words(.noSpeechLog, ["name": .text(readable(path))]))
      return 1
    }
    let stored = recall(store, errors)
    let guardian = store.flatMap { try? SpeechGuard(folder: $0.folder) }
    let finder = TrackFinder()
    let tracks = TrackTable(reading: MPG123Tags(), scanning: { Composition.length($0) })
    var session = Session(settings: settings(stored), phrases: words.phrases)
    let plan = plan(stored, store)
    session.begin(plan.beginning)
    let engine = Engine(Composition.parts(options, voices: voices, guarding: guardian))
    engine.setDucking(options.ducking)
    let terminal = Terminal()
    let screen = Screen(plain: options.isPlain, terminalType: environment("TERM"))
    let program = Program(
      .init(
        options: options, words: words, engine: engine, terminal: terminal, screen: screen,
        tracks: tracks, finder: finder, memory: Memory(store), log: journal, session: session))
    program.begin(plan)
    return program.run()
  }
}
