// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// Gathers what a scan finds and hands it on: the first track at once, then growing batches, none
/// held longer than 20 ms while the scan goes on.
final class ScanOutput {
  private let emit: (ScanEvent) -> Bool
  private let limit: Int
  private var pending: [Track] = []
  private var batch = 1
  private var found = 0
  private var troublesLeft = 200
  private var lastEmission = ContinuousClock.now
  /// Whether nothing more is wanted.
  private(set) var isStopped = false

  init(limit: Int, emit: @escaping (ScanEvent) -> Bool) {
    self.limit = limit
    self.emit = emit
  }

  /// How many more tracks are taken.
  var room: Int { limit - found }

  func add(_ track: Track) {
    guard !isStopped else { return }
    guard found < limit else { return overflow() }
    found += 1
    pending.append(track)
    if pending.count >= batch || ContinuousClock.now - lastEmission > .milliseconds(20) {
      batch = min(max(batch * 4, 16), 4096)
      flush()
    }
  }

  /// Tells that there is more than the limit, and stops.
  func overflow() {
    guard !isStopped else { return }
    flush()
    send(.trouble(.tooMany(limit: limit)))
    isStopped = true
  }

  /// Tells of something passed over; the tracks found before come first. After 200 the rest is
  /// kept back: a tree of 100 000 locked folders is not a reason to talk for a day.
  func tell(_ trouble: LibraryTrouble) {
    guard troublesLeft > 0 else { return breathe() }
    troublesLeft -= 1
    flush()
    send(.trouble(trouble))
  }

  /// Called often while nothing is found: hands on what waits, or gives a chance to stop.
  func breathe() {
    guard ContinuousClock.now - lastEmission > .milliseconds(pending.isEmpty ? 100 : 20) else {
      return
    }
    if pending.isEmpty { send(.searching) } else { flush() }
  }

  func flush() {
    guard !pending.isEmpty else { return }
    let tracks = pending
    pending = []
    send(.tracks(tracks))
  }

  private func send(_ event: ScanEvent) {
    guard !isStopped else { return }
    if !emit(event) { isStopped = true }
    lastEmission = .now
  }
}
