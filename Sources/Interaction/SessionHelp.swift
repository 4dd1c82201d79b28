// SPDX-License-Identifier: GPL-3.0-or-later
import Player
import Speech

/// The command list and learn mode.
extension Session {
  /// How long learn mode waits for a key.
  static let learnTime = Duration.seconds(60)
  /// A hint comes after so much rest.
  static let hintRest = Duration.seconds(2)

  mutating func openCommands(_ at: Moment) {
    if view == .commands {
      closeCommands(at)
      return
    }
    prompt = nil
    view = .commands
    commandCursor = 0
    announceView(.commandView, at)
  }

  mutating func closeCommands(_ at: Moment) {
    view = .queue
    announceView(.queueView, at)
  }

  /// The name of the view and the item under its cursor.
  private mutating func announceView(_ name: AnswerPhrase, _ at: Moment) {
    let text = itemCount == 0 ? itemLine(at) : joined([phrases(name), itemLine(at)])
    announce(Announcement(.answer, text), at)
  }

  /// Enter in the command list: back to the queue, and do it there.
  mutating func runChosenCommand(_ at: Moment) {
    let row = CommandTable.rows[commandCursor]
    guard row.id != .letterJump else {
      refuse(.needsLetter, at)
      return
    }
    view = .queue
    if row.id == .help {
      announceView(.queueView, at)
      return
    }
    followUp = FollowUp(command: row.id, stage: 0, pressedAt: at.now)
    row.run(&self, at)
  }

  mutating func letterNeeded(_ at: Moment) { refuse(.needsLetter, at) }

  mutating func startLearning(_ at: Moment) {
    prompt = nil
    isLearning = true
    deadlines[.learnEnd] = at.now + Self.learnTime
    announce(Announcement(.prompt, phrases(AnswerPhrase.learnOn)), at)
  }

  mutating func stopLearning(_ at: Moment) {
    isLearning = false
    deadlines[.learnEnd] = nil
    announce(Announcement(.prompt, phrases(AnswerPhrase.learnOff)), at)
  }

  /// A key in learn mode says what it does and does nothing.
  mutating func learn(_ key: KeyStroke, _ at: Moment) {
    followUp = nil
    switch Keymap.meaning(key) {
    case .command(let row) where row.id == .learn || row.id == .hush:
      if !isRepeating || row.id == .hush { stopLearning(at) } else { wait(for: .lastAgain, at) }
      return
    case .command(let row): tellCommand(row.id, at)
    case .letter: tellCommand(.letterJump, at)
    case .unused: tell(.unused, at)
    case .unknown: tell(.unknownKey, at)
    }
    deadlines[.learnEnd] = at.now + Self.learnTime
  }

  private mutating func tellCommand(_ id: CommandID, _ at: Moment) {
    let text = phrases(
      AnswerPhrase.learnKey,
      ["name": .text(phrases(CommandName(id))), "does": .text(phrases(CommandSentence(id)))])
    announce(Announcement(.prompt, text), at)
  }

  private mutating func tell(_ phrase: AnswerPhrase, _ at: Moment) {
    cue(.refused)
    announce(Announcement(.prompt, phrases(phrase)), at)
  }

  mutating func answerSentence(_ id: CommandID, _ at: Moment) {
    announce(Announcement(.answer, phrases(CommandSentence(id))), at)
  }

  /// A hint is due when nobody presses a key for a while; each view has one, at full detail.
  mutating func armHint(_ at: Moment) {
    let isDue =
      settings.detail == .full && !hinted.contains(view) && prompt == nil && !isLearning
      && itemCount > 0 && !isQuitting
    deadlines[.hint] = isDue ? at.now + Self.hintRest : nil
  }

  mutating func giveHint(_ at: Moment) {
    guard !speech.isSpeaking else {
      armHint(at)
      return
    }
    hinted.insert(view)
    let phrase: AnswerPhrase = view == .queue ? .hintQueue : .hintCommands
    announce(Announcement(.event, phrases(phrase)), at)
  }
}
