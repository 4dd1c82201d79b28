// SPDX-License-Identifier: GPL-3.0-or-later

/// Notices a device that keeps no time (`null`, `file` over `null`) and slows it down: a queue
/// must not race past in silence at full CPU.
///
/// Three seconds of sound taken within one is not a clock that runs a little fast.
struct PaceGuard {
  private let sampleRate: Int
  private var windowStart = MonotonicTime.now
  private var framesInWindow = 0
  private(set) var isUnpaced = false

  init(sampleRate: Int) { self.sampleRate = sampleRate }

  /// Called before a period is rendered.
  mutating func hold(period: Int) {
    if isUnpaced {
      MonotonicTime.sleep(for: .seconds(Double(period) / Double(sampleRate)))
    }
  }

  /// Called after `frames` were taken.
  mutating func wrote(_ frames: Int) {
    guard !isUnpaced else { return }
    framesInWindow += frames
    guard framesInWindow > 3 * sampleRate else { return }
    let now = MonotonicTime.now
    isUnpaced = now - windowStart < .seconds(1)
    windowStart = now
    framesInWindow = 0
  }
}
