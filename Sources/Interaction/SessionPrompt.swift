// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// The "go to" prompt.
extension Session {
  mutating func openGoTo(_ at: Moment) {
    guard isInTrack(at) else { return }
    prompt = LineEditor()
    announce(Announcement(.prompt, phrases(AnswerPhrase.goTo)), at)
  }

  /// A key while the prompt is open: printable ones are text, function keys keep their meaning.
  mutating func edit(_ key: KeyStroke, _ at: Moment) {
    followUp = nil
    switch key {
    case .character(let character): insert(String(character), at)
    case .backspace: tellDeleted(prompt?.deleteBack(), at)
    case .delete: tellDeleted(prompt?.deleteForward(), at)
    case .left: moveCursor(to: (prompt?.cursor ?? 0) - 1, at)
    case .right: moveCursor(to: (prompt?.cursor ?? 0) + 1, at)
    case .home: moveCursor(to: 0, at)
    case .end: moveCursor(to: LineEditor.limit, at)
    case .enter: acceptGoTo(at)
    case .escape: cancelPrompt(at)
    case .up, .down, .pageUp, .pageDown: refusePrompt(.noList, at)
    case .tab, .backTab: refusePrompt(.nothingToComplete, at)
    case .insert, .unknown: refusePrompt(.unused, at)
    case .function, .control: act(on: key, at)
    }
  }

  /// Typed or pasted text.
  mutating func insert(_ text: String, _ at: Moment) {
    let plain = text.filter { !$0.isNewline && !$0.unicodeScalars.contains { $0.value < 0x20 } }
    let taken = prompt?.insert(plain) ?? ""
    guard let first = taken.first else {
      refusePrompt(.lineFull, at)
      return
    }
    let echo = taken.count == 1 ? phrases.spoken(first) : taken
    announce(Announcement(.prompt, echo), at, keep: false)
  }

  private mutating func tellDeleted(_ character: Character?, _ at: Moment) {
    guard let character else {
      cue(.edge)
      announce(Announcement(.prompt, phrases(AnswerPhrase.lineEmpty)), at, keep: false)
      return
    }
    let text = phrases(AnswerPhrase.deleted, ["text": .text(phrases.spoken(character))])
    announce(Announcement(.prompt, text), at, keep: false)
  }

  private mutating func moveCursor(to place: Int, _ at: Moment) {
    if prompt?.move(to: place) != true { cue(.edge) }
    let text =
      prompt?.current.map { phrases.spoken($0) }
      ?? phrases(prompt?.text.isEmpty == true ? AnswerPhrase.lineEmpty : .lineEnd)
    announce(Announcement(.prompt, text), at, keep: false)
  }

  private mutating func acceptGoTo(_ at: Moment) {
    let typed = prompt?.text ?? ""
    guard typed.contains(where: { !$0.isWhitespace }) else {
      cancelPrompt(at)
      return
    }
    guard let goal = GoTo(typed) else {
      refusePrompt(.notAPlace, at)
      return
    }
    let length = trackLength(at)
    guard let target = target(of: goal, length: length.duration, at) else {
      refusePrompt(.lengthUnknown, at)
      return
    }
    if !length.isAbout, let end = length.duration, target > end {
      cue(.refused)
      let text = phrases(AnswerPhrase.beyondEnd, ["length": .text(phrases.length(length))])
      announce(Announcement(.prompt, text), at)
      return
    }
    prompt = nil
    guard isInTrack(at) else { return }
    seek(to: target, at)
    announce(Announcement(.answer, phrases.time(target, precise: true)), at)
  }

  private func target(of goal: GoTo, length: Duration?, _ at: Moment) -> Duration? {
    let last = length.map { max(.zero, $0 - Self.endMargin) }
    switch goal {
    case .place(let seconds): return .seconds(seconds)
    case .percent(let percent):
      return length.map { min($0 * percent / 100, last ?? $0) }
    case .jump(let seconds):
      let target = max(.zero, place(at) + .seconds(seconds))
      return last.map { min(target, $0) } ?? target
    }
  }

  private mutating func cancelPrompt(_ at: Moment) {
    prompt = nil
    announce(Announcement(.prompt, phrases(AnswerPhrase.cancelled)), at)
  }

  private mutating func refusePrompt(_ phrase: AnswerPhrase, _ at: Moment) {
    cue(.refused)
    announce(Announcement(.prompt, phrases(phrase)), at, keep: false)
  }
}
