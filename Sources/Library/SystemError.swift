// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// An error number of the system (`errno`).
public struct SystemError: Error, RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The number, such as `ENOENT`.
  public var rawValue: Int32

  /// The error with this number.
  public init(rawValue: Int32) { self.rawValue = rawValue }

  /// The system's sentence (`strerror`).
  public var description: String {
    guard let text = unsafe strerror(rawValue) else { return "error \(rawValue)" }
    return unsafe String(cString: text)
  }

  /// The error of the last failed call on this thread.
  static var last: SystemError { SystemError(rawValue: errno) }
  /// The file holds more than is read of such a file.
  static var tooLarge: SystemError { SystemError(rawValue: EFBIG) }
}
