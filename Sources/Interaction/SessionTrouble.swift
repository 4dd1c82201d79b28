// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// Trouble with tracks and with the search for them.
extension Session {
  /// Troubles of a search are gathered so long.
  static let troubleWindow = Duration.seconds(2)

  /// A track failed: the first of a row is named, the others are counted.
  mutating func failed(_ track: TrackID, _ trouble: TrackTrouble, _ at: Moment) {
    var (failure, orders) = player.failed(track)
    guard failure != .stale else { return }
    if isScanning, failure == .ranOut || failure == .allBad {
      failure = .skipped
      if player.state == .stopped { waitForMore(at) }
    }
    effects.append(.save)
    let isFirst = !hasFailed
    hasFailed = true
    switch failure {
    case .allBad where player.queue.count > 1 || !isFirst: sayAllBad(at)
    case .gaveUp:
      extraFailures = []
      sayError(phrases(AnswerPhrase.gaveUp, ["count": .number(Player.failureLimit)]), at)
    case .skipped where !isFirst: extraFailures.append((track, trouble))
    default:
      tellFailures(at)
      hasFailed = failure == .skipped
      sayError(sentence(track, trouble, ends: failure != .skipped, at), at)
    }
    carry(orders)
    if waitsAt == nil, !orders.isEmpty, failure == .skipped { untold = player.track }
  }

  mutating func sayAllBad(_ at: Moment) {
    extraFailures = []
    sayError(phrases(AnswerPhrase.allBad, ["count": .number(player.queue.count)]), at)
  }

  /// Music sounds again, or has ended: what failed beyond the first is told.
  mutating func tellFailures(_ at: Moment) {
    let extra = extraFailures
    extraFailures = []
    hasFailed = false
    if extra.count == 1, let one = extra.first {
      sayError(sentence(one.track, one.trouble, ends: false, at), at)
    } else if !extra.isEmpty {
      sayError(phrases(AnswerPhrase.moreSkipped, ["count": .number(extra.count)]), at)
    }
  }

  private mutating func sayError(_ text: String, _ at: Moment) {
    cue(.error)
    announce(Announcement(.error, text), at)
  }

  private func sentence(
    _ track: TrackID, _ trouble: TrackTrouble, ends: Bool, _ at: Moment
  ) -> String {
    let phrase: AnswerPhrase =
      switch trouble {
      case .notFound: .trackMissing
      case .notPermitted: .trackForbidden
      case .unsupported: .trackUnsupported
      case .damaged: .trackDamaged
      case .other: .trackUnreadable
      }
    let reason = phrases(phrase, ["name": .text(words(at).knownName(track))])
    return joined([reason, phrases(ends ? AnswerPhrase.stopping : .skipping)])
  }

  mutating func gather(_ trouble: ScanTrouble, _ at: Moment) {
    if troubles.isEmpty { deadlines[.troubles] = at.now + Self.troubleWindow }
    troubles.append(trouble)
  }

  /// One sentence for what was gathered: up to two are named, more are counted.
  mutating func sayTroubles(_ at: Moment) {
    deadlines[.troubles] = nil
    guard let first = troubles.first else { return }
    let text =
      troubles.count <= 2
      ? joined(troubles.map { sentence($0, at) })
      : phrases(
        AnswerPhrase.manyTroubles,
        ["count": .number(troubles.count), "first": .text(sentence(first, at))])
    troubles = []
    sayError(text, at)
  }

  private func sentence(_ trouble: ScanTrouble, _ at: Moment) -> String {
    func shaped(_ name: String) -> PhraseValue { .text(words(at).shaped(name)) }
    switch trouble {
    case .notFound(let name): return phrases(AnswerPhrase.notFound, ["name": shaped(name)])
    case .notPermitted(let name): return phrases(AnswerPhrase.notPermitted, ["name": shaped(name)])
    case .loop(let name): return phrases(AnswerPhrase.loop, ["name": shaped(name)])
    case .missingTargets(let playlist, let count, let first):
      return phrases(
        AnswerPhrase.missingTargets,
        ["name": shaped(playlist), "count": .number(count), "first": shaped(first)])
    case .webTargets(let playlist, let count, _):
      return phrases(
        AnswerPhrase.webTargets, ["name": shaped(playlist), "count": .number(count)])
    case .nested(let playlist): return phrases(AnswerPhrase.nested, ["name": shaped(playlist)])
    case .unsupported(let name): return phrases(AnswerPhrase.unsupported, ["name": shaped(name)])
    case .tooMany(let limit): return phrases(AnswerPhrase.tooMany, ["count": .number(limit)])
    case .unreadable(let name, let reason):
      return phrases(
        AnswerPhrase.unreadable, ["name": shaped(name), "reason": shaped(reason)])
    }
  }
}
