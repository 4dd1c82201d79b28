// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization

/// The music's way out of its ring: joins, gate (pause, start, return), volume, events. Owned by
/// the output thread.
struct MusicInput: ~Copyable {
  private enum Phase { case silent, sounding, starved }

  /// A period on its way.
  @safe
  private struct Period {
    let out: UnsafeMutablePointer<Float>
    let frames: Int
    /// The output frame of the first.
    let clock: Int
    /// Frames that have their music.
    var done = 0
    /// Frames that have their tail.
    var faded = 0

    @_noLocks
    init(out: UnsafeMutablePointer<Float>, frames: Int, clock: Int) {
      unsafe self.out = out
      self.frames = frames
      self.clock = clock
    }

    var now: Int {
      @_noLocks get { clock + done }
    }
  }

  private var phase = Phase.silent
  private var isPaused = false
  private var pauseChanges: UInt32 = 0
  private var owesPaused = false
  private var owesPlaying = false
  /// Generation and track of what sounds or sounded last.
  private var generation: UInt32 = 0
  private var token: UInt32 = 0
  private var hasStartedTrack = false
  /// Frames of the front chunk that were mixed.
  private var taken = 0
  private var head = Playhead(generation: 0, token: 0, position: 0, outputFrame: 0)

  private var level: GainRamp
  /// How far the gate is open, from 0 to `gateLength`: whole numbers, so that it gets there.
  private var gate = 0
  private let gateLength: Int
  private var opening = 1
  private var tail: FadeTail
  private var lastLeft: Float = 0
  private var lastRight: Float = 0

  /// A gate goes 4 steps a frame after a cut (5 ms) and 1 a frame in a pause (20 ms).
  private let quick = 4
  /// What a track may begin with and still not need a fade: −48 dB.
  private let inaudibleStart: Float = 1 / 256

  init(sampleRate: Int) {
    let fade = sampleRate / 200
    gateLength = fade * quick
    level = GainRamp(1, length: sampleRate / 50)
    tail = FadeTail(length: fade, channels: 2)
  }

  /// Whether no sound is left from the last period and none comes while paused.
  var isSilent: Bool {
    @_noLocks get { phase != .sounding && tail.remaining == 0 && !owesPaused }
  }

  /// Fills `out` with `frames` frames; `clock` is the output frame of the first. Returns whether
  /// there is anything but silence in it.
  @_noLocks
  mutating func render(
    into out: UnsafeMutablePointer<Float>, frames: Int, link: borrowing MixerLink, clock: Int
  ) -> Bool {
    takeRequests(link)
    var period = unsafe Period(out: out, frames: frames, clock: clock)
    while period.done < frames, let chunk = nextChunk(link, &period) {
      let count = playable(chunk, of: frames - period.done)
      if count > 0 {
        announce(chunk, link, period.now)
        unsafe mix(link, into: out + 2 * period.done, frames: count)
        period.done += count
        head = Playhead(
          generation: chunk.generation, token: chunk.id, position: chunk.position + taken,
          outputFrame: 0)
      }
      if taken == chunk.frames { end(chunk, link, period.now) }
      if isPaused && gate == 0 { settle(link, period.now) }
    }
    let sounded = period.done
    unsafe silence(out + 2 * sounded, count: 2 * (frames - sounded))
    period.done = frames
    let fading = tail.remaining > 0
    mixTail(&period)
    return sounded > 0 || fading
  }

  /// The next frame to be mixed, once `render` is over; `clock` is its output frame.
  @_noLocks
  mutating func playhead(_ link: borrowing MixerLink, clock: Int) -> Playhead {
    if let front = link.musicChunks.peek(),
      front.generation == link.musicGeneration.load(ordering: .acquiring)
    {
      head = Playhead(
        generation: front.generation, token: front.id, position: front.position + taken,
        outputFrame: 0)
    }
    head.outputFrame = clock
    return head
  }

  /// Adds the tail to what was done of the period and not yet given its tail.
  @_noLocks
  private mutating func mixTail(_ period: inout Period) {
    _ = unsafe tail.mix(
      into: period.out + 2 * period.faded, frames: period.done - period.faded)
    period.faded = period.done
  }

  @_noLocks
  private mutating func takeRequests(_ link: borrowing MixerLink) {
    let changes = link.pauseChanges.load(ordering: .acquiring)
    if changes != pauseChanges {
      pauseChanges = changes
      isPaused = changes & 1 == 1
      owesPaused = isPaused
      owesPlaying = !isPaused
      opening = 1
    }
    let muted = link.isMuted.load(ordering: .relaxed)
    level.head(for: muted ? 0 : link.musicGain.load(ordering: .relaxed))
  }

  /// The chunk to play from now, or nil when there is nothing to play. Drops what is stale.
  @_noLocks
  private mutating func nextChunk(
    _ link: borrowing MixerLink, _ period: inout Period
  ) -> Record? {
    guard let chunk = currentChunk(link, &period) else {
      if phase == .sounding { starve(link, &period) }
      if isPaused { settle(link, period.now) }
      return nil
    }
    if phase == .sounding { return chunk }
    if isPaused {
      settle(link, period.now)
      return nil
    }
    if chunk.frames > taken { open(chunk, link) }
    return chunk
  }

  /// The front chunk of the wanted generation.
  @_noLocks
  private mutating func currentChunk(
    _ link: borrowing MixerLink, _ period: inout Period
  ) -> Record? {
    while true {
      // The chunk first: its generation was asked for before it was written, so a chunk can be
      // older than the number loaded afterwards, but not newer.
      let front = link.musicChunks.peek()
      let wanted = link.musicGeneration.load(ordering: .acquiring)
      if phase != .silent && generation != wanted { cut(link, &period) }
      guard let front else { return nil }
      if front.generation == wanted { return front }
      link.music.release(front.frames - taken)
      drop(link)
    }
  }

  /// Leaves the old music to the tail: as much of it as is there, else its last sample held.
  @_noLocks
  private mutating func cut(_ link: borrowing MixerLink, _ period: inout Period) {
    if phase == .sounding {
      mixTail(&period)
      tail.begin()
      let ready = waiting(link)
      let loudness = level.value * gateGain
      for frame in 0..<tail.length {
        if frame < ready {
          let span = link.music.span(at: frame)
          unsafe lastLeft = span.samples[0] * loudness
          unsafe lastRight = span.samples[1] * loudness
        }
        tail.add(lastLeft, frame: frame, channel: 0)
        tail.add(lastRight, frame: frame, channel: 1)
      }
    }
    phase = .silent
    gate = 0
  }

  /// Frames of the sounding generation in the ring, as far as a fade needs them.
  @_noLocks
  private func waiting(_ link: borrowing MixerLink) -> Int {
    var frames = -taken
    var offset = 0
    while frames < tail.length, let chunk = link.musicChunks.peek(offset),
      chunk.generation == generation
    {
      frames += chunk.frames
      offset += 1
    }
    return max(frames, 0)
  }

  @_noLocks
  private mutating func starve(_ link: borrowing MixerLink, _ period: inout Period) {
    mixTail(&period)
    tail.begin()
    for frame in 0..<tail.length {
      tail.add(lastLeft, frame: frame, channel: 0)
      tail.add(lastRight, frame: frame, channel: 1)
    }
    gate = 0
    phase = .starved
    if !isPaused { link.tell(.starved, generation, token, frame: period.now) }
  }

  /// Paused, and nothing sounds any more.
  @_noLocks
  private mutating func settle(_ link: borrowing MixerLink, _ clock: Int) {
    phase = .silent
    gate = 0
    guard owesPaused else { return }
    owesPaused = false
    link.tell(.paused, generation, token, frame: clock)
  }

  /// The gate begins to open for a chunk that has samples.
  @_noLocks
  private mutating func open(_ chunk: Record, _ link: borrowing MixerLink) {
    level.jump()
    if phase == .starved || chunk.generation != generation { opening = quick }
    if chunk.generation != generation {
      owesPlaying = true
      hasStartedTrack = false
    }
    generation = chunk.generation
    phase = .sounding
    // A track that begins in silence, as most do, is left as it is, bit for bit.
    guard chunk.position == 0, taken == 0 else { return }
    let span = link.music.span(at: 0)
    if unsafe max(span.samples[0].magnitude, span.samples[1].magnitude) < inaudibleStart {
      gate = gateLength
    }
  }

  @_noLocks
  private func playable(_ chunk: Record, of frames: Int) -> Int {
    let count = min(frames, chunk.frames - taken)
    return isPaused ? min(count, gate) : count
  }

  @_noLocks
  private mutating func announce(_ chunk: Record, _ link: borrowing MixerLink, _ clock: Int) {
    if !hasStartedTrack || chunk.id != token {
      token = chunk.id
      hasStartedTrack = true
      link.tell(.trackStarted, generation, token, frame: clock)
    }
    if owesPlaying {
      owesPlaying = false
      link.tell(.playing, generation, token, frame: clock)
    }
  }

  @_noLocks
  private mutating func end(_ chunk: Record, _ link: borrowing MixerLink, _ clock: Int) {
    let last = hasStartedTrack ? clock - 1 : clock
    if chunk.endsPart {
      hasStartedTrack = false
      link.tell(.trackEnded, chunk.generation, chunk.id, frame: last)
    }
    if chunk.endsQueue {
      generation = chunk.generation
      phase = .silent
      gate = 0
      link.tell(.queueEnded, chunk.generation, chunk.id, frame: last)
      link.endedGeneration.store(chunk.generation, ordering: .releasing)
    }
    drop(link)
  }

  @_noLocks
  private mutating func drop(_ link: borrowing MixerLink) {
    link.musicChunks.drop()
    taken = 0
  }

  private var gateGain: Float {
    @_noLocks get { gate == gateLength ? 1 : smoothStep(Float(gate) / Float(gateLength)) }
  }

  /// Moves `frames` frames from the ring to `out`.
  @_noLocks
  private mutating func mix(
    _ link: borrowing MixerLink, into out: UnsafeMutablePointer<Float>, frames: Int
  ) {
    var done = 0
    while done < frames {
      let span = link.music.span(at: 0)
      let count = min(frames - done, span.frames)
      unsafe copy(span.samples, to: out + 2 * done, frames: count)
      link.music.release(count)
      done += count
    }
    taken += frames
    unsafe lastLeft = out[2 * frames - 2]
    unsafe lastRight = out[2 * frames - 1]
  }

  @_noLocks
  private mutating func copy(
    _ source: UnsafeMutablePointer<Float>, to out: UnsafeMutablePointer<Float>, frames: Int
  ) {
    if gate == gateLength && level.isSteady && !isPaused {
      let gain = level.value
      for i in 0..<2 * frames { unsafe out[i] = source[i] * gain }
      return
    }
    let step = isPaused ? -1 : opening
    for i in 0..<frames {
      gate = min(max(gate + step, 0), gateLength)
      let gain = level.next() * gateGain
      unsafe out[2 * i] = source[2 * i] * gain
      unsafe out[2 * i + 1] = source[2 * i + 1] * gain
    }
  }
}
