// SPDX-License-Identifier: GPL-3.0-or-later

/// Where a stretch of music samples comes from. Travels beside the samples.
public struct MusicChunk: Sendable, Hashable {
  /// The music generation the samples belong to; an older one is faded out and dropped.
  public var generation: UInt32
  /// The engine's number for the request the samples come from.
  public var token: UInt32
  /// Frames from the start of the track to the first sample, at the device's rate.
  public var position: Int
  /// Frames in the chunk.
  public var frames: Int
  /// Whether this is the last chunk of its track; it may have 0 frames.
  public var endsTrack: Bool
  /// Whether nothing follows: when the chunk has been rendered the queue has run out.
  public var endsQueue: Bool

  /// A chunk with these fields.
  public init(
    generation: UInt32, token: UInt32, position: Int, frames: Int, endsTrack: Bool = false,
    endsQueue: Bool = false
  ) {
    self.generation = generation
    self.token = token
    self.position = position
    self.frames = frames
    self.endsTrack = endsTrack
    self.endsQueue = endsQueue
  }
}

/// Where a stretch of speech samples comes from.
public struct SpeechChunk: Sendable, Hashable {
  /// The speech generation; an older one is faded out and dropped.
  public var generation: UInt32
  /// The number of the utterance.
  public var utterance: UInt32
  /// Frames in the chunk; may be 0 for an ending alone.
  public var frames: Int
  /// Whether the utterance ends with this chunk.
  public var endsUtterance: Bool

  /// A chunk with these fields.
  public init(generation: UInt32, utterance: UInt32, frames: Int, endsUtterance: Bool) {
    self.generation = generation
    self.utterance = utterance
    self.frames = frames
    self.endsUtterance = endsUtterance
  }
}

/// What the mixer has done, told in the order of the sound.
public struct MixerEvent: Sendable, Hashable {
  /// The kinds of news.
  public enum Kind: UInt8, Sendable {
    /// The first frame of a track (of this token and generation) was rendered.
    case trackStarted
    /// The last frame of a track was rendered.
    case trackEnded
    /// The queue ran out; nothing more is to come in this generation.
    case queueEnded
    /// The fade of a pause is over: the music is silent.
    case paused
    /// The first music frames after a pause or start were rendered.
    case playing
    /// Music should sound and the ring was empty.
    case starved
    /// The first sample of an utterance was rendered.
    case speechStarted
    /// The last sample of an utterance was rendered.
    case speechEnded
    /// A sounding utterance was cut; `frame` is the last frame of its fade.
    case speechCut
  }

  /// What happened.
  public var kind: Kind
  /// The music or speech generation it belongs to.
  public var generation: UInt32
  /// Track token or utterance number.
  public var id: UInt32
  /// The frame of the output (from the first period on) at which it is heard.
  public var frame: Int

  /// An event with these fields.
  public init(kind: Kind, generation: UInt32, id: UInt32, frame: Int) {
    self.kind = kind
    self.generation = generation
    self.id = id
    self.frame = frame
  }
}

/// Where the music stands: the next music frame to be mixed.
public struct Playhead: Sendable, Hashable {
  /// Generation of that frame.
  public var generation: UInt32
  /// Token of its track.
  public var token: UInt32
  /// Frames from the start of the track, at the device's rate.
  public var position: Int
  /// Output frames rendered so far.
  public var outputFrame: Int

  /// A playhead with these fields.
  public init(generation: UInt32, token: UInt32, position: Int, outputFrame: Int) {
    self.generation = generation
    self.token = token
    self.position = position
    self.outputFrame = outputFrame
  }
}

/// How far the music goes down under speech.
public enum Ducking: Sendable, Hashable {
  /// At least 12 dB, and further until the voice stands 10 LU above the music, at most 30 dB.
  case automatic
  /// Always this many decibels (0 or more).
  case fixed(decibels: Float)
}
