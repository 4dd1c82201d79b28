// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Synchronization

/// The device that was asked for, and the usual one in its place when it cannot be opened: a name
/// that was mistyped must not leave a listener in silence.
///
/// Once the other one plays it is tried first, so that the sound does not jump to and fro.
struct StandInDevice: AudioOutputProvider {
  /// What was asked for.
  let wanted: any AudioOutputProvider
  /// What plays in its place.
  let standIn: any AudioOutputProvider
  private let replacement = Replacement()

  var name: String { wanted.name }

  /// Why the other one was opened; `nil` while the wanted one plays. Any thread.
  var refusal: OutputError? { replacement.reason.withLock { $0 } }

  init(wanted: any AudioOutputProvider, standIn: any AudioOutputProvider) {
    self.wanted = wanted
    self.standIn = standIn
  }

  func open(_ latency: Latency) throws(OutputError) -> any AudioOutput {
    try open { device throws(OutputError) in try device.open(latency) }
  }

  func open(_ latency: Latency, sampleRate: Int) throws(OutputError) -> any AudioOutput {
    try open { device throws(OutputError) in
      try device.open(latency, sampleRate: sampleRate)
    }
  }

  private func open(
    _ open: (any AudioOutputProvider) throws(OutputError) -> any AudioOutput
  ) throws(OutputError) -> any AudioOutput {
    if refusal != nil, let output = try? open(standIn) { return output }
    do throws(OutputError) {
      let output = try open(wanted)
      replacement.reason.withLock { $0 = nil }
      return output
    } catch {
      guard let output = try? open(standIn) else { throw error }
      replacement.reason.withLock { $0 = error }
      return output
    }
  }
}

private final class Replacement: Sendable {
  let reason = Mutex<OutputError?>(nil)
}
