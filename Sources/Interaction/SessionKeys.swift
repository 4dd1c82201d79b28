// SPDX-License-Identifier: GPL-3.0-or-later
import Player
import Speech

/// From key strokes to commands.
extension Session {
  /// The same key within this time is a held key.
  static let repeatGap = Duration.milliseconds(120)
  /// The answer may be silent (no voice): the same key counts as pressed again so long.
  static let unheardAnswer = Duration.seconds(10)

  /// A key was touched: what is said ends.
  mutating func touch(_ at: Moment) {
    isTouched = true
    wasSounding = speech.isSpeaking
    if let live = speech.live, live.priority != .important { noteOver(live.id, at) }
    carry(speech.touched(), at)
    awaitedWord = nil
    deferred = nil
    for kind in [Deadlines.Kind.repeatRest, .volumeRest, .placeRest] { deadlines[kind] = nil }
  }

  mutating func press(_ key: KeyStroke, _ at: Moment) {
    if !isTouched { touch(at) }
    isTouched = false
    isRepeating = lastKey.map { $0.key == key && at.now - $0.at < Self.repeatGap } ?? false
    lastKey = (key, at.now)
    hasCue = false
    if !isRepeating { flushSeek(at) }
    defer { isRepeating = false }
    // Only Esc stops important words too, whatever else it does.
    if key == .escape { carry(speech.hushAll(), at) }
    if isLearning {
      learn(key, at)
    } else if prompt != nil {
      edit(key, at)
    } else {
      act(on: key, at)
    }
    armHint(at)
  }

  /// What a key does outside prompts and modes.
  mutating func act(on key: KeyStroke, _ at: Moment) {
    switch Keymap.meaning(key) {
    case .command(let command): perform(command, at)
    case .letter(let letter): jump(toLetter: letter, at)
    case .unused: refuseKey(.unused, at)
    case .unknown: refuseKey(.unknownKey, at)
    }
  }

  private mutating func refuseKey(_ phrase: AnswerPhrase, _ at: Moment) {
    followUp = nil
    refuse(phrase, at)
  }

  mutating func perform(_ command: Command, _ at: Moment) {
    if isRepeating, command.onRepeat == .once {
      if deferred == nil { wait(for: .lastAgain, at) }
      return
    }
    let stage = isRepeating ? 0 : nextStage(command, at)
    let wasAtEdge = stage > 0 && followUp?.isAtEdge == true
    followUp = FollowUp(command: command.id, stage: stage, pressedAt: at.now)
    followUp?.isAtEdge = wasAtEdge
    if command.id != .letterJump { letterMisses = 0 }
    command.run(&self, at)
  }

  /// How many times this key has been pressed again: 0 for a fresh press.
  private func nextStage(_ command: Command, _ at: Moment) -> Int {
    guard let last = followUp, last.command == command.id else { return 0 }
    if let over = last.overAt { return at.now - over < command.again ? last.stage + 1 : 0 }
    return at.now - last.pressedAt < Self.unheardAnswer ? last.stage + 1 : 0
  }

  /// Text pasted into the terminal: only a prompt takes it.
  mutating func paste(_ text: String, _ at: Moment) {
    if !isTouched { touch(at) }
    isTouched = false
    isRepeating = false
    hasCue = false
    lastKey = nil
    followUp = nil
    flushSeek(at)
    if prompt != nil, !isLearning { insert(text, at) } else { refuse(.pasteRefused, at) }
  }

  /// Esc outside prompts: hush; if nothing sounded, back one level.
  mutating func escape(_ at: Moment) {
    if wasSounding { return }
    guard view != .queue else {
      cue(.edge)
      announce(Announcement(.result, phrases(AnswerPhrase.topLevel)), at)
      return
    }
    closeCommands(at)
  }
}
