// SPDX-License-Identifier: GPL-3.0-or-later

/// What the queue wants of the voice, in order.
public enum SpeechAction: Hashable, Sendable {
  /// Speak now, in place of whatever is being said.
  case say(UtteranceID, Utterance, SpeechPriority)
  /// Cut what is being said; nothing follows yet.
  case hush
  /// This one, not begun, will not be said.
  case dropped(UtteranceID)
}

/// Who may speak, who waits, who gives way. A value without clock or thread: `now` is any
/// monotonic time, always the same clock.
///
/// One utterance is live. What arrives meanwhile does this to it (rows: arriving):
///
/// | arriving \ live | important | message | text | notification | progress |
/// |---|---|---|---|---|---|
/// | important | waits (protected) | replaces | replaces | replaces | replaces |
/// | message | waits | replaces | replaces | replaces | replaces |
/// | text | waits | waits | replaces | replaces | replaces |
/// | notification | kept 3 s | kept 3 s | kept 3 s | replaces | kept 3 s |
/// | progress | waits | waits | waits | waits | waits |
///
/// Each kind of waiting has one place and the newest takes it: the protected one, the answer
/// (message or text), the notification and the progress; so there is never a backlog. When the
/// live one is over they come in that order. An important text that is already live or waiting is
/// not said again. A replaced utterance is gone: the engine reports it as cut.
public struct SpeechQueue: Sendable {
  /// The longest a notification waits.
  public static let keptFor = Duration.seconds(3)

  private struct Entry: Sendable {
    let id: UtteranceID
    let utterance: Utterance
    let priority: SpeechPriority
    var until: Duration?
  }

  private var speaking: Entry?
  private var protected: Entry?
  private var answer: Entry?
  private var notification: Entry?
  private var progress: Entry?
  private var lastID: UInt32 = 0

  /// A queue in which nothing speaks.
  public init() {}

  /// Whether an utterance is live: given to the voice, and not reported as over.
  public var isSpeaking: Bool { speaking != nil }

  /// The utterance given to the voice and not yet over.
  public var live: (id: UtteranceID, priority: SpeechPriority)? {
    speaking.map { ($0.id, $0.priority) }
  }

  /// When `wake` must be called, on the clock of `now`; `nil`: not at all.
  public var deadline: Duration? { notification?.until }

  /// Something is to be said. The number names it in every later report; an important text that is
  /// already live or waiting keeps its first number and asks for nothing.
  public mutating func announce(
    _ utterance: Utterance, _ priority: SpeechPriority, now: Duration
  ) -> (id: UtteranceID, actions: [SpeechAction]) {
    if priority == .important, let same = important(saying: utterance) { return (same, []) }
    lastID &+= 1
    let entry = Entry(
      id: UtteranceID(rawValue: lastID), utterance: utterance, priority: priority,
      until: priority == .notification ? now + Self.keptFor : nil)
    let expired = expire(now: now)
    if let speaking, Self.waits(priority, behind: speaking.priority) {
      return (entry.id, expired + wait(entry))
    }
    return (entry.id, expired + give(entry))
  }

  /// Any key was touched: cuts everything but a live important utterance, and drops what waits
  /// except the protected one and the last progress, which is always said. Nothing new begins
  /// until `announce`, or until the voice reports the cut.
  public mutating func touched() -> [SpeechAction] {
    var actions = Self.drop(&answer) + Self.drop(&notification)
    if let speaking, speaking.priority != .important {
      self.speaking = nil
      actions.insert(.hush, at: 0)
    }
    return actions
  }

  /// Esc: cuts everything, important speech too, and drops all that waits.
  public mutating func hushAll() -> [SpeechAction] {
    let hush: [SpeechAction] = speaking == nil ? [] : [.hush]
    speaking = nil
    return hush + Self.drop(&protected) + Self.drop(&answer) + Self.drop(&notification)
      + Self.drop(&progress)
  }

  /// The voice reports that `id` sounded to its end.
  public mutating func ended(_ id: UtteranceID, now: Duration) -> [SpeechAction] {
    over(id, now: now)
  }

  /// The voice reports that `id` was cut, or was replaced before it sounded.
  public mutating func cut(_ id: UtteranceID, now: Duration) -> [SpeechAction] {
    over(id, now: now)
  }

  /// The voice reports that it could not say `id`.
  public mutating func failed(_ id: UtteranceID, now: Duration) -> [SpeechAction] {
    over(id, now: now)
  }

  /// The time of `deadline` has come (early calls do nothing).
  public mutating func wake(now: Duration) -> [SpeechAction] { expire(now: now) }
}

extension SpeechQueue {
  /// The table above: whether `arriving` lets `live` go on.
  private static func waits(_ arriving: SpeechPriority, behind live: SpeechPriority) -> Bool {
    switch arriving {
    case .important, .message: live == .important
    case .text: live == .important || live == .message
    case .notification: live != .notification
    case .progress: true
    }
  }

  private func important(saying utterance: Utterance) -> UtteranceID? {
    if let speaking, speaking.priority == .important, speaking.utterance == utterance {
      return speaking.id
    }
    if let protected, protected.utterance == utterance { return protected.id }
    return nil
  }

  private mutating func give(_ entry: Entry) -> [SpeechAction] {
    speaking = entry
    return [.say(entry.id, entry.utterance, entry.priority)]
  }

  private mutating func wait(_ entry: Entry) -> [SpeechAction] {
    switch entry.priority {
    case .important: Self.replace(&protected, with: entry)
    case .message, .text: Self.replace(&answer, with: entry)
    case .notification: Self.replace(&notification, with: entry)
    case .progress: Self.replace(&progress, with: entry)
    }
  }

  private mutating func over(_ id: UtteranceID, now: Duration) -> [SpeechAction] {
    if let speaking {
      // A report about one that was replaced long ago.
      guard speaking.id == id else { return [] }
      self.speaking = nil
    }
    let expired = expire(now: now)
    guard let next = takeNext() else { return expired }
    return expired + give(next)
  }

  private mutating func takeNext() -> Entry? {
    Self.take(&protected) ?? Self.take(&answer) ?? Self.take(&notification)
      ?? Self.take(&progress)
  }

  private mutating func expire(now: Duration) -> [SpeechAction] {
    guard let until = notification?.until, now >= until else { return [] }
    return Self.drop(&notification)
  }

  private static func take(_ place: inout Entry?) -> Entry? {
    defer { place = nil }
    return place
  }

  private static func drop(_ place: inout Entry?) -> [SpeechAction] {
    take(&place).map { [.dropped($0.id)] } ?? []
  }

  private static func replace(_ place: inout Entry?, with entry: Entry) -> [SpeechAction] {
    let actions = drop(&place)
    place = entry
    return actions
  }
}
