// SPDX-License-Identifier: GPL-3.0-or-later

/// What the mixer has done, told in the order of the sound.
public struct MixerEvent: Sendable, Hashable {
  /// The kinds of news.
  public enum Kind: UInt8, Sendable {
    /// The first frame of a track (of this token and generation) was rendered.
    case trackStarted
    /// The last frame of a track was rendered; also told, alone, of one without frames.
    case trackEnded
    /// The queue ran out; nothing more is to come in this generation.
    case queueEnded
    /// The fade of a pause is over: the music is silent.
    case paused
    /// The first music frames after a pause or of a new generation were rendered.
    case playing
    /// Music should sound and the ring was empty. Once an occasion; when samples return they fade
    /// in without an event.
    case starved
    /// The first sample of an utterance was rendered.
    case speechStarted
    /// The last sample of an utterance was rendered; also told, alone, of one without samples.
    case speechEnded
    /// A sounding utterance was cut; `frame` is the last frame of its fade. Told when the fade
    /// begins, so the next utterance may start at a smaller frame. Never told of an utterance of
    /// which nothing had sounded.
    case speechCut
  }

  /// What happened.
  public var kind: Kind
  /// The music or speech generation it belongs to.
  public var generation: UInt32
  /// Track token or utterance number.
  public var id: UInt32
  /// The frame of the output (from the first period on) at which it is heard: an index into what
  /// `render` hands out, with the limiter's delay already in it. Endings bear the last frame that
  /// sounded, so a track joined to the next one ends one frame before it.
  public var frame: Int

  /// An event with these fields.
  public init(kind: Kind, generation: UInt32, id: UInt32, frame: Int) {
    self.kind = kind
    self.generation = generation
    self.id = id
    self.frame = frame
  }
}
