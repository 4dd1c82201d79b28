// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// The first letters of the names in the queue, found once: a letter jump looks at all of them.
struct Initials: Sendable {
  private var known: [Character?] = []

  /// The letter or digit that a name begins with, in upper case.
  static func initial(of name: String) -> Character {
    let first = name.first { $0.isLetter || $0.isNumber } ?? " "
    return first.uppercased().first ?? first
  }

  /// The letter of one place.
  mutating func initial(
    _ place: Int, of queue: PlayQueue, _ tracks: any TrackLookup
  ) -> Character {
    if known.count < queue.count {
      known.append(contentsOf: repeatElement(nil, count: queue.count - known.count))
    }
    if let initial = known[place] { return initial }
    let id = queue.tracks[place]
    let initial = Self.initial(of: TrackWords.rawName(tracks.track(id), tracks.knownInfo(id)))
    known[place] = initial
    return initial
  }

  /// The name may have changed.
  mutating func forget(_ track: TrackID, in queue: PlayQueue) {
    guard !known.isEmpty, let place = queue.place(of: track), place < known.count else { return }
    known[place] = nil
  }
}
