// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization

/// Frames on their way from one thread to one other.
///
/// What lies in it is described by the records of a `RecordQueue` beside it: a record is pushed
/// after its samples, so the reader never looks at the ring's own write position.
@safe
struct SampleRing: ~Copyable {
  /// Samples a frame.
  let channels: Int
  /// Frames the ring can hold; a power of two.
  let capacity: Int
  private let storage: UnsafeMutablePointer<Float>
  /// Frames written since the beginning. Stored by the writer: *releasing*, for `count` on other
  /// threads; the samples themselves are published by the record pushed afterwards.
  private let written = Atomic<Int>(0)
  /// Frames given back since the beginning. Stored by the reader: *releasing*, so that its reads
  /// are over before the writer, which acquires it, writes there again.
  private let taken = Atomic<Int>(0)

  /// A ring of at least `frames` frames; its memory is touched here and not in the render path.
  init(frames: Int, channels: Int) {
    capacity = frames.roundedUpToPowerOfTwo
    self.channels = channels
    unsafe storage = .allocate(capacity: capacity * channels)
    unsafe storage.initialize(repeating: 0, count: capacity * channels)
  }

  deinit { unsafe storage.deallocate() }

  /// Frames written and not yet given back; a snapshot on threads that are neither end.
  var count: Int {
    @_noLocks get {
      let first = taken.load(ordering: .acquiring)
      return written.load(ordering: .acquiring) - first
    }
  }

  /// Frames that fit.
  var room: Int {
    @_noLocks get { capacity - count }
  }

  /// Writer: copies `frames` frames, which must fit; they count from `advance` on. What is not a
  /// number becomes silence and what is absurdly loud is held at ±8, so that no sum in the mixer
  /// can become infinite.
  @_noLocks
  func write(_ samples: UnsafePointer<Float>, frames: Int) {
    // Relaxed: the writer reads its own position.
    let start = written.load(ordering: .relaxed)
    let index = start & (capacity - 1)
    let first = min(frames, capacity - index)
    unsafe sanitise(samples, into: storage + index * channels, count: first * channels)
    unsafe sanitise(
      samples + first * channels, into: storage, count: (frames - first) * channels)
  }

  /// Writer: counts `frames` frames that were written, once their record is pushed: whoever finds
  /// them by `count` finds the record too.
  @_noLocks
  func advance(_ frames: Int) {
    // Relaxed: the writer reads its own position.
    written.store(written.load(ordering: .relaxed) + frames, ordering: .releasing)
  }

  @_noLocks
  private func sanitise(
    _ samples: UnsafePointer<Float>, into target: UnsafeMutablePointer<Float>, count: Int
  ) {
    for i in 0..<count {
      let sample = unsafe samples[i]
      // Every comparison with a NaN is false.
      let low: Float = sample > -8 ? sample : -8
      let held: Float = low < 8 ? low : 8
      unsafe target[i] = sample == sample ? held : 0
    }
  }

  /// Reader: where the frame `offset` frames behind the oldest lies, and how many frames follow
  /// without a break.
  @_noLocks
  func span(at offset: Int) -> Span {
    // Relaxed: the reader reads its own position.
    let index = (taken.load(ordering: .relaxed) + offset) & (capacity - 1)
    return unsafe Span(samples: storage + index * channels, frames: capacity - index)
  }

  /// Reader: gives `frames` frames back.
  @_noLocks
  func release(_ frames: Int) {
    taken.store(taken.load(ordering: .relaxed) + frames, ordering: .releasing)
  }

  /// A stretch of the ring without a break in memory.
  @safe
  struct Span {
    let samples: UnsafeMutablePointer<Float>
    let frames: Int
  }
}
