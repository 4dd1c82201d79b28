// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization

/// Everything of the mixer that more than one thread touches: rings, queues and numbers. It is
/// only ever borrowed; the output thread's own state stands in `MixerKernel`.
struct MixerLink: ~Copyable {
  let music: SampleRing
  let musicChunks: RecordQueue
  let speech: SampleRing
  let speechChunks: RecordQueue
  let earcons: RecordQueue
  let events: RecordQueue

  /// Bumped *releasing* by the control thread and loaded *acquiring*: whoever sees the new number
  /// also sees what the control thread stored before (a new volume, a pause).
  let musicGeneration = Atomic<UInt32>(0)
  /// As `musicGeneration`.
  let speechGeneration = Atomic<UInt32>(0)
  /// The number of changes between playing and paused; odd is paused. A count and not a flag, so
  /// that two changes within a period still make their events. *Releasing* and *acquiring* as the
  /// generations.
  let pauseChanges = Atomic<UInt32>(0)

  /// The gains are single numbers nothing else hangs on: *relaxed* on both sides.
  let musicGain = Atomic<Float>(1)
  let isMuted = Atomic<Bool>(false)
  let speechGain = Atomic<Float>(1)
  /// Decibels of a fixed depth; negative for automatic. *Relaxed* as the gains.
  let duckingDecibels = Atomic<Float>(-1)

  /// Stored by the output thread when an event found no place, exchanged by the reader. *Relaxed*:
  /// it only says that news is missing, which news is unknown anyway.
  let eventsWereLost = Atomic<Bool>(false)
  /// The generation whose queue has been rendered to its end; 0, the generation before the first
  /// request, has nothing to play. *Releasing*/*acquiring*: comes with the state it tells of.
  let endedGeneration = Atomic<UInt32>(0)
  /// The generation whose end lies in the ring. Stored *releasing* by the decoding thread.
  let writtenEnd = Atomic<UInt32>(0)

  /// What the last period had seen, and whether it left nothing sounding. All *releasing* and
  /// *acquiring*. The output thread takes `isQuiet` back before it takes anything from a queue and
  /// gives it after the other two; a reader looks at it last, so it cannot find the queues empty
  /// and the old verdict still standing.
  let isQuiet = Atomic<Bool>(true)
  let seenMusicGeneration = Atomic<UInt32>(0)
  let seenPauseChanges = Atomic<UInt32>(0)

  /// The next frame to be mixed, by the output thread.
  let playhead = PublishedPlayhead()
  /// The first frame of the newest generation, by the decoding thread: the playhead as long as
  /// nothing of that generation was rendered, even when nobody renders.
  let firstWritten = PublishedPlayhead()

  init(_ configuration: MixerConfiguration) {
    music = SampleRing(frames: configuration.musicFrames, channels: 2)
    musicChunks = RecordQueue(capacity: 512)
    speech = SampleRing(frames: configuration.speechFrames, channels: 1)
    speechChunks = RecordQueue(capacity: 2048)
    earcons = RecordQueue(capacity: 64)
    events = RecordQueue(capacity: 1024)
  }

  /// Output thread: tells an event, or that one was lost.
  @_noLocks
  func tell(_ kind: MixerEvent.Kind, _ generation: UInt32, _ id: UInt32, frame: Int) {
    var record = Record(generation: generation, id: id, position: frame)
    record.kind = kind
    if !events.push(record) { eventsWereLost.store(true, ordering: .relaxed) }
  }
}
