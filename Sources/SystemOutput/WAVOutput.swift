// SPDX-License-Identifier: GPL-3.0-or-later

public import Audio
import Glibc
import Synchronization

/// A WAVE file that gets exactly what would be heard: 48 kHz stereo, 32-bit float.
public struct WAVFile: AudioOutputProvider {
  /// The file's path in bytes, without a NUL.
  public let path: [UInt8]
  /// As fast as the decoder gives, instead of by the clock.
  public let isFast: Bool

  /// "wav:" and the path, as the user gave it.
  public var name: String { "wav:" + String(decoding: path, as: UTF8.self) }

  private let recording = Recording()

  /// The file at `path`. All copies of this value write the same recording.
  public init(path: [UInt8], isFast: Bool = false) {
    self.path = path
    self.isFast = isFast
  }

  /// Creates the file, or empties the WAVE file that is there. A file that is something else is
  /// left alone: a slip of the hand must not cost a song. Opened again, the recording goes on where
  /// it was; one that could not be written is not begun anew, and the error is thrown again.
  public func open(_ latency: Latency) throws(OutputError) -> any AudioOutput {
    if let failure = recording.failure { throw failure.outputError }
    do throws(SystemError) {
      let file = try WAVWriter(path: path, goesOn: recording.hasBegun)
      recording.begin()
      return WAVOutput(
        file: file, recording: recording, configuration: .asWished(latency), isFast: isFast)
    } catch { throw error.outputError }
  }
}

/// What has become of a recording, from one opening of its file to the next.
final class Recording: Sendable {
  private let state = Mutex((hasBegun: false, failure: SystemError?.none))

  var hasBegun: Bool { state.withLock { $0.hasBegun } }
  var failure: SystemError? { state.withLock { $0.failure } }

  func begin() { state.withLock { $0.hasBegun = true } }
  func fail(_ error: SystemError) { state.withLock { $0.failure = error } }
}

/// Writes periods to a WAVE file. All calls come from the output thread.
public final class WAVOutput: AudioOutput {
  /// 48 kHz, the periods as asked for.
  public let configuration: OutputConfiguration
  /// Whether it keeps the time of a device.
  public let isPaced: Bool
  /// A file never runs dry.
  public var underruns: Int { 0 }

  private let file: WAVWriter
  private let recording: Recording
  private var clock: PeriodClock

  init(
    file: WAVWriter, recording: Recording, configuration: OutputConfiguration, isFast: Bool
  ) {
    self.file = file
    self.recording = recording
    self.configuration = configuration
    isPaced = !isFast
    clock = PeriodClock(
      sampleRate: configuration.sampleRate, bufferFrames: configuration.bufferFrames)
  }

  /// Not told: the clock alone says when a period fits.
  public var room: Int? { nil }

  /// Sleeps until a period would fit; returns at once when not paced.
  public func waitForRoom() {
    guard isPaced else { return }
    if let time = clock.roomTime(for: configuration.periodFrames, at: MonotonicClock.now) {
      MonotonicClock.sleep(until: time)
    }
  }

  /// Appends one period to the file (`write`). A full disk and the format's 4 GiB are `other` with
  /// the system's sentence; the file is readable up to there.
  public func write(_ period: UnsafeBufferPointer<Float>) throws(OutputError) {
    precondition(
      period.count == 2 * configuration.periodFrames,
      "a write is exactly one period of stereo frames")
    do throws(SystemError) {
      try unsafe file.append(period)
    } catch {
      recording.fail(error)
      throw error.outputError
    }
    if isPaced { clock.wrote(configuration.periodFrames, at: MonotonicClock.now) }
  }

  /// Sleeps as long as a device would play on; completes the file's header.
  public func drain() {
    file.patchSizes()
    guard isPaced else { return }
    let now = MonotonicClock.now
    let pending = min(clock.pending(at: now), configuration.sampleRate / 2)
    MonotonicClock.sleep(until: now + pending * 1_000_000_000 / configuration.sampleRate)
  }

  /// Completes the header and closes the file.
  public func close() { file.close() }
}
