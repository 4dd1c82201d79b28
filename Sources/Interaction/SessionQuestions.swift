// SPDX-License-Identifier: GPL-3.0-or-later
import Player
import Speech

/// Questions about times. They change nothing.
extension Session {
  /// Elapsed and total in whole seconds; remaining is what is between them, so that the three
  /// always add up.
  private func times(_ at: Moment) -> (elapsed: Int, total: Int?, isAbout: Bool) {
    let length = trackLength(at)
    let elapsed = place(at).roundedSeconds
    guard let total = length.duration?.roundedSeconds else { return (elapsed, nil, false) }
    return (length.isAbout ? elapsed : min(elapsed, total), total, length.isAbout)
  }

  mutating func elapsed(_ at: Moment) {
    guard hasTrack(at) else { return }
    let (elapsed, total, _) = times(at)
    if stage % 2 == 1 {
      guard let total, total > 0 else {
        answer(.lengthUnknown, at)
        return
      }
      let percent = min(
        100, Int((place(at) / (trackLength(at).duration ?? place(at)) * 100).rounded()))
      answer(.percent, with: ["count": .number(percent)], at)
      return
    }
    sayTime(elapsed, isAbout: false, full: .elapsedFull, at)
  }

  mutating func remaining(_ at: Moment) {
    guard hasTrack(at) else { return }
    if stage % 2 == 1 {
      sayQueueTime(queueTime(remaining: true, at), at)
      return
    }
    let (elapsed, total, isAbout) = times(at)
    guard let total else {
      answer(.remainingUnknown, at)
      return
    }
    sayTime(max(0, total - elapsed), isAbout: isAbout, full: .remainingFull, at)
  }

  mutating func total(_ at: Moment) {
    guard hasTrack(at) else { return }
    if stage % 2 == 1 {
      sayQueueTime(queueTime(remaining: false, at), at)
      return
    }
    let (_, total, isAbout) = times(at)
    guard let total else {
      answer(.lengthUnknown, at)
      return
    }
    sayTime(total, isAbout: isAbout, full: .totalFull, at)
  }

  mutating func clock(_ at: Moment) {
    let clock = at.playback.clock
    guard stage % 2 == 1, player.state != .empty else {
      announce(Announcement(.answer, phrases.clock(hour: clock.hour, minute: clock.minute)), at)
      return
    }
    let (elapsed, total, _) = times(at)
    guard let total else {
      answer(.endUnknown, at)
      return
    }
    let track = clockText(clock.after(seconds: max(0, total - elapsed)))
    guard let queue = queueTime(remaining: true, at), player.queue.repeatMode == .off else {
      answer(.trackEnds, with: ["time": .text(track)], at)
      return
    }
    let end = clockText(clock.after(seconds: queue.seconds))
    let phrase: AnswerPhrase = queue.isAbout ? .trackAndQueueEndAbout : .trackAndQueueEnd
    answer(phrase, with: ["track": .text(track), "queue": .text(end)], at)
  }

  private func clockText(_ clock: WallClock) -> String {
    phrases.clock(hour: clock.hour, minute: clock.minute)
  }

  /// How often the same question has just been asked again.
  var stage: Int { followUp?.stage ?? 0 }

  private mutating func sayTime(_ seconds: Int, isAbout: Bool, full: AnswerPhrase, _ at: Moment) {
    let time = phrases.length(
      isAbout ? .about(.seconds(seconds)) : .exact(.seconds(seconds)), precise: true)
    if settings.detail == .full {
      answer(full, with: ["time": .text(time)], at)
    } else {
      announce(Announcement(.answer, time), at)
    }
  }

  /// A sum of lengths.
  struct QueueTime {
    var seconds: Int
    /// Some lengths are estimated, or not known and taken to be like the others.
    var isAbout: Bool
  }

  /// The time of the whole queue, or of what is still to play; `nil` when no length is known.
  private func queueTime(remaining: Bool, _ at: Moment) -> QueueTime? {
    let queue = player.queue
    let places =
      remaining ? queue.remaining() + (queue.current.map { [$0] } ?? []) : Array(0..<queue.count)
    var known = Duration.zero
    var knownCount = 0
    var isAbout = false
    for place in places {
      let id = queue.tracks[place]
      let length = length(of: id, at.tracks.knownInfo(id), at)
      guard let duration = length.duration else { continue }
      known += duration
      knownCount += 1
      if length.isAbout { isAbout = true }
    }
    guard knownCount > 0 else { return nil }
    let missing = places.count - knownCount
    if missing > 0 { known += known / knownCount * missing }
    if remaining { known -= min(known, place(at)) }
    return QueueTime(seconds: known.roundedSeconds, isAbout: isAbout || missing > 0)
  }

  private mutating func sayQueueTime(_ time: QueueTime?, _ at: Moment) {
    guard let time else {
      answer(.queueTimeUnknown, at)
      return
    }
    let length = Duration.seconds(time.seconds)
    let text = phrases.length(time.isAbout ? .about(length) : .exact(length))
    answer(isScanning ? .queueTimeSoFar : .queueTime, with: ["time": .text(text)], at)
  }

  private mutating func hasTrack(_ at: Moment) -> Bool {
    if player.state != .empty { return true }
    answer(isScanning ? .stillSearching : .empty, at)
    return false
  }
}
