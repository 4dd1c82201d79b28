// SPDX-License-Identifier: GPL-3.0-or-later

public import Audio

/// No device, but its time: everything goes on as if it were heard. What plays while there is no
/// device, and for `--output null`.
public struct NullDevice: AudioOutputProvider {
  /// What the user asked for.
  public var name: String { "null" }

  private let isFast: Bool

  /// The device that is not there; `isFast`: its time passes as fast as periods come.
  public init(isFast: Bool = false) { self.isFast = isFast }

  /// Always opens.
  public func open(_ latency: Latency) throws(OutputError) -> any AudioOutput {
    NullOutput(latency, isFast: isFast)
  }
}

/// Takes periods, at the pace of a device unless it is fast, and drops them. All calls come from the output thread.
public final class NullOutput: AudioOutput {
  /// 48 kHz, the periods as asked for.
  public let configuration: OutputConfiguration
  /// Whether it keeps time by the system's clock.
  public let isPaced: Bool
  /// Nothing is lost when a writer is late: the clock waits for it.
  public var underruns: Int { 0 }

  private var clock: PeriodClock

  init(_ latency: Latency, isFast: Bool) {
    configuration = .asWished(latency)
    isPaced = !isFast
    clock = PeriodClock(
      sampleRate: configuration.sampleRate, bufferFrames: configuration.bufferFrames)
  }

  /// Not told: the clock alone says when a period fits.
  public var room: Int? { nil }

  /// Sleeps until a period fits (`clock_nanosleep`, absolute); at most one period long.
  public func waitForRoom() {
    guard isPaced else { return }
    if let time = clock.roomTime(for: configuration.periodFrames, at: MonotonicClock.now) {
      MonotonicClock.sleep(until: time)
    }
  }

  /// Takes one period.
  public func write(_ period: UnsafeBufferPointer<Float>) {
    precondition(
      period.count == 2 * configuration.periodFrames,
      "a write is exactly one period of stereo frames")
    if isPaced { clock.wrote(configuration.periodFrames, at: MonotonicClock.now) }
  }

  /// Sleeps until what was written would have been heard.
  public func drain() {
    guard isPaced else { return }
    let now = MonotonicClock.now
    let pending = min(clock.pending(at: now), configuration.sampleRate / 2)
    MonotonicClock.sleep(until: now + pending * 1_000_000_000 / configuration.sampleRate)
  }

  /// There is nothing to close.
  public func close() {}
}
