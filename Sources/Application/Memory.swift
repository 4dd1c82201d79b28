// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Interaction
import Library
import Player
import Speech
import Synchronization

/// What is found again at the next start, kept on disk by a thread of its own: the loop never
/// waits for one. At most five seconds are lost with the power.
final class Memory {
  /// Between a change and its saving; with the disk's own time less than five seconds.
  private static let delay = Duration.seconds(3)

  /// When something is to be kept; `nil`: nothing changed.
  private(set) var deadline: Duration?
  private var keeper: Keeper?
  private var thread: EngineThread?
  private var keptQueue: [TrackID] = []
  private let bell = Bell()

  /// Readable when keeping has failed for the first time; for `poll`.
  var newsDescriptor: Int32 { bell.descriptor }

  /// Why keeping failed for the first time; `nil`: it did not.
  var failure: SystemError? {
    bell.silence()
    return keeper?.failure
  }

  /// Memory in `store`; `nil`: there is none, and nothing is kept.
  init(_ store: StateStore?) {
    guard let store else { return }
    let bell = self.bell
    let keeper = Keeper { bell.ring() }
    self.keeper = keeper
    thread = EngineThread(name: "memory") { keeper.work(store) }
  }

  /// Something changed that should be kept.
  func note(now: Duration) {
    guard keeper != nil, deadline == nil else { return }
    deadline = now + Self.delay
  }

  /// Hands everything to the keeping thread.
  ///
  /// While music plays its place changes all the time: the next saving is set at once.
  func keep(_ session: Session, place: Duration, tracks: TrackTable, now: Duration) {
    deadline = nil
    guard let keeper else { return }
    let queue = session.queue
    let isNewQueue = queue != keptQueue
    keptQueue = queue
    keeper.keep(
      .init(
        state: StoredState(session, place: place),
        tracks: isNewQueue ? tracks.selection(queue) : nil))
    if session.state == .playing { note(now: now) }
  }

  /// Waits until all is kept.
  func end() {
    keeper?.close()
    thread?.join()
  }
}

/// The keeping thread; only the newest letter counts.
private final class Keeper: Sendable {
  struct Letter: Sendable {
    var state: StoredState
    /// The queue; `nil`: as it was.
    var tracks: TrackSelection?
  }

  private struct Desk {
    var letter: Letter?
    var isClosed = false
    var failure: SystemError?
  }

  private let tell: @Sendable () -> Void

  /// A keeper who calls `tell` when keeping has failed for the first time.
  init(tell: @escaping @Sendable () -> Void) { self.tell = tell }

  /// Why keeping failed for the first time. Any thread.
  var failure: SystemError? { desk.withLock { $0.failure } }

  private let desk = Mutex(Desk())
  private let wake = Semaphore()

  func keep(_ letter: Letter) {
    desk.withLock { desk in
      let waiting = desk.letter?.tracks
      desk.letter = letter
      if letter.tracks == nil { desk.letter?.tracks = waiting }
    }
    wake.post()
  }

  func close() {
    desk.withLock { $0.isClosed = true }
    wake.post()
  }

  /// The thread's body; returns after `close`, when all is kept.
  func work(_ store: StateStore) {
    var unsaved: TrackSelection?
    while true {
      wake.wait()
      let (letter, isClosed) = desk.withLock { desk in
        let letter = desk.letter
        desk.letter = nil
        return (letter, desk.isClosed)
      }
      if let letter {
        unsaved = save(letter.state, letter.tracks ?? unsaved, store)
      }
      if isClosed { return }
    }
  }

  /// Saves; returns the tracks that could not be saved.
  ///
  /// A full disk is no reason to stop the music; the next change tries again.
  private func save(
    _ state: StoredState, _ tracks: TrackSelection?, _ store: StateStore
  ) -> TrackSelection? {
    var unsaved = tracks
    do throws(SystemError) {
      if let tracks { try store.saveQueue(tracks) }
      unsaved = nil
    } catch {
      failed(error)
    }
    do throws(SystemError) {
      try store.save(state)
    } catch {
      failed(error)
    }
    return unsaved
  }

  private func failed(_ error: SystemError) {
    let isFirst = desk.withLock { desk in
      defer { desk.failure = desk.failure ?? error }
      return desk.failure == nil
    }
    if isFirst { tell() }
  }
}

extension StoredState {
  /// The session as fields of the file.
  init(_ session: Session, place: Duration) {
    let settings = session.settings
    self.init(fields: [
      "volume": String(settings.volume), "muted": settings.isMuted ? "yes" : "no",
      "rate": String(settings.rate), "speech-level": String(settings.speechLevel),
      "detail": settings.detail.rawValue, "jump": settings.jump.rawValue,
      "repeat": settings.repeatMode.rawValue, "shuffle": settings.isShuffled ? "yes" : "no",
      "track": session.currentIndex.map(String.init) ?? "",
      "place-ms": String(place.wholeMilliseconds),
      "playing": session.state == .playing ? "yes" : "no",
    ])
  }

  /// The settings in the file; a value that makes no sense is the default.
  var settings: Settings {
    var settings = Settings()
    settings.volume = number("volume", 0...200) ?? settings.volume
    settings.rate = number("rate", 80...1200).map(SpeechRate.allowed) ?? settings.rate
    settings.speechLevel = number("speech-level", -40...20) ?? settings.speechLevel
    settings.isMuted = fields["muted"] == "yes"
    settings.isShuffled = fields["shuffle"] == "yes"
    settings.detail = fields["detail"].flatMap { Detail(rawValue: $0) } ?? settings.detail
    settings.jump = fields["jump"].flatMap { JumpLevel(rawValue: $0) } ?? settings.jump
    settings.repeatMode =
      fields["repeat"].flatMap { RepeatMode(rawValue: $0) } ?? settings.repeatMode
    return settings
  }

  /// The current track, as a place in the stored queue.
  var track: Int? { number("track", 0...Int(Int32.max)) }

  /// Whether music was playing.
  var isPlaying: Bool { fields["playing"] == "yes" }

  /// Milliseconds of a year: no track is longer.
  private static let longest = 31_536_000_000

  /// The place in the current track.
  var place: Duration { .milliseconds(number("place-ms", 0...Self.longest) ?? 0) }

  private func number(_ name: String, _ range: ClosedRange<Int>) -> Int? {
    fields[name].flatMap { Int($0) }.flatMap { range.contains($0) ? $0 : nil }
  }
}
