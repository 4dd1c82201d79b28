// SPDX-License-Identifier: GPL-3.0-or-later

/// What the player wants of the sound.
public enum PlayerEffect: Hashable, Sendable {
  /// Play this track from this place, instead of what sounds.
  case play(TrackID, at: Duration)
  /// What follows without a gap when the current track ends; `nil`: nothing.
  case follow(TrackID?)
  /// Fade out and hold.
  case pause
  /// Go on from where it was held.
  case resume
  /// Fade out and let go of the track.
  case stop
  /// Go to this place in the current track.
  case seek(Duration)
}

/// Playing, paused, stopped, empty: commands in, effects out. Knows nothing of words or sound.
public struct Player: Sendable {
  /// What the music does, as far as the listener ordered.
  public enum State: Hashable, Sendable, CaseIterable {
    /// There is nothing to play.
    case empty
    /// There are tracks; none is begun.
    case stopped
    /// Music sounds or is about to.
    case playing
    /// Held at a place.
    case paused
  }

  /// What a failed track led to.
  public enum Failure: Hashable, Sendable {
    /// Another track is tried.
    case skipped
    /// Nothing can follow it.
    case ranOut
    /// No track of the queue can be played.
    case allBad
    /// Too many in a row could not be played.
    case gaveUp
    /// It is no longer wanted.
    case stale
  }

  /// What the end of the sound led to.
  public enum Ending: Hashable, Sendable {
    /// The queue has ended.
    case over
    /// There is a next track, of which the sound had not heard in time.
    case goesOn([PlayerEffect])
    /// It is the late echo of an older order.
    case stale
  }

  /// As many failed tracks in a row stop the music.
  public static let failureLimit = 10

  /// What the music does.
  public private(set) var state = State.empty
  /// What there is to play.
  public private(set) var queue: PlayQueue
  /// Whether the sound has the current track in hand.
  public private(set) var isLoaded = false
  /// Where the current track begins when it is played next; counts while it is not in hand.
  public private(set) var place = Duration.zero
  /// The track that was ordered and has not begun to sound.
  public private(set) var awaited: TrackID?
  /// How many tracks failed since one sounded.
  public private(set) var failuresInARow = 0
  /// What the sound was told to play next; `.none` when it has not been told.
  private var toldFollow: TrackID??

  /// A player with nothing to play; `seed` decides how it shuffles.
  public init(seed: UInt64) { queue = PlayQueue(seed: seed) }

  /// The track that plays or would play.
  public var track: TrackID? { queue.currentTrack }

  /// Adds tracks at the end.
  public mutating func append(_ tracks: [TrackID]) {
    queue.append(tracks)
    if state == .empty, !tracks.isEmpty {
      state = .stopped
      queue.choose(0)
    }
  }

  /// What follows the last or current track.
  public mutating func setRepeat(_ mode: RepeatMode) { queue.repeatMode = mode }

  /// Random order or not.
  public mutating func shuffle(_ on: Bool) { queue.shuffle(on) }

  /// Waits at a place of a track, as after a restart.
  public mutating func hold(_ index: Int, at place: Duration) {
    guard queue.tracks.indices.contains(index) else { return }
    queue.choose(index)
    self.place = place
    state = .paused
  }

  /// Plays the track at `index` of the list.
  public mutating func play(_ index: Int, at place: Duration = .zero) -> [PlayerEffect] {
    guard queue.tracks.indices.contains(index) else { return [] }
    queue.choose(index)
    failuresInARow = 0
    return begin(at: place)
  }

  /// Plays the track at `index` after others had ended or failed.
  public mutating func goOn(with index: Int) -> [PlayerEffect] {
    guard queue.tracks.indices.contains(index) else { return [] }
    queue.choose(index)
    return begin(at: .zero)
  }

  /// Plays where the queue begins: its first track, or any when it is shuffled.
  public mutating func playFirst() -> [PlayerEffect] {
    guard !queue.tracks.isEmpty else { return [] }
    queue.rewind()
    return begin(at: .zero)
  }

  /// Pause or play.
  public mutating func toggle() -> [PlayerEffect] {
    switch state {
    case .empty: return []
    case .stopped: return begin(at: .zero)
    case .playing:
      state = .paused
      return [.pause]
    case .paused:
      guard isLoaded else { return begin(at: place) }
      state = .playing
      return [.resume]
    }
  }

  /// Back to the start of the track, silent.
  public mutating func stop() -> [PlayerEffect] {
    guard state == .playing || state == .paused else { return [] }
    state = .stopped
    return release()
  }

  /// To a place of the current track.
  public mutating func seek(to place: Duration) -> [PlayerEffect] {
    guard state == .playing || state == .paused else { return [] }
    self.place = place
    return isLoaded ? [.seek(place)] : []
  }

  /// To the next or previous track; what was playing plays on there, what was held is held at
  /// its start. `nil` when there is none.
  public mutating func skip(forward: Bool) -> [PlayerEffect]? {
    guard (forward ? queue.advance() : queue.retreat()) != nil else { return nil }
    failuresInARow = 0
    if state == .playing { return begin(at: .zero) }
    return release()
  }

  /// Tells the sound what follows, if that is not what it was told last.
  public mutating func followUp() -> [PlayerEffect] {
    guard isLoaded else { return [] }
    let wanted =
      failuresInARow < Self.failureLimit ? queue.following().map { queue.tracks[$0] } : nil
    guard toldFollow != .some(wanted) else { return [] }
    toldFollow = .some(wanted)
    return [.follow(wanted)]
  }

  /// A track began to sound. True when it came by itself, not by an order.
  public mutating func started(_ track: TrackID) -> Bool {
    if let awaited, awaited != track { return false }
    guard state == .playing || state == .paused, isLoaded else { return false }
    failuresInARow = 0
    if awaited == track {
      awaited = nil
      return false
    }
    if let following = queue.following(), queue.tracks[following] == track {
      _ = queue.follow()
    } else if let index = queue.place(of: track) {
      queue.choose(index)
    }
    toldFollow = .none
    place = .zero
    return true
  }

  /// A track could not be played, or not any further.
  public mutating func failed(_ track: TrackID) -> (Failure, [PlayerEffect]) {
    guard let index = queue.place(of: track) else { return (.stale, []) }
    let isCurrent = track == self.track && isLoaded
    // A track that sounded up to a damage may be heard again; one that never sounded is passed.
    if !isCurrent || awaited == track { queue.mark(index, bad: true) }
    let isAhead = toldFollow == .some(.some(track)) && !isCurrent
    guard isCurrent || isAhead else { return (.stale, []) }
    failuresInARow += 1
    if isAhead { return (aheadFailure(), []) }
    if queue.isAllBad { return (.allBad, giveUp()) }
    if failuresInARow >= Self.failureLimit { return (.gaveUp, giveUp()) }
    guard queue.advance() != nil else { return (.ranOut, giveUp()) }
    let wasPaused = state == .paused
    let effects = wasPaused ? release() : begin(at: .zero)
    return (.skipped, effects)
  }

  /// The sound came to its end. Where something follows after all (a track may be over before the
  /// sound was told of the next one) that is played, else the queue's first track waits, stopped.
  public mutating func ended() -> Ending {
    guard awaited == nil, isLoaded else { return .stale }
    isLoaded = false
    place = .zero
    toldFollow = .none
    if failuresInARow < Self.failureLimit, queue.follow() != nil {
      return .goesOn(state == .paused ? [] : begin(at: .zero))
    }
    state = .stopped
    queue.rewind()
    return .over
  }

  private mutating func aheadFailure() -> Failure {
    if failuresInARow >= Self.failureLimit { return .gaveUp }
    return queue.following() == nil ? .ranOut : .skipped
  }

  private mutating func begin(at place: Duration) -> [PlayerEffect] {
    guard let track else { return [] }
    state = .playing
    isLoaded = true
    self.place = place
    awaited = track
    toldFollow = .none
    return [.play(track, at: place)]
  }

  private mutating func release() -> [PlayerEffect] {
    place = .zero
    awaited = nil
    toldFollow = .none
    guard isLoaded else { return [] }
    isLoaded = false
    return [.stop]
  }

  private mutating func giveUp() -> [PlayerEffect] {
    state = .stopped
    return release()
  }
}
