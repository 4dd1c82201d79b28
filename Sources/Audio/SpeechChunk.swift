// SPDX-License-Identifier: GPL-3.0-or-later

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
