// SPDX-License-Identifier: GPL-3.0-or-later

/// Notices a device that keeps no time (`null`, `file` over `null`) and slows it down: a queue
/// must not race past in silence at full CPU.
///
/// Three seconds of sound taken within one is not a clock that runs a little fast.
struct PaceGuard {
  private let sampleRate: Int
  private var windowStart: Duration
  private var framesInWindow = 0
  private(set) var isUnpaced = false

  /// Begins to watch at `now`.
  init(sampleRate: Int, now: Duration) {
    self.sampleRate = sampleRate
    windowStart = now
  }

  /// How long to rest before a period of this many frames is rendered.
  func rest(for period: Int) -> Duration {
    isUnpaced ? .seconds(Double(period) / Double(sampleRate)) : .zero
  }

  /// Notes `frames` taken at the time `now`.
  mutating func wrote(_ frames: Int, now: Duration) {
    guard !isUnpaced else { return }
    framesInWindow += frames
    guard framesInWindow > 3 * sampleRate else { return }
    isUnpaced = now - windowStart < .seconds(1)
    windowStart = now
    framesInWindow = 0
  }
}
