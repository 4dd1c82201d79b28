// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization

/// What the output thread owns of the mixer, and the one path a period takes through it.
struct MixerKernel: ~Copyable {
  private let periodFrames: Int
  private var music: MusicInput
  private var speech: SpeechInput
  private var earcons: EarconInput
  private var loudness: MusicLoudness
  private var ducker: Ducker
  private var limiter: Limiter
  private let sum: SampleBuffer
  private let voice: SampleBuffer
  /// Frames rendered so far.
  private var rendered = 0

  init(_ configuration: MixerConfiguration) {
    let rate = configuration.sampleRate
    periodFrames = configuration.periodFrames
    music = MusicInput(sampleRate: rate)
    speech = SpeechInput(sampleRate: rate)
    earcons = EarconInput(sampleRate: rate)
    loudness = MusicLoudness(sampleRate: rate)
    ducker = Ducker(sampleRate: rate)
    // 0.5 ms a block; 0.4 % a block is about 125 ms of recovery, after 10 ms of hold.
    limiter = Limiter(
      channels: 2, blockFrames: rate / 2000, ceiling: 0.98, recovery: 0.004, holdBlocks: 20)
    sum = SampleBuffer(count: 2 * configuration.periodFrames)
    voice = SampleBuffer(count: configuration.periodFrames)
  }

  /// Whether the music has exactly its own level.
  var isDuckingIdle: Bool {
    @_noLocks get { ducker.isIdle }
  }

  @_noLocks
  mutating func render(
    into period: UnsafeMutablePointer<Float>, frames: Int, link: borrowing MixerLink
  ) {
    precondition(frames <= periodFrames, "A period is longer than the mixer was made for.")
    link.isQuiet.store(false, ordering: .releasing)
    let seenMusic = link.musicGeneration.load(ordering: .acquiring)
    let seenPause = link.pauseChanges.load(ordering: .acquiring)

    let clock = rendered + limiter.delay
    let out = unsafe sum.base
    let speaking = unsafe speech.render(into: voice.base, frames: frames, link: link, clock: clock)
    if unsafe music.render(into: out, frames: frames, link: link, clock: clock) {
      unsafe loudness.measure(out, frames: frames)
    }
    unsafe duck(out, frames: frames, speaking: speaking, link)
    for i in 0..<speaking {
      let sample = unsafe voice.base[i]
      unsafe out[2 * i] += sample
      unsafe out[2 * i + 1] += sample
    }
    unsafe earcons.mix(into: out, frames: frames, link: link)
    unsafe limiter.process(out, into: period, frames: frames)
    rendered += frames

    link.playhead.publish(music.playhead(link, clock: rendered + limiter.delay))
    link.seenMusicGeneration.store(seenMusic, ordering: .releasing)
    link.seenPauseChanges.store(seenPause, ordering: .releasing)
    link.isQuiet.store(isQuiet, ordering: .releasing)
  }

  private var isQuiet: Bool {
    @_noLocks get {
      music.isSilent && speech.isSilent && earcons.isSilent && limiter.isEmpty && ducker.isIdle
    }
  }

  @_noLocks
  private mutating func duck(
    _ music: UnsafeMutablePointer<Float>, frames: Int, speaking: Int, _ link: borrowing MixerLink
  ) {
    let fixed = link.duckingDecibels.load(ordering: .relaxed)
    var decibels: Float = 0
    if speaking > 0 {
      decibels = fixed >= 0 ? fixed : automaticDepth
    }
    unsafe ducker.process(
      music, frames: frames, speaking: speaking, octaves: decibels / decibelsPerOctave,
      deepensOnly: fixed < 0)
  }

  /// The depth at which the voice stands far enough above the music: 10 LU, and 2.5 more, because
  /// the voice has one gain for all words, and short ones ("Moon", "You") are up to 3 LU quieter
  /// than sentences, at 400 words a minute most of all. Constants stand in the body, because a
  /// static one could take a lock.
  private var automaticDepth: Float {
    @_noLocks get {
      let voice = voiceLoudness + binaryLogarithm(speech.gain) * decibelsPerOctave
      let needed = loudness.lufs - voice + 12.5
      return needed > 12 ? (needed < 30 ? needed : 30) : 12
    }
  }
}
