// SPDX-License-Identifier: GPL-3.0-or-later

/// Samples of the render path, allocated and touched once.
@safe
struct SampleBuffer: ~Copyable {
  let base: UnsafeMutablePointer<Float>
  let count: Int

  init(count: Int) {
    self.count = count
    unsafe base = .allocate(capacity: max(count, 1))
    unsafe base.initialize(repeating: 0, count: max(count, 1))
  }

  deinit { unsafe base.deallocate() }
}

/// Sets `count` samples to zero (`update(repeating:)` is refused in the render path).
@_noLocks
func silence(_ samples: UnsafeMutablePointer<Float>, count: Int) {
  for i in 0..<count { unsafe samples[i] = 0 }
}

/// The S-shaped curve of every fade: from 0 to 1 without a corner at either end.
@_noLocks
func smoothStep(_ x: Float) -> Float { x * x * (3 - 2 * x) }
