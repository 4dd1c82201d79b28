// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing

/// The release binary in a pseudo-terminal on a private sound server, one test after the other.
@Suite(.serialized, .enabled(if: Player.isPresent)) struct EndToEnd {}

/// The release binary and what it needs.
enum Player {
  /// The folder of the checkout.
  static let checkout = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
  /// The folder `Voices`.
  static let voices = checkout + "/Voices"

  /// The binary: `EYEMUSIX_BINARY`, else the release build of this checkout.
  static let binary =
    getenv("EYEMUSIX_BINARY").map { String(cString: $0) } ?? checkout + "/.build/release/eyemusix"

  /// Why the end-to-end tests cannot run here; printed once.
  static let absence: String? = {
    var reasons = [PulseServer.absence, ReferenceVoice.absence].compactMap { $0 }
    if access(binary, X_OK) != 0 { reasons.append("no release build at \(binary)") }
    if Executable.find("lame") == nil { reasons.append("not installed: lame") }
    guard !reasons.isEmpty else { return nil }
    let reason = reasons.joined(separator: "; ")
    print("End-to-end tests are skipped: \(reason)")
    return reason
  }()

  static var isPresent: Bool { absence == nil }
}

/// Tones.
enum Sine {
  static func wave(_ hertz: Double, at seconds: Double) -> Double {
    sin(2 * Double.pi * hertz * seconds)
  }
}
