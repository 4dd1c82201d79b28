// SPDX-License-Identifier: GPL-3.0-or-later

/// What was passed over while looking for tracks. Names are fit to be printed and spoken.
public enum LibraryTrouble: Error, Hashable, Sendable {
  /// A name given by the listener is not there.
  case notFound(name: String)
  /// A folder or file may not be read.
  case notPermitted(name: String)
  /// A folder that leads back into itself.
  case loop(name: String)
  /// A playlist names files that are not there: how many, and the first one.
  case missingTargets(playlist: String, count: Int, first: String)
  /// A playlist names web addresses, which are not played: how many, and the first one (its
  /// title where the playlist gives one).
  case webTargets(playlist: String, count: Int, first: String)
  /// A playlist that is nested too deep or contains itself.
  case nested(playlist: String)
  /// Something named by the listener that is of a kind that cannot be played.
  case unsupported(name: String)
  /// There are more tracks than the queue holds.
  case tooMany(limit: Int)
  /// Reading failed; the system's own words.
  case unreadable(name: String, reason: String)
}
