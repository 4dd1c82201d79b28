// SPDX-License-Identifier: GPL-3.0-or-later

import Testing

@testable import SystemOutput

@Suite struct PeriodClockTests {
  private let period = 480
  private let millisecond = 1_000_000

  private func clock() -> PeriodClock { PeriodClock(sampleRate: 48_000, bufferFrames: 1440) }

  @Test func `the buffer fills at once, then empties by the clock`() {
    var clock = clock()
    for _ in 0..<3 {
      #expect(clock.roomTime(for: period, at: 1000) == nil)
      clock.wrote(period, at: 1000)
    }
    #expect(clock.pending(at: 1000) == 1440)
    #expect(clock.roomTime(for: period, at: 1000) == 1000 + 10 * millisecond)
    #expect(clock.pending(at: 1000 + 25 * millisecond) == 240)
    #expect(clock.pending(at: 1000 + 90 * millisecond) == 0)
  }

  @Test func `ten hours pass without drift`() throws {
    var clock = clock()
    var now = 77
    for _ in 0..<3_600_000 {
      if let room = clock.roomTime(for: period, at: now) { now = room }
      // Woken a little late, every time.
      now += 100_000
      clock.wrote(period, at: now)
    }
    let elapsed = now - 77
    #expect(abs(elapsed - 36_000_000 * millisecond) < 40 * millisecond)
  }

  @Test func `after a gap the time goes on from there instead of racing`() {
    var clock = clock()
    for _ in 0..<3 { clock.wrote(period, at: 0) }
    let later = 3_600_000 * millisecond
    clock.wrote(period, at: later)
    #expect(clock.pending(at: later) == period)
    clock.wrote(period, at: later)
    clock.wrote(period, at: later)
    #expect(clock.roomTime(for: period, at: later) == later + 10 * millisecond)
  }

  @Test func `nothing written, nothing pending`() {
    #expect(clock().pending(at: .max) == 0)
    #expect(clock().roomTime(for: period, at: 5) == nil)
  }
}
