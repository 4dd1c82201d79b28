// SPDX-License-Identifier: GPL-3.0-or-later

/// Keeps a sum below a ceiling by looking a block ahead. Owned by one thread.
///
/// Two blocks of delay: while one fills, the one before it is judged together with it, and the one
/// before that goes out. The gain runs straight from border to border, and a border's gain is the
/// smaller of what its two blocks allow, so inside a block no gain is above what the block allows.
/// As long as everything stays below the ceiling the samples are not touched at all.
struct Limiter: ~Copyable {
  /// Frames by which the output is late.
  var delay: Int {
    @_noLocks get { 2 * blockFrames }
  }

  private let blockFrames: Int
  private let channels: Int
  private let ceiling: Float
  private let recovery: Float
  private let holdBlocks: Int

  private let storage: SampleBuffer
  /// Which third of the storage fills, waits and goes out.
  private var filling = 0
  private var waiting = 1
  private var ready = 2
  private var filled = 0
  private var fillingPeak: Float = 0
  private var waitingPeak: Float = 0
  private var readyPeak: Float = 0
  private var waitingAllows: Float = 1
  private var gain: Float = 1
  private var held = 0

  /// - Parameters:
  ///   - blockFrames: half the delay.
  ///   - recovery: the share of the lost gain that comes back in a block.
  ///   - holdBlocks: blocks without recovery after each reduction, so that a low tone is not
  ///     bent between its peaks.
  init(channels: Int, blockFrames: Int, ceiling: Float, recovery: Float, holdBlocks: Int) {
    self.channels = channels
    self.blockFrames = max(blockFrames, 1)
    self.ceiling = ceiling
    self.recovery = recovery
    self.holdBlocks = holdBlocks
    storage = SampleBuffer(count: 3 * self.blockFrames * channels)
  }

  /// Whether nothing but silence is left inside.
  var isEmpty: Bool {
    @_noLocks get { fillingPeak == 0 && waitingPeak == 0 && readyPeak == 0 }
  }

  /// Takes `frames` frames and gives as many, `delay` later. `out` may be `input`:
  /// each sample is taken before its place is written.
  @_noLocks
  mutating func process(
    _ input: UnsafeMutablePointer<Float>, into out: UnsafeMutablePointer<Float>, frames: Int
  ) {
    var done = 0
    while done < frames {
      let count = min(blockFrames - filled, frames - done)
      unsafe exchange(input + done * channels, out + done * channels, frames: count)
      filled += count
      done += count
      if filled == blockFrames { turn() }
    }
  }

  /// Forgets everything, as if new.
  mutating func reset() {
    unsafe silence(storage.base, count: storage.count)
    filled = 0
    fillingPeak = 0
    waitingPeak = 0
    readyPeak = 0
    waitingAllows = 1
    gain = 1
    held = 0
  }

  @_noLocks
  private func block(_ index: Int) -> UnsafeMutablePointer<Float> {
    unsafe storage.base + index * blockFrames * channels
  }

  @_noLocks
  private mutating func exchange(
    _ input: UnsafeMutablePointer<Float>, _ out: UnsafeMutablePointer<Float>, frames: Int
  ) {
    let first = filled * channels
    let target = unsafe block(filling) + first
    let source = unsafe block(ready) + first
    // Magnitudes compare as their bit patterns do, and whole numbers are compared four at once.
    var peak = Int32(bitPattern: fillingPeak.bitPattern)
    for i in 0..<frames * channels {
      let sample = unsafe input[i]
      peak = max(peak, Int32(bitPattern: sample.bitPattern & 0x7FFF_FFFF))
      unsafe target[i] = sample
    }
    for i in 0..<frames * channels { unsafe out[i] = source[i] }
    fillingPeak = Float(bitPattern: UInt32(bitPattern: peak))
  }

  /// A block is full: the one before it gets its gain and goes out.
  @_noLocks
  private mutating func turn() {
    // A ten-thousandth below the ceiling, for the rounding of the products.
    let allows = fillingPeak > ceiling ? ceiling * 0.9999 / fillingPeak : 1
    let end = min(recovered(), min(waitingAllows, allows))
    if end < gain { held = holdBlocks }
    if gain != 1 || end != 1 { unsafe apply(to: block(waiting), from: gain, to: end) }
    gain = end
    readyPeak = waitingPeak
    waitingPeak = fillingPeak
    waitingAllows = allows
    fillingPeak = 0
    filled = 0
    (filling, waiting, ready) = (ready, filling, waiting)
  }

  @_noLocks
  private mutating func recovered() -> Float {
    guard gain < 1 else { return 1 }
    if held > 0 {
      held -= 1
      return gain
    }
    let next = gain + (1 - gain) * recovery
    return next > 0.9995 ? 1 : next
  }

  @_noLocks
  private func apply(to block: UnsafeMutablePointer<Float>, from: Float, to: Float) {
    let slope = (to - from) / Float(blockFrames)
    for frame in 0..<blockFrames {
      let g = from + slope * Float(frame)
      for channel in 0..<channels { unsafe block[frame * channels + channel] *= g }
    }
  }
}
