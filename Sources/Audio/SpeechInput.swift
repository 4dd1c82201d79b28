// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization

/// The voice's way out of its ring. Owned by the output thread.
struct SpeechInput: ~Copyable {
  private var generation: UInt32 = 0
  private var utterance: UInt32 = 0
  private var isSounding = false
  /// Frames of the front chunk that were mixed.
  private var taken = 0
  private var level: GainRamp
  private var tail: FadeTail

  init(sampleRate: Int) {
    level = GainRamp(1, length: sampleRate / 50)
    tail = FadeTail(length: sampleRate / 250, channels: 1)
  }

  /// The gain the voice has or is going to.
  var gain: Float {
    @_noLocks get { level.target }
  }

  /// Whether nothing is left of the last period.
  var isSilent: Bool {
    @_noLocks get { !isSounding && tail.remaining == 0 }
  }

  /// Fills the beginning of `out` (mono) and returns how many frames of it are speech: it starts
  /// with the period or not at all.
  @_noLocks
  mutating func render(
    into out: UnsafeMutablePointer<Float>, frames: Int, link: borrowing MixerLink, clock: Int
  ) -> Int {
    level.head(for: link.speechGain.load(ordering: .relaxed))
    if isSilent { level.jump() }
    var done = 0
    var faded = 0
    while done < frames {
      // The chunk first, as for the music: it cannot be newer than the number loaded after it.
      let front = link.speechChunks.peek()
      let wanted = link.speechGeneration.load(ordering: .acquiring)
      if isSounding && generation != wanted {
        // The fade begins here, not where the period does.
        faded += unsafe tail.mix(into: out + faded, frames: done - faded)
        cut(link, clock + done)
        faded = done
      }
      guard let chunk = front else { break }
      guard chunk.generation == wanted else {
        dropStale(chunk, link)
        continue
      }
      let count = min(frames - done, chunk.frames - taken)
      if count > 0 {
        start(chunk, link, clock + done)
        unsafe mix(link, into: out + done, frames: count)
        done += count
      }
      if taken == chunk.frames { end(chunk, link, clock + done) }
    }
    let present = max(done, min(faded + tail.remaining, frames))
    unsafe silence(out + done, count: present - done)
    _ = unsafe tail.mix(into: out + faded, frames: present - faded)
    return present
  }

  @_noLocks
  private mutating func dropStale(_ chunk: Record, _ link: borrowing MixerLink) {
    link.speech.release(chunk.frames - taken)
    link.speechChunks.drop()
    taken = 0
  }

  /// Leaves the rest of the utterance to the tail.
  @_noLocks
  private mutating func cut(_ link: borrowing MixerLink, _ clock: Int) {
    tail.begin()
    let ready = waiting(link)
    for frame in 0..<tail.length {
      // Beyond its samples the utterance has been late for a while: nothing is held on.
      guard frame < ready else { break }
      let span = link.speech.span(at: frame)
      unsafe tail.add(span.samples[0] * level.value, frame: frame, channel: 0)
    }
    isSounding = false
    link.tell(.speechCut, generation, utterance, frame: clock + max(min(ready, tail.length) - 1, 0))
  }

  /// Frames of the sounding utterance in the ring, as far as a fade needs them.
  @_noLocks
  private func waiting(_ link: borrowing MixerLink) -> Int {
    var frames = -taken
    var offset = 0
    while frames < tail.length, let chunk = link.speechChunks.peek(offset),
      chunk.generation == generation, chunk.id == utterance
    {
      frames += chunk.frames
      offset += 1
    }
    return max(frames, 0)
  }

  @_noLocks
  private mutating func start(_ chunk: Record, _ link: borrowing MixerLink, _ clock: Int) {
    guard !isSounding || chunk.id != utterance || chunk.generation != generation else { return }
    generation = chunk.generation
    utterance = chunk.id
    isSounding = true
    link.tell(.speechStarted, generation, utterance, frame: clock)
  }

  @_noLocks
  private mutating func end(_ chunk: Record, _ link: borrowing MixerLink, _ clock: Int) {
    if chunk.endsPart {
      link.tell(
        .speechEnded, chunk.generation, chunk.id, frame: isSounding ? clock - 1 : clock)
      isSounding = false
    }
    link.speechChunks.drop()
    taken = 0
  }

  /// Moves `frames` frames from the ring to `out`.
  @_noLocks
  private mutating func mix(
    _ link: borrowing MixerLink, into out: UnsafeMutablePointer<Float>, frames: Int
  ) {
    var done = 0
    while done < frames {
      let span = link.speech.span(at: 0)
      let count = min(frames - done, span.frames)
      for i in 0..<count { unsafe out[done + i] = span.samples[i] * level.next() }
      link.speech.release(count)
      done += count
    }
    taken += frames
  }
}
