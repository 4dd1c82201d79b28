// SPDX-License-Identifier: GPL-3.0-or-later
import Audio

/// When the device's buffer must grow: three underruns in ten seconds ask for the largest one, and
/// three calm minutes bring the wanted one back. Time is counted in sound, not by a clock.
struct LatencyPolicy {
  static let underrunsToGrow = 3
  static let windowSeconds = 10.0
  static let calmSeconds = 180.0

  let wanted: Latency
  private(set) var current: Latency
  private var recent: [Double] = []
  private var seconds = 0.0
  private var lastUnderrun = 0.0

  init(wanted: Latency) {
    self.wanted = wanted
    current = wanted
  }

  /// An underrun was met.
  mutating func underran() {
    lastUnderrun = seconds
    recent.removeAll { $0 < seconds - Self.windowSeconds }
    recent.append(seconds)
  }

  /// Sound of this length went out; `true` when the device must be opened again with `current`.
  mutating func tookTime(seconds passed: Double) -> Bool {
    seconds += passed
    if current != .high && recent.count >= Self.underrunsToGrow {
      recent.removeAll()
      current = .high
      return true
    }
    if current != wanted && seconds - lastUnderrun >= Self.calmSeconds {
      current = wanted
      return true
    }
    return false
  }
}
