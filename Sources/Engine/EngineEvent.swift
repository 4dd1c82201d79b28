// SPDX-License-Identifier: GPL-3.0-or-later
public import Audio
public import Speech

/// Something to play.
public struct MusicRequest: Sendable, Hashable {
  /// The caller's name for this request; comes back in events. Never reused.
  public var token: UInt32
  /// The file, as the decoder provider knows it.
  public var path: [UInt8]
  /// The part of the file that is played; `nil` is all of it. Seconds in orders and news count
  /// from its start.
  public var range: MusicRange?

  /// A request to play `path`.
  public init(token: UInt32, path: [UInt8], range: MusicRange? = nil) {
    self.token = token
    self.path = path
    self.range = range
  }
}

/// A part of a file. Parts that meet are joined without a seam, and without decoding anew.
public struct MusicRange: Sendable, Hashable {
  /// Where it begins in the file, in units of `perSecond`; 0 or more.
  public var start: Int
  /// Where it ends; `nil` is the end of the file.
  public var end: Int?
  /// Units in a second.
  public var perSecond: Int

  /// The part from `start` to `end`.
  public init(start: Int, end: Int?, perSecond: Int) {
    self.start = start
    self.end = end
    self.perSecond = perSecond
  }
}

/// Something to say.
public struct SpeechRequest: Sendable, Hashable {
  /// The caller's number of the utterance; comes back in events.
  public var utterance: UInt32
  /// Sanitised words.
  public var text: String
  /// Words a minute.
  public var rate: Int

  /// A request to say `text`.
  public init(utterance: UInt32, text: String, rate: Int) {
    self.utterance = utterance
    self.text = text
    self.rate = rate
  }
}

/// What the engine has to tell, in order.
public enum EngineEvent: Sendable, Hashable {
  /// A file was opened: its length in seconds, and whether that is exact; `nil` if unknown.
  case opened(token: UInt32, seconds: Double?, isExact: Bool)
  /// A file could not be opened, or broke off: what was decoded before has been heard.
  case failed(token: UInt32, DecodingError, atSeconds: Double)
  /// What the mixer did.
  case mixer(MixerEvent)
  /// The device went away while in use; the fallback keeps time.
  case deviceLost(OutputError)
  /// The device cannot be opened; the fallback keeps time.
  case deviceMissing(OutputError)
  /// The device was opened again, or for the first time after `deviceMissing`.
  case deviceBack
  /// The voice could not be started or refused an utterance.
  case voiceFailed(utterance: UInt32?, SpeechError)
}

/// Where the music stands.
public struct MusicPosition: Sendable, Hashable {
  /// Token of the track of the next frame to be mixed.
  public var token: UInt32
  /// Seconds from the start of the track.
  public var seconds: Double
}
