// SPDX-License-Identifier: GPL-3.0-or-later

public import Audio
internal import CMPG123

/// A code of libmpg123 (`enum mpg123_errors`) as a Swift error.
public struct MPG123Error: RawRepresentable, Error, Hashable, CustomStringConvertible {
  /// The library's number.
  public var rawValue: Int32

  /// The error with this number of the library.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// `MPG123_OUT_OF_MEM`: an allocation failed.
  public static let outOfMemory = MPG123Error(rawValue: Int32(MPG123_OUT_OF_MEM.rawValue))
  /// `MPG123_RESYNC_FAIL`: no MPEG data was found again after junk.
  public static let resyncFailed = MPG123Error(rawValue: Int32(MPG123_RESYNC_FAIL.rawValue))

  /// The library's own sentence (`mpg123_plain_strerror`).
  public var description: String {
    guard let sentence = unsafe mpg123_plain_strerror(rawValue) else { return "\(rawValue)" }
    return unsafe String(cString: sentence)
  }

  /// What a listener is told when this ends the decoding of a track at `frame`; `nil` when no
  /// sample had been decoded yet.
  public func decodingError(at frame: Int?) -> DecodingError {
    if self == .outOfMemory { return .other(description) }
    guard let frame else { return .unsupportedFormat }
    return .damaged(frame: frame)
  }
}
