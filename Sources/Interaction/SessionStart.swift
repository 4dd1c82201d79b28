// SPDX-License-Identifier: GPL-3.0-or-later
public import Player

/// Start, search for tracks, first words.
extension Session {
  /// The first welcome is so fast at most.
  static let welcomeRate = 175
  /// The welcome comes after so long even if no music has sounded.
  static let welcomePatience = Duration.milliseconds(1500)
  /// The first sign of life of a search, and the time between two.
  static let firstTick = Duration.seconds(1)
  static let tickGap = Duration.seconds(2)
  /// A word about a long search.
  static let searchPatience = Duration.seconds(5)

  /// Puts back a queue that was kept: its tracks, the current one (an index of the list) and its
  /// place. Comes before `Input.launched`. The music goes on if `plays`, else it waits there.
  public mutating func restore(
    _ tracks: [TrackID], current: Int, place: Duration, plays: Bool
  ) {
    player.append(tracks)
    guard player.queue.tracks.indices.contains(current) else { return }
    player.hold(current, at: place)
    queueCursor = current
    wantsStart = plays
  }

  mutating func launch(_ at: Moment) {
    isLaunched = true
    launchedAt = at.now
    deadlines[.working] = at.now + Self.firstTick
    deadlines[.searching] = at.now + Self.searchPatience
    guard player.state == .paused else {
      wantsStart = wantsStart && start.plays
      return
    }
    if wantsStart {
      begin(player.toggle(), at)
    } else {
      greet(at)
    }
    wantsStart = false
  }

  mutating func found(_ tracks: [TrackID], _ at: Moment) {
    guard !tracks.isEmpty else { return }
    let wasEmpty = player.state == .empty
    player.append(tracks)
    effects.append(.save)
    if wantsStart { startIfReady(at) }
    if let next = waitsAt {
      waitsAt = nil
      carry(player.goOn(with: next))
      untold = player.track
    }
    if wasEmpty, !wantsStart, player.state == .stopped, greets { greet(at) }
  }

  /// The listener decides what plays, and no longer the search.
  mutating func takeOver() {
    wantsStart = false
    waitsAt = nil
  }

  /// The music came to the end of what was found so far.
  mutating func waitForMore(_ at: Moment) {
    waitsAt = player.queue.count
    deadlines[.working] = at.now + Self.firstTick
    deadlines[.searching] = at.now + Self.searchPatience
  }

  private var awaitsTracks: Bool { player.state == .empty || wantsStart || waitsAt != nil }

  private mutating func startIfReady(_ at: Moment) {
    if let index = start.index {
      guard player.queue.count > index else { return }
      begin(player.play(index), at)
    } else {
      begin(player.queue.isShuffled ? player.playFirst() : player.play(0), at)
    }
  }

  private mutating func begin(_ orders: [PlayerEffect], _ at: Moment) {
    wantsStart = false
    carry(orders)
    queueCursor = player.queue.current ?? 0
    deadlines[.welcome] = at.now + Self.welcomePatience
  }

  mutating func searchEnded(_ at: Moment) {
    isScanning = false
    deadlines[.working] = nil
    deadlines[.searching] = nil
    sayTroubles(at)
    if player.state == .empty {
      wantsStart = false
      if greets {
        greet(at)
      } else {
        announce(Announcement(.answer, phrases(AnswerPhrase.empty)), at)
      }
      return
    }
    if wantsStart {
      let text = phrases(AnswerPhrase.fewerTracks, ["count": .number(player.queue.count)])
      announce(Announcement(.error, text), at)
      begin(player.playFirst(), at)
    }
    if waitsAt != nil {
      waitsAt = nil
      if player.queue.isAllBad { sayAllBad(at) } else { tellEnd(at) }
    }
    if saidSearching {
      let text = phrases(AnswerPhrase.found, ["count": .number(player.queue.count)])
      announce(Announcement(.progress, text), at)
    }
  }

  mutating func greetIfDue(_ at: Moment) {
    if greets { greet(at) }
  }

  /// The one sentence of the start. Somebody who has already pressed a key hears it only when
  /// nothing else is said.
  mutating func greet(_ at: Moment) {
    guard greets else { return }
    greets = false
    if isQuitting { return }
    deadlines[.welcome] = nil
    var phrase = AnswerPhrase.greetingEmpty
    var values: [String: PhraseValue] = [:]
    var name: String?
    if let track = player.track {
      let title = words(at).name(track, at.tracks.info(track))
      name = title
      values["name"] = .text(title)
      switch player.state {
      case .playing: phrase = .greetingPlaying
      case .paused: phrase = .greetingPaused
      case .stopped, .empty: phrase = .greetingStopped
      }
    }
    let rate = start.isFirstStart ? min(Self.welcomeRate, settings.rate) : nil
    let kind: Announcement.Kind = lastKey == nil || player.state == .empty ? .prompt : .event
    announce(Announcement(kind, phrases(phrase, values), spelled: name, rate: rate), at)
  }

  mutating func tickWorking(_ at: Moment) {
    guard isScanning, awaitsTracks else { return }
    cue(.working)
    deadlines[.working] = at.now + Self.tickGap
  }

  mutating func saySearching(_ at: Moment) {
    guard isScanning, awaitsTracks else { return }
    saidSearching = true
    let count = player.queue.count
    let text =
      count == 0
      ? phrases(AnswerPhrase.stillSearching)
      : phrases(AnswerPhrase.searching, ["count": .number(count)])
    announce(Announcement(.progress, text), at)
  }
}
