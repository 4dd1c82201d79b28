// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Glibc

/// Keeps the time of a device that is not there: a buffer that empties at the sample rate.
///
/// Waiting ends at absolute times of `CLOCK_MONOTONIC`, so lateness does not add up. A gap (the
/// program was stopped, the machine slept) moves the clock instead of being caught up with.
struct PeriodClock {
  private let sampleRate: Int
  private let bufferFrames: Int
  /// Nanoseconds at which `heardBefore` frames had been heard; nil until the first write.
  private var anchor: Int?
  private var heardBefore = 0
  private var written = 0

  init(sampleRate: Int, bufferFrames: Int) {
    self.sampleRate = sampleRate
    self.bufferFrames = bufferFrames
  }

  /// Notes `frames` handed over at `now` nanoseconds.
  mutating func wrote(_ frames: Int, at now: Int) {
    if anchor == nil { anchor = now }
    resynchronise(at: now)
    written += frames
  }

  /// Frames written and not heard yet at `now` nanoseconds.
  func pending(at now: Int) -> Int { max(0, written - heard(at: now)) }

  /// When `frames` more fit into the buffer, in nanoseconds; nil: now.
  func roomTime(for frames: Int, at now: Int) -> Int? {
    let missing = pending(at: now) + frames - bufferFrames
    guard let anchor, missing > 0 else { return nil }
    return anchor + nanoseconds(written + frames - bufferFrames - heardBefore)
  }

  private mutating func resynchronise(at now: Int) {
    guard heard(at: now) >= written else { return }
    anchor = now
    heardBefore = written
  }

  private func heard(at now: Int) -> Int {
    guard let anchor, now > anchor else { return heardBefore }
    let elapsed = now - anchor
    let whole = (elapsed / 1_000_000_000) * sampleRate
    return heardBefore + whole + (elapsed % 1_000_000_000) * sampleRate / 1_000_000_000
  }

  /// Rounded up, so that waking at it finds the frames heard.
  private func nanoseconds(_ frames: Int) -> Int {
    let whole = (frames / sampleRate) * 1_000_000_000
    return whole + ((frames % sampleRate) * 1_000_000_000 + sampleRate - 1) / sampleRate
  }
}

/// The clock that never jumps.
enum MonotonicClock {
  /// Nanoseconds since some start (`CLOCK_MONOTONIC`).
  static var now: Int {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  /// Sleeps until `time` nanoseconds, signals notwithstanding (`clock_nanosleep`).
  static func sleep(until time: Int) {
    var target = timespec(tv_sec: time / 1_000_000_000, tv_nsec: time % 1_000_000_000)
    while unsafe clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &target, nil) == EINTR {}
  }
}

extension OutputConfiguration {
  /// 48 kHz with the periods of `latency`, granted to the frame.
  static func asWished(_ latency: Latency) -> Self {
    let period = 48 * latency.periodMilliseconds
    return Self(sampleRate: 48_000, periodFrames: period, bufferFrames: period * latency.periods)
  }
}
