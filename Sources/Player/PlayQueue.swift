// SPDX-License-Identifier: GPL-3.0-or-later

/// What plays next: the list as the listener walks it, the place that plays, and the order of
/// play (list order or shuffled). Places are indexes of the list.
public struct PlayQueue: Sendable {
  /// The list, in the order in which it is walked.
  public private(set) var tracks: [TrackID] = []
  /// The place that plays or would play.
  public private(set) var current: Int?
  /// What follows the current and the last track.
  public var repeatMode = RepeatMode.off
  private var isBad: [Bool] = []
  private var badCount = 0
  private var round: ShuffleRound?
  private var generator: SeededGenerator

  /// An empty queue; `seed` decides how it shuffles.
  public init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  /// How many tracks there are.
  public var count: Int { tracks.count }
  /// Whether the tracks play in random order.
  public var isShuffled: Bool { round != nil }
  /// The track that plays or would play.
  public var currentTrack: TrackID? { current.map { tracks[$0] } }
  /// Whether there are tracks and none of them can be played.
  public var isAllBad: Bool { !tracks.isEmpty && badCount == tracks.count }

  /// Adds tracks at the end of the list; in a shuffled queue they come at random points.
  public mutating func append(_ more: [TrackID]) {
    let old = tracks.count
    tracks.append(contentsOf: more)
    isBad.append(contentsOf: repeatElement(false, count: more.count))
    round?.append(old..<tracks.count)
  }

  /// The place of a track in the list.
  public func place(of track: TrackID) -> Int? {
    // Mostly the list is the table of tracks itself.
    let guess = Int(track.rawValue)
    if tracks.indices.contains(guess), tracks[guess] == track { return guess }
    return tracks.firstIndex(of: track)
  }

  /// Goes to a place that the listener named.
  public mutating func choose(_ place: Int) {
    guard tracks.indices.contains(place) else { return }
    current = place
    round?.choose(place)
    mark(place, bad: false)
  }

  /// Switches random order on or off; the current track stays, a new round begins with it.
  public mutating func shuffle(_ on: Bool) {
    if on {
      round = ShuffleRound(count: tracks.count, current: current, generator: generator)
    } else if let round {
      generator = round.nextGenerator
      self.round = nil
    }
  }

  /// Where "next" goes; `nil` after the last track unless all are repeated.
  public mutating func next() -> Int? {
    if round != nil { return round?.next(wraps: repeatMode == .all, isBad: isBad) }
    guard let current else { return isBad.firstIndex(of: false) }
    if let later = isBad[(current + 1)...].firstIndex(of: false) { return later }
    return repeatMode == .all ? isBad[...current].firstIndex(of: false) : nil
  }

  /// Where "previous" goes; `nil` before the first track unless all are repeated.
  public func previous() -> Int? {
    if let round { return round.previous(isBad: isBad) }
    guard let current else { return nil }
    if let earlier = isBad[..<current].lastIndex(of: false) { return earlier }
    return repeatMode == .all ? isBad[current...].lastIndex(of: false) : nil
  }

  /// What follows when the current track ends by itself.
  public mutating func following() -> Int? {
    if let current, repeatMode == .once || repeatMode == .track, !isBad[current] {
      return current
    }
    return next()
  }

  /// Goes to what `next` names and returns it.
  public mutating func advance() -> Int? {
    let place =
      round != nil ? round?.advance(wraps: repeatMode == .all, isBad: isBad) : next()
    if let place { current = place }
    return place
  }

  /// Goes to what `previous` names and returns it.
  public mutating func retreat() -> Int? {
    let place = round != nil ? round?.retreat(isBad: isBad) : previous()
    if let place { current = place }
    return place
  }

  /// Goes to what `following` names, as the music has done by itself. A repetition "once" is used
  /// up by it.
  public mutating func follow() -> Int? {
    if let current, repeatMode == .once || repeatMode == .track, !isBad[current] {
      if repeatMode == .once { repeatMode = .off }
      return current
    }
    return advance()
  }

  /// Goes to where the queue begins: the first of the list, or a new shuffled round.
  public mutating func rewind() {
    guard !tracks.isEmpty else { return }
    guard let old = round else {
      current = isBad.firstIndex(of: false) ?? 0
      return
    }
    var fresh = ShuffleRound(count: tracks.count, current: nil, generator: old.nextGenerator)
    current = fresh.advance(wraps: false, isBad: isBad) ?? 0
    round = fresh
  }

  /// A track that could not be played is passed from now on, until the listener chooses it.
  public mutating func mark(_ place: Int, bad: Bool) {
    guard tracks.indices.contains(place), isBad[place] != bad else { return }
    isBad[place] = bad
    badCount += bad ? 1 : -1
  }

  /// The places that are still to play after the current one, in no certain order.
  public func remaining() -> [Int] {
    if let round { return round.remaining(isBad: isBad) }
    return (((current ?? -1) + 1)..<tracks.count).filter { !isBad[$0] }
  }
}
