// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization

/// A playhead one thread publishes and any thread reads whole, without either waiting: a sequence
/// lock. An odd sequence means that the writer is at work.
struct PublishedPlayhead: ~Copyable {
  private let sequence = Atomic<UInt>(0)
  private let generation = Atomic<UInt32>(0)
  private let token = Atomic<UInt32>(0)
  private let position = Atomic<Int>(0)
  private let outputFrame = Atomic<Int>(0)

  /// Writer. The fields are stored *releasing*, so that nobody sees a new field without seeing the
  /// odd sequence stored before it; the even sequence is *releasing* so that it comes last.
  @_noLocks
  func publish(_ playhead: Playhead) {
    let now = sequence.load(ordering: .relaxed)
    sequence.store(now &+ 1, ordering: .relaxed)
    generation.store(playhead.generation, ordering: .releasing)
    token.store(playhead.token, ordering: .releasing)
    position.store(playhead.position, ordering: .releasing)
    outputFrame.store(playhead.outputFrame, ordering: .releasing)
    sequence.store(now &+ 2, ordering: .releasing)
  }

  /// Any thread. The fields are loaded *acquiring*, so that the second look at the sequence cannot
  /// come before them.
  @_noLocks
  func read() -> Playhead {
    while true {
      let before = sequence.load(ordering: .acquiring)
      let playhead = Playhead(
        generation: generation.load(ordering: .acquiring),
        token: token.load(ordering: .acquiring),
        position: position.load(ordering: .acquiring),
        outputFrame: outputFrame.load(ordering: .acquiring))
      if before & 1 == 0, sequence.load(ordering: .relaxed) == before { return playhead }
    }
  }
}
