// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization

/// The sizes a mixer is made with.
public struct MixerConfiguration: Hashable, Sendable {
  /// The device's rate in hertz.
  public var sampleRate: Int
  /// Frames of the largest period `render` is asked for.
  public var periodFrames: Int
  /// Frames of music that may lie ready; rounded up to a power of two.
  public var musicFrames: Int
  /// Frames of speech that may lie ready; rounded up to a power of two.
  public var speechFrames: Int

  /// A configuration; without sizes for the rings, half a second of music and 10 s of speech.
  public init(
    sampleRate: Int = 48_000, periodFrames: Int, musicFrames: Int? = nil, speechFrames: Int? = nil
  ) {
    self.sampleRate = sampleRate
    self.periodFrames = periodFrames
    self.musicFrames = musicFrames ?? sampleRate / 2
    self.speechFrames = speechFrames ?? sampleRate * 10
  }
}

/// Music, speech and earcons become one stream here.
///
/// Four threads meet in it, each with its own methods: the *output* thread renders, the *decoding*
/// thread writes music, the *synthesis* thread writes speech, and the *control* thread (the loop)
/// commands and takes the news. `render` takes no lock and allocates nothing.
///
/// A *generation* says which samples are still wanted: advancing it cuts what sounds with a short
/// fade in the next period, drops what lies ready, and lets everyone recognise what is stale.
public final class Mixer {
  /// What the mixer was made with.
  public let configuration: MixerConfiguration
  private let link: MixerLink
  private var kernel: MixerKernel

  /// A mixer in which nothing plays and nothing is paused.
  public init(_ configuration: MixerConfiguration) {
    precondition(
      configuration.sampleRate >= 8000 && configuration.periodFrames > 0,
      "A mixer needs a sample rate of 8 kHz or more and a period.")
    self.configuration = configuration
    link = MixerLink(configuration)
    kernel = MixerKernel(configuration)
  }

  // MARK: Output thread

  /// Fills `period` with `frames` interleaved stereo frames, none beyond ±0.98. Output thread.
  ///
  /// What goes in now comes out about 1 ms later (a limiter looks ahead); the frames of events and
  /// of the playhead have that in them.
  @_noLocks
  public func render(into period: UnsafeMutablePointer<Float>, frames: Int) {
    unsafe kernel.render(into: period, frames: frames, link: link)
  }

  /// Whether the music has exactly its own level: no speech, no hold, no release. Output thread.
  public var isDuckingIdle: Bool { kernel.isDuckingIdle }

  /// Whether nothing sounds or fades and nothing more comes without a new command, so that the
  /// device may be closed. Any thread.
  ///
  /// A command that needs `render` makes it false, also a seek while paused: stale music has to make
  /// room. While nothing is paused it is true only when the generation has come to its `endsQueue`.
  public var isSilent: Bool {
    let generation = musicGeneration
    return link.earcons.count == 0 && link.speechChunks.count == 0
      && (link.musicChunks.count == 0
        || link.seenMusicGeneration.load(ordering: .acquiring) == generation)
      && link.seenPauseChanges.load(ordering: .acquiring)
        == link.pauseChanges.load(ordering: .acquiring)
      && (isPaused || link.endedGeneration.load(ordering: .acquiring) == generation)
      && link.isQuiet.load(ordering: .acquiring)
  }

  /// Whether music should sound but less than a period of it lies ready and more is to come: an
  /// unpaced output waits meanwhile. Any thread.
  public var awaitsMusic: Bool {
    let generation = musicGeneration
    return !isPaused && link.endedGeneration.load(ordering: .acquiring) != generation
      && link.writtenEnd.load(ordering: .acquiring) != generation
      && link.music.count < configuration.periodFrames
  }

  // MARK: Decoding thread

  /// Frames of music that may be written now; 0 also when there is no room for another chunk.
  /// Decoding thread.
  public var musicRoom: Int { link.musicChunks.room > 0 ? link.music.room : 0 }

  /// Frames of music that lie ready. Decoding thread.
  public var musicReady: Int { link.music.count }

  /// Writes `chunk.frames` interleaved stereo frames, or nothing and returns false when they do not
  /// fit. Decoding thread.
  ///
  /// A generation always ends with a chunk that says `endsQueue` (0 frames will do, also when there
  /// is nothing to play at all); without it the mixer waits for more.
  public func writeMusic(_ samples: UnsafePointer<Float>, _ chunk: MusicChunk) -> Bool {
    precondition(chunk.frames >= 0, "A chunk has no negative length.")
    guard link.musicChunks.room > 0, chunk.frames <= link.music.room else { return false }
    unsafe link.music.write(samples, frames: chunk.frames)
    if link.firstWritten.read().generation != chunk.generation {
      link.firstWritten.publish(
        Playhead(
          generation: chunk.generation, token: chunk.token, position: chunk.position,
          outputFrame: 0))
    }
    var record = Record(
      generation: chunk.generation, id: chunk.token, position: chunk.position,
      frames: chunk.frames)
    record.endsPart = chunk.endsTrack
    record.endsQueue = chunk.endsQueue
    // Always true: there was room, and only this thread fills it.
    _ = link.musicChunks.push(record)
    link.music.advance(chunk.frames)
    if chunk.endsQueue { link.writtenEnd.store(chunk.generation, ordering: .releasing) }
    return true
  }

  // MARK: Synthesis thread

  /// Frames of speech that may be written now. Synthesis thread.
  public var speechRoom: Int { link.speechChunks.room > 0 ? link.speech.room : 0 }

  /// Writes `chunk.frames` mono frames, or nothing and returns false when they do not fit.
  /// Synthesis thread.
  public func writeSpeech(_ samples: UnsafePointer<Float>, _ chunk: SpeechChunk) -> Bool {
    precondition(chunk.frames >= 0, "A chunk has no negative length.")
    guard link.speechChunks.room > 0, chunk.frames <= link.speech.room else { return false }
    unsafe link.speech.write(samples, frames: chunk.frames)
    var record = Record(
      generation: chunk.generation, id: chunk.utterance, frames: chunk.frames)
    record.endsPart = chunk.endsUtterance
    // Always true, as above.
    _ = link.speechChunks.push(record)
    link.speech.advance(chunk.frames)
    return true
  }

  // MARK: Control thread

  /// Makes all music written so far stale and returns the new generation. Control thread.
  @discardableResult
  public func advanceMusic() -> UInt32 {
    link.musicGeneration.wrappingAdd(1, ordering: .releasing).newValue
  }

  /// The generation of the music wanted now. Any thread.
  public var musicGeneration: UInt32 { link.musicGeneration.load(ordering: .acquiring) }

  /// Makes all speech written so far stale and returns the new generation. Control thread.
  @discardableResult
  public func advanceSpeech() -> UInt32 {
    link.speechGeneration.wrappingAdd(1, ordering: .releasing).newValue
  }

  /// The generation of the speech wanted now. Any thread: the synthesizer's callback reads it.
  public var speechGeneration: UInt32 { link.speechGeneration.load(ordering: .acquiring) }

  /// Whether the music is paused. Set on the control thread, read on any. Every change brings an
  /// event: `paused` once the music is silent, `playing` when it sounds again.
  public var isPaused: Bool {
    get { link.pauseChanges.load(ordering: .acquiring) & 1 == 1 }
    set {
      guard newValue != isPaused else { return }
      link.pauseChanges.wrappingAdd(1, ordering: .releasing)
    }
  }

  /// Sets the music's gain, 0 to 2 (held to that range); it gets there in 20 ms. Control thread.
  public func setMusicGain(_ linear: Float) {
    link.musicGain.store(Self.held(linear, to: 2), ordering: .relaxed)
  }

  /// Mutes the music, never the speech. Control thread.
  public func setMuted(_ isMuted: Bool) {
    link.isMuted.store(isMuted, ordering: .relaxed)
  }

  /// Sets the speech's gain, 0 to 4 (held to that range). Control thread.
  public func setSpeechGain(_ linear: Float) {
    link.speechGain.store(Self.held(linear, to: 4), ordering: .relaxed)
  }

  /// Sets how far the music goes down under speech. Control thread.
  public func setDucking(_ ducking: Ducking) {
    let decibels: Float =
      switch ducking {
      case .automatic: -1
      case .fixed(let decibels): Self.held(decibels, to: 90)
      }
    link.duckingDecibels.store(decibels, ordering: .relaxed)
  }

  /// Sounds `earcon` from the next period on, beside others. Control thread.
  public func play(_ earcon: Earcon) {
    // Full means that 64 were asked for within a period: nobody would hear one more.
    _ = link.earcons.push(Record(id: UInt32(earcon.rawValue)))
  }

  /// The next piece of news, nil when there is none. Control thread.
  public func nextEvent() -> MixerEvent? {
    guard let record = link.events.peek() else { return nil }
    link.events.drop()
    return MixerEvent(
      kind: record.kind, generation: record.generation, id: record.id, frame: record.position)
  }

  /// Whether `nextEvent` has something. Any thread.
  public var hasEvents: Bool { link.events.count > 0 }

  /// Whether news was lost because nobody took it; reading says it once. Control thread.
  public var eventsWereLost: Bool { link.eventsWereLost.exchange(false, ordering: .relaxed) }

  /// The next music frame to be mixed, also while paused. Any thread.
  ///
  /// As long as nothing of the newest generation lies ready it is the last of an older one: compare
  /// its generation with `musicGeneration`.
  public var playhead: Playhead {
    let generation = musicGeneration
    let rendered = link.playhead.read()
    if rendered.generation == generation { return rendered }
    var first = link.firstWritten.read()
    guard first.generation == generation else { return rendered }
    first.outputFrame = rendered.outputFrame
    return first
  }

  /// `value` between 0 and `most`; 0 for what is not a number.
  private static func held(_ value: Float, to most: Float) -> Float {
    value > 0 ? min(value, most) : 0
  }
}

// Unchecked: `kernel` belongs to the output thread alone, by the contract of `render`; everything
// else is atomics and single-producer queues.
extension Mixer: @unchecked Sendable {}
