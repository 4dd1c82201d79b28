// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// The lists and their cursor.
extension Session {
  func words(_ at: Moment) -> TrackWords { TrackWords(phrases: phrases, tracks: at.tracks) }

  /// How many items the view has.
  var itemCount: Int { view == .queue ? player.queue.count : CommandTable.rows.count }

  var cursor: Int {
    get { view == .queue ? queueCursor : commandCursor }
    set { if view == .queue { queueCursor = newValue } else { commandCursor = newValue } }
  }

  /// Up and Down. At the end of the list the item is said again; the same key once more goes
  /// round.
  mutating func step(_ by: Int, _ at: Moment) {
    guard hasItems(at) else { return }
    let target = cursor + by
    if (0..<itemCount).contains(target) {
      followUp?.isAtEdge = false
      cursor = target
    } else if followUp?.isAtEdge == true, !isRepeating, itemCount > 1 {
      followUp?.isAtEdge = false
      cursor = by > 0 ? 0 : itemCount - 1
      cue(.wrap)
    } else {
      followUp?.isAtEdge = !isRepeating
      cue(.edge)
    }
    sayItem(at)
  }

  /// Page up and page down: never round.
  mutating func page(_ by: Int, _ at: Moment) {
    guard hasItems(at) else { return }
    let target = min(max(cursor + by, 0), itemCount - 1)
    if target != cursor + by { cue(.edge) }
    cursor = target
    sayItem(at)
  }

  mutating func goToEnd(first: Bool, _ at: Moment) {
    guard hasItems(at) else { return }
    let target = first ? 0 : itemCount - 1
    if target == cursor { cue(.edge) }
    cursor = target
    sayItem(at)
  }

  /// Enter: plays the track, runs the command.
  mutating func act(_ at: Moment) {
    guard hasItems(at) else { return }
    if view == .commands {
      runChosenCommand(at)
      return
    }
    takeOver()
    carry(player.play(queueCursor))
    if settings.detail > .short { cue(.play) }
    sayTitle(at)
  }

  mutating func findPlaying(_ at: Moment) {
    guard let place = player.queue.current, player.state != .empty else {
      refuseEmpty(at)
      return
    }
    view = .queue
    queueCursor = place
    sayItem(at)
  }

  /// Shift and a letter: the next item that begins with it, round the end.
  mutating func jump(toLetter letter: Character, _ at: Moment) {
    if isRepeating {
      if deferred == nil { wait(for: .lastAgain, at) }
      return
    }
    followUp = nil
    guard hasItems(at) else { return }
    if let place = place(after: cursor, beginningWith: letter, at) {
      letterMisses = 0
      if place <= cursor { cue(.wrap) }
      cursor = place
      sayItem(at)
      return
    }
    letterMisses += 1
    if letterMisses >= 2 {
      letterMisses = 0
      refuse(.capsLock, at)
    } else {
      refuse(.noItemWith, with: ["letter": .text(String(letter))], at)
    }
  }

  private mutating func place(
    after start: Int, beginningWith letter: Character, _ at: Moment
  ) -> Int? {
    let wanted = Initials.initial(of: String(letter))
    let count = itemCount
    for step in 1...count {
      let place = (start + step) % count
      let initial =
        view == .queue
        ? initials.initial(place, of: player.queue, at.tracks)
        : Initials.initial(of: phrases(CommandName(CommandTable.rows[place].id)))
      if initial == wanted { return place }
    }
    return nil
  }

  private mutating func hasItems(_ at: Moment) -> Bool {
    if itemCount > 0 { return true }
    refuseEmpty(at)
    return false
  }

  mutating func refuseEmpty(_ at: Moment) {
    refuse(isScanning ? .stillSearching : .empty, at)
  }
}
