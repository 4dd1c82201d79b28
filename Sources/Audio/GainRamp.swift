// SPDX-License-Identifier: GPL-3.0-or-later

/// A gain that walks to a new value in a straight line, sample by sample, so that no step is
/// heard. Owned by the output thread.
struct GainRamp {
  private(set) var value: Float
  private(set) var target: Float
  private var step: Float = 0
  private var left = 0
  private let length: Int

  /// A gain at rest on `value`; every change takes `length` frames.
  init(_ value: Float, length: Int) {
    self.value = value
    target = value
    self.length = length
  }

  /// Whether the value rests.
  var isSteady: Bool {
    @_noLocks get { left == 0 }
  }

  /// Sets out for `newTarget`, or stays when it is already the goal.
  @_noLocks
  mutating func head(for newTarget: Float) {
    guard newTarget != target else { return }
    target = newTarget
    left = length
    step = (newTarget - value) / Float(length)
  }

  /// Is there at once: for when nothing sounds.
  @_noLocks
  mutating func jump() {
    value = target
    left = 0
  }

  /// The gain of the next frame. The last one is exactly the target.
  @_noLocks
  mutating func next() -> Float {
    if left > 0 {
      left -= 1
      value = left == 0 ? target : value + step
    }
    return value
  }
}
