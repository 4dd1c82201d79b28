// SPDX-License-Identifier: GPL-3.0-or-later

/// The times for which the conversation waits, at most one of a kind.
struct Deadlines: Sendable {
  /// What is to happen when a time has come.
  enum Kind: CaseIterable, Sendable {
    /// A held key rested: say what it came to.
    case repeatRest
    /// Held jumps rested: go there.
    case seekRest
    /// The volume rested: say it.
    case volumeRest
    /// A jump in a pause rested: say the place.
    case placeRest
    /// Nobody pressed a key in learn mode.
    case learnEnd
    /// Nobody pressed a key: a hint may be given.
    case hint
    /// Troubles of a search have been gathered.
    case troubles
    /// A sign of life while nothing plays.
    case working
    /// A word about a long search.
    case searching
    /// The welcome comes even if no music sounds.
    case welcome
    /// "Suspended" was said or took too long.
    case suspend
    /// The speech queue wants to be asked.
    case speech
  }

  private var times: [Kind: Duration] = [:]

  /// The time of one kind; setting `nil` waits no longer.
  subscript(kind: Kind) -> Duration? {
    get { times[kind] }
    set { times[kind] = newValue }
  }

  /// The earliest time.
  var next: Duration? { times.values.min() }

  /// Takes out the earliest one that has come.
  mutating func takeDue(_ now: Duration) -> Kind? {
    let due = Kind.allCases.compactMap { kind in times[kind].map { (kind, $0) } }
      .filter { $0.1 <= now }
    guard let first = due.min(by: { $0.1 < $1.1 })?.0 else { return nil }
    times[first] = nil
    return first
  }
}
