// SPDX-License-Identifier: GPL-3.0-or-later

/// The few milliseconds in which something cut dies away, beside whatever comes after it.
///
/// A cut copies the samples that would have followed, faded, and lets go of the source at once.
/// Where no samples follow, the last one is held and faded: a step would be a click. Owned by the
/// output thread.
struct FadeTail: ~Copyable {
  /// Frames of a whole fade.
  let length: Int
  private let channels: Int
  private let samples: SampleBuffer
  private let curve: SampleBuffer
  private var at = 0
  /// Frames still to sound.
  private(set) var remaining = 0

  init(length: Int, channels: Int) {
    self.length = max(length, 1)
    self.channels = channels
    samples = SampleBuffer(count: self.length * channels)
    curve = SampleBuffer(count: self.length)
    for i in 0..<self.length {
      unsafe curve.base[i] = 1 - smoothStep(Float(i + 1) / Float(self.length))
    }
  }

  /// Starts a fade. What an earlier one still has to say goes on under it.
  @_noLocks
  mutating func begin() {
    let kept = remaining * channels
    let first = at * channels
    for i in 0..<kept { unsafe samples.base[i] = samples.base[first + i] }
    for i in kept..<samples.count { unsafe samples.base[i] = 0 }
    at = 0
    remaining = length
  }

  /// Puts `sample` in frame `frame` of the fade that just began.
  @_noLocks
  mutating func add(_ sample: Float, frame: Int, channel: Int) {
    // Through a local: `samples.base[i] +=` breaks the compiler (6.3.1) under ThreadSanitizer.
    let place = unsafe samples.base + (frame * channels + channel)
    unsafe place.pointee += sample * curve.base[frame]
  }

  /// Adds the next frames to `out` and returns how many there were.
  @_noLocks
  mutating func mix(into out: UnsafeMutablePointer<Float>, frames: Int) -> Int {
    let count = min(remaining, frames)
    let first = at * channels
    for i in 0..<count * channels { unsafe out[i] += samples.base[first + i] }
    at += count
    remaining -= count
    return count
  }
}
