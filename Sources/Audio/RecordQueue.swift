// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization

/// One entry of a `RecordQueue`: wide enough for a chunk, an event or an earcon, so that one
/// concrete queue serves them all (a generic one is refused in `@_noLocks` code of other files).
struct Record {
  var generation: UInt32
  var id: UInt32
  var position: Int
  var frames: Int
  /// Of an event.
  var kind = MixerEvent.Kind.paused
  /// Of a chunk: the last of its track or utterance.
  var endsPart = false
  /// Of a chunk: nothing follows in its generation.
  var endsQueue = false

  @_noLocks
  init(generation: UInt32 = 0, id: UInt32 = 0, position: Int = 0, frames: Int = 0) {
    self.generation = generation
    self.id = id
    self.position = position
    self.frames = frames
  }
}

/// A fixed queue of records from one thread to one other.
///
/// Positions run freely (they wrap only after 2⁶³ entries); the index is their low bits.
@safe
struct RecordQueue: ~Copyable {
  private let storage: UnsafeMutablePointer<Record>
  private let mask: Int
  /// Stored by the producer: *releasing*, so that the record (and the samples written before it)
  /// are visible to whoever acquires the new position.
  private let pushed = Atomic<Int>(0)
  /// Stored by the consumer: *releasing*, so that its reads are over before the producer, which
  /// acquires it, uses the place again.
  private let dropped = Atomic<Int>(0)

  /// A queue with room for at least `capacity` records.
  init(capacity: Int) {
    let size = capacity.roundedUpToPowerOfTwo
    mask = size - 1
    unsafe storage = .allocate(capacity: size)
    unsafe storage.initialize(repeating: Record(), count: size)
  }

  deinit { unsafe storage.deallocate() }

  /// Records waiting; exact on both threads for their own purpose, a snapshot on others.
  var count: Int {
    @_noLocks get {
      // The consumer's position first: read in the other order it could run past the producer's.
      let first = dropped.load(ordering: .acquiring)
      return pushed.load(ordering: .acquiring) - first
    }
  }

  /// Places left.
  var room: Int {
    @_noLocks get { mask + 1 - count }
  }

  /// Producer: appends `record`, or returns false when the queue is full.
  @_noLocks
  func push(_ record: Record) -> Bool {
    // Relaxed: the producer reads its own position.
    let position = pushed.load(ordering: .relaxed)
    guard position - dropped.load(ordering: .acquiring) <= mask else { return false }
    unsafe storage[position & mask] = record
    pushed.store(position + 1, ordering: .releasing)
    return true
  }

  /// Consumer: the record `offset` places behind the front, nil when there is none yet.
  @_noLocks
  func peek(_ offset: Int = 0) -> Record? {
    // Relaxed: the consumer reads its own position.
    let position = dropped.load(ordering: .relaxed) + offset
    guard position < pushed.load(ordering: .acquiring) else { return nil }
    return unsafe storage[position & mask]
  }

  /// Consumer: gives the front's place back. Only after a `peek` that found it.
  @_noLocks
  func drop() {
    dropped.store(dropped.load(ordering: .relaxed) + 1, ordering: .releasing)
  }
}

extension Int {
  /// The smallest power of two that is not less; 1 for anything below 1.
  var roundedUpToPowerOfTwo: Int {
    self <= 1 ? 1 : 1 << (Int.bitWidth - (self - 1).leadingZeroBitCount)
  }
}
