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
