// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine
import Glibc
import Interaction
import Library
import Player
import Soxr
import Speech
import TestSupport
import Testing

@testable import Application
@testable import Terminal

/// The whole program with a pretended device, voice and decoder: keys go into a pipe, what is
/// printed comes out of another, and time passes while somebody waits for something.
final class ProgramRig {
  let tape = MemoryOutputTape()
  let gate = PeriodGate()
  let script = SpeechScript()
  let folder: ScratchFolder
  private let fallbackGate = PeriodGate()
  private let exitCode = Watched<Int32?>(nil)
  private var keys: Int32
  private var screen: Int32
  private var printed: [UInt8] = []
  private var lastPress = (text: "", until: Int64(0))

  /// Ways in which a program is not as usual.
  struct Oddity {
    var failingOpens: [OutputError] = []
    var voice: (any SpeechSynthesizerProvider)?
    var arrange: @Sendable (inout Options) -> Void = { _ in }
    /// Where the memory is kept; nil: nowhere.
    var memory: ScratchFolder?
  }

  /// Starts the program on a thread of its own, with these tracks as "Title 1.mp3" and so on in a
  /// folder: they have that name before their tags are read, too.
  init(_ tracks: [ToneTrack], _ oddity: Oddity = Oddity()) throws {
    folder = try ScratchFolder()
    let decoders = ToneDecoders()
    for (index, track) in tracks.enumerated() {
      try folder.write("Title \(index + 1).mp3", "x")
      decoders.setTrack(track, at: Array("\(folder.path)/Title \(index + 1).mp3".utf8))
    }
    for error in oddity.failingOpens { tape.failNextOpen(error) }
    let (keyPipe, screenPipe) = (try Pipe(), try Pipe())
    _ = fcntl(screenPipe.reading, F_SETFL, O_NONBLOCK)
    keys = keyPipe.writing
    screen = screenPipe.reading
    var options = Options()
    options.isPlain = true
    options.sources = [Array(folder.path.utf8)]
    oddity.arrange(&options)
    let parts = EngineParts(
      decoders: decoders, converters: SoxrConverters(),
      voice: options.isSilent ? nil : oddity.voice ?? RecordingVoices(script: script),
      device: MemoryDevice(tape: tape, gate: gate, isPaced: false),
      fallback: MemoryDevice(gate: fallbackGate))
    let ends = [keyPipe.reading, screenPipe.writing]
    let (exitCode, memory) = (self.exitCode, oddity.memory?.path)
    let phrases = try Checkout.englishPhrases()
    DetachedThread.start { [options] in
      let code = Self.run(options, parts, phrases, ends, memory: memory)
      for end in ends { close(end) }
      exitCode.with { $0 = code }
    }
  }

  private struct Titles: TrackInfoReader {
    func info(_ path: [UInt8]) -> TrackInfo? {
      let name = String(decoding: path, as: UTF8.self).split(separator: "/").last ?? ""
      var info = TrackInfo(length: .about(.seconds(9)))
      info.title = String(name.prefix { $0 != "." })
      return info
    }
  }

  private static func run(
    _ options: Options, _ parts: EngineParts, _ phrases: Phrasebook, _ ends: [Int32],
    memory: String?
  ) -> Int32 {
    let store = memory.flatMap { try? StateStore(folder: Array($0.utf8)) }
    let past = Past(store: store, state: store?.load().value, guardian: nil)
    let journal = SpeechJournal()
    if let path = options.speechLog { _ = journal.open(path) }
    let program = Program(
      .init(
        options: options, words: Words(phrases: phrases), engine: Engine(parts),
        terminal: Terminal(input: ends[0], output: ends[1]),
        screen: Screen(descriptor: ends[1], plain: true, terminalType: nil),
        tracks: TrackTable(reading: Titles(), scanning: { _ in nil }), finder: TrackFinder(),
        memory: Memory(store), log: journal,
        session: Session(
          settings: past.state?.settings ?? Settings(), phrases: phrases, start: StartOptions())))
    program.begin(past)
    return program.run()
  }

  deinit {
    close(keys)
    close(screen)
  }

  /// Presses keys; the same as before only after a while, or it would be a held key.
  func press(_ text: String) {
    if text == lastPress.text { pass { MonotonicTime.now > self.lastPress.until } }
    lastPress = (text, MonotonicTime.after(seconds: 0.3))
    let bytes = Array(text.utf8)
    _ = write(keys, bytes, bytes.count)
  }

  /// Closes the pipe the keys come from.
  func endInput() {
    close(keys)
    keys = -1
  }

  /// Lets sound pass, ten times as fast as in life, until `isDone`; false after 20 s.
  @discardableResult
  func pass(until isDone: () -> Bool) -> Bool {
    let deadline = MonotonicTime.after(seconds: 20)
    while !isDone() {
      guard MonotonicTime.now < deadline else { return isDone() }
      gate.letThrough(1)
      fallbackGate.letThrough(1)
      MonotonicTime.wait(until: MonotonicTime.now + 1_000_000)
    }
    return true
  }

  /// Whether a text with these words is given to the voice while time passes.
  func says(_ words: String) -> Bool {
    pass { self.script.texts.contains { $0.contains(words) } }
  }

  /// Whether a line with these words is printed while time passes.
  func prints(_ words: String) -> Bool {
    pass { self.output.contains(words) }
  }

  /// Everything printed so far.
  var output: String {
    var piece = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = read(screen, &piece, piece.count)
      guard count > 0 else { return String(decoding: printed, as: UTF8.self) }
      printed += piece[..<count]
    }
  }

  /// The number of the track whose samples came last; nil: silence, or something else with it.
  var heard: Int? {
    let samples = lastPeriod
    let origins = stride(from: samples.startIndex, to: samples.endIndex, by: 2).map {
      ToneTrack.origin(of: samples[$0])?.track
    }
    guard let track = origins.first, origins.allSatisfy({ $0 == track }) else { return nil }
    // Silence is exactly the middle of track 0.
    return isStill ? nil : track
  }

  /// Whether the last period was silent.
  var isStill: Bool { lastPeriod.allSatisfy { $0 == 0 } }

  private var lastPeriod: [Float] { tape.samples(from: tape.frames - 480) }

  /// The exit code, once the program has come to its end; nil when it does not.
  func end() -> Int32? {
    pass { self.exitCode.with { $0 } != nil }
    return exitCode.with { $0 }
  }

  /// Quits, for the tests that are about something else.
  func quit() {
    press("qq")
    gate.openForGood()
    fallbackGate.openForGood()
    _ = exitCode.wait(until: MonotonicTime.after(seconds: 20)) { $0 }
  }
}
