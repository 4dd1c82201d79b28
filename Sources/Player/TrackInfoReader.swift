// SPDX-License-Identifier: GPL-3.0-or-later

/// Reads tags and lengths. Called on the threads that look things up, never on the loop.
public protocol TrackInfoReader: Sendable {
  /// What the file at `path` says of itself; quick (a few reads of the file). `nil` when it is
  /// not sound of a known form. A length that only a whole reading could tell is `.about`.
  func info(_ path: [UInt8]) -> TrackInfo?
}
