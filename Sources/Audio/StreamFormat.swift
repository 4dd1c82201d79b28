// SPDX-License-Identifier: GPL-3.0-or-later

/// How samples lie in a stream: interleaved 32-bit float, full scale ±1.
public struct StreamFormat: Hashable, Sendable {
  /// Frames per second, in hertz.
  public var sampleRate: Int
  /// Samples per frame; 1 or 2.
  public var channels: Int

  /// A format of `sampleRate` hertz and `channels` samples a frame.
  public init(sampleRate: Int, channels: Int) {
    self.sampleRate = sampleRate
    self.channels = channels
  }
}

/// How long a track is, in frames at the decoder's own sample rate.
public enum TrackFrames: Hashable, Sendable {
  /// Counted or declared by a header that the file's size bears out.
  case exact(Int)
  /// Worked out from a bit rate; said as "about".
  case estimated(Int)
  /// Not known at all.
  case unknown
}
