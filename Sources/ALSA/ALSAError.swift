// SPDX-License-Identifier: GPL-3.0-or-later

public import Audio
import CALSA
import Glibc

/// What an ALSA function returned below zero: a negated `errno`.
public struct ALSAError: RawRepresentable, Error, Hashable, Sendable, CustomStringConvertible {
  /// The library's code; negative.
  public var rawValue: Int32

  /// The error with the library's (negative) code.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The library's own sentence (`snd_strerror`).
  public var description: String {
    guard let sentence = unsafe snd_strerror(rawValue) else { return String(rawValue) }
    return unsafe String(cString: sentence)
  }

  static let wouldBlock = ALSAError(rawValue: -EAGAIN)
  static let interrupted = ALSAError(rawValue: -EINTR)
  static let underrun = ALSAError(rawValue: -EPIPE)
  static let suspended = ALSAError(rawValue: -ESTRPIPE)

  /// What it means to a listener when a device would not open.
  public var whileOpening: OutputError {
    switch -rawValue {
    // A sound server that is not there refuses the connection; a name that cannot be understood is
    // an invalid argument.
    case ENOENT, ENODEV, ENXIO, EINVAL, ECONNREFUSED, EHOSTDOWN, EHOSTUNREACH: .notFound
    case EACCES, EPERM: .notPermitted
    case EBUSY, EAGAIN: .busy
    case ETIMEDOUT, EIO, EPIPE, EBADFD, ECONNRESET: .gone
    default: .other(description)
    }
  }

  /// What it means to a listener when a device that played stops taking sound. The library names
  /// the end of a sound server in many ways; none of them is worth another write.
  public var whilePlaying: OutputError {
    switch -rawValue {
    case EACCES, EPERM: .notPermitted
    case ENOMEM: .other(description)
    default: .gone
    }
  }

  /// Throws what a function returned unless it is a success; gives the value back.
  @discardableResult
  static func check<Value: SignedInteger>(_ returned: Value) throws(ALSAError) -> Value {
    guard returned < 0 else { return returned }
    throw ALSAError(rawValue: Int32(truncatingIfNeeded: returned))
  }
}
