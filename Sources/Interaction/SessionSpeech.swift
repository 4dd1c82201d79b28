// SPDX-License-Identifier: GPL-3.0-or-later
import Player
import Speech

/// Saying things: detail, history, the two lines, short sounds.
extension Session {
  /// How many announcements Backspace can bring back.
  static let historyLimit = 20
  /// A held key's outcome is said so long after the last repetition.
  static let repeatRest = Duration.milliseconds(200)
  /// A setting named so recently is told by its value alone.
  static let settingMemory = Duration.seconds(8)

  /// Says what the detail level lets through, prints it always (unless it stands there already); a
  /// held key's words wait until it rests.
  mutating func announce(
    _ announcement: Announcement, _ at: Moment, keep: Bool = true, prints: Bool = true
  ) {
    let answersKey = announcement.answersKey
    if isRepeating, answersKey {
      wait(for: .words(announcement), at)
      return
    }
    if prints { show(announcement.text, at) }
    guard announcement.kind.speaks(at: settings.detail) else {
      if announcement.isToned, !hasCue { cue(.step) }
      if answersKey { followUp?.overAt = at.now }
      return
    }
    if keep { remember(announcement) }
    let utterance = Utterance(speakable(announcement), rate: announcement.rate)
    let (id, actions) = speech.announce(utterance, announcement.kind.priority, now: at.now)
    if answersKey {
      followUp?.utterance = id
      followUp?.overAt = nil
    }
    carry(actions, at)
  }

  /// What a command came to, by the detail level: a sentence, the short form, the value alone.
  mutating func result(
    _ phrase: AnswerPhrase, with values: [String: PhraseValue] = [:], full: AnswerPhrase? = nil,
    value: String? = nil, _ at: Moment
  ) {
    let text =
      switch settings.detail {
      case .full: phrases(full ?? phrase, values)
      case .short: value ?? phrases(phrase, values)
      default: phrases(phrase, values)
      }
    announce(Announcement(.result, text), at)
  }

  /// A setting's new value; its name only at the beginning of a run of changes. `always`: it can
  /// be told by ear alone, so every detail level speaks it.
  mutating func changed(
    _ phrase: AnswerPhrase, value: String, full: AnswerPhrase? = nil, always: Bool = false,
    _ at: Moment
  ) {
    let isRun = lastSetting.map { $0.phrase == phrase && at.now - $0.at < Self.settingMemory }
    lastSetting = (phrase, at.now)
    let isShort = isRun == true || settings.detail == .short
    let named = settings.detail == .full ? full ?? phrase : phrase
    let text = isShort ? value : phrases(named, ["value": .text(value)])
    announce(Announcement(always ? .answer : .result, text), at)
  }

  /// The answer to a question.
  mutating func answer(
    _ phrase: AnswerPhrase, with values: [String: PhraseValue] = [:], _ at: Moment
  ) {
    announce(Announcement(.answer, phrases(phrase, values)), at)
  }

  /// Says why nothing happens.
  mutating func refuse(
    _ phrase: AnswerPhrase, with values: [String: PhraseValue] = [:], _ at: Moment
  ) {
    cue(.refused)
    announce(Announcement(.result, phrases(phrase, values)), at)
  }

  mutating func cue(_ cue: Cue) {
    hasCue = true
    effects.append(.cue(cue))
  }

  mutating func wait(for outcome: Deferred, _ at: Moment) {
    if !hasCue { cue(.step) }
    deferred = outcome
    deadlines[.repeatRest] = at.now + Self.repeatRest
  }

  mutating func sayDeferred(_ at: Moment) {
    isRepeating = false
    defer { deferred = nil }
    switch deferred {
    case .item: sayItem(at)
    case .words(let announcement): announce(announcement, at)
    case .lastAgain:
      if let last = history.last { announce(last, at, keep: false) }
    case nil: break
    }
  }

  mutating func carry(_ actions: [SpeechAction], _ at: Moment) {
    for action in actions {
      switch action {
      case .say(let id, let utterance, let priority):
        effects.append(.say(id, utterance, priority))
      case .hush: effects.append(.hush)
      case .dropped(let id): noteOver(id, at)
      }
    }
  }

  mutating func carry(_ orders: [PlayerEffect]) {
    for order in orders {
      switch order {
      case .play(let track, let place):
        recentSeek = nil
        pendingSeek = nil
        untold = nil
        effects.append(.play(track, at: place))
        effects.append(.save)
      case .follow(let track): effects.append(.follow(track))
      case .pause: effects.append(.pause)
      case .resume: effects.append(.resume)
      case .stop: effects.append(.stop)
      case .seek(let place): effects.append(.seek(place))
      }
    }
  }

  /// The two lines on the screen.
  mutating func show(_ announcement: String, _ at: Moment) {
    let item = itemLine(at)
    effects.append(
      .show(item: item == shownItem ? nil : item, announcement: readable(announcement)))
    shownItem = item
  }

  private mutating func remember(_ announcement: Announcement) {
    history.append(announcement)
    if history.count > Self.historyLimit { history.removeFirst() }
  }

  private func speakable(_ announcement: Announcement) -> String {
    // Spelling takes more characters than it spells.
    let limit = announcement.kind == .answer ? 1_000 : SpokenText.announcementLimit
    return SpokenText(announcement.text, and: phrases(AnswerPhrase.and), limit: limit).text
  }
}

extension Announcement {
  /// Whether it answers a key, so that the key's second press refers to it.
  var answersKey: Bool {
    switch kind {
    case .item, .result, .answer, .prompt: true
    case .error, .event, .progress: false
    }
  }

  /// Whether a tone stands for it where it has no words.
  var isToned: Bool { kind == .item || kind == .result }
}
