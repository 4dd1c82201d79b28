// SPDX-License-Identifier: GPL-3.0-or-later

/// Where the music stands: the next music frame to be mixed.
public struct Playhead: Sendable, Hashable {
  /// Generation of that frame.
  public var generation: UInt32
  /// Token of its track.
  public var token: UInt32
  /// Frames from the start of the track, at the device's rate.
  public var position: Int
  /// The output frame (as in `MixerEvent.frame`) at which `position` will be heard unless the music
  /// is paused: the frames rendered so far and the limiter's delay. What is heard at output frame
  /// *n* of the same track is therefore `position - (outputFrame - n)`.
  public var outputFrame: Int

  /// A playhead with these fields.
  @_noLocks
  public init(generation: UInt32, token: UInt32, position: Int, outputFrame: Int) {
    self.generation = generation
    self.token = token
    self.position = position
    self.outputFrame = outputFrame
  }
}
