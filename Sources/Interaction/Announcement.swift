// SPDX-License-Identifier: GPL-3.0-or-later
import Speech

/// Something to be said, before the detail level is asked.
struct Announcement: Sendable {
  /// The rows and columns of the detail table (docs/interaction.md §3).
  enum Kind: Sendable {
    /// The item under the cursor.
    case item
    /// What a command came to.
    case result
    /// The answer to a question; spoken at every level.
    case answer
    /// Words of a prompt or of a mode; spoken at every level.
    case prompt
    /// Trouble; spoken at every level.
    case error
    /// A track changed by itself.
    case event
    /// How far long work has come.
    case progress

    /// Whether there are words for it at this level.
    func speaks(at detail: Detail) -> Bool {
      switch self {
      case .answer, .prompt, .error: true
      case .item, .result, .progress: detail <= .short
      case .event: detail <= .normal
      }
    }

    /// Its class in the speech queue.
    var priority: SpeechPriority {
      switch self {
      case .item: .text
      case .result, .answer, .prompt: .message
      case .error: .important
      case .event: .notification
      case .progress: .progress
      }
    }
  }

  var kind: Kind
  var text: String
  /// What Backspace twice spells; `nil`: the whole text.
  var spelled: String?
  /// Words a minute for this one; `nil`: the listener's.
  var rate: Int?

  init(_ kind: Kind, _ text: String, spelled: String? = nil, rate: Int? = nil) {
    self.kind = kind
    self.text = text
    self.spelled = spelled
    self.rate = rate
  }
}

extension Detail: Comparable {
  /// Talkative levels are less.
  public static func < (a: Self, b: Self) -> Bool { a.order < b.order }

  private var order: Int {
    switch self {
    case .full: 0
    case .normal: 1
    case .short: 2
    case .onDemand: 3
    case .sounds: 4
    }
  }

  /// The level after this one; after the last the first.
  var following: Detail {
    let all = Self.allCases
    return all[(order + 1) % all.count]
  }
}
