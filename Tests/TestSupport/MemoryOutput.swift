// SPDX-License-Identifier: GPL-3.0-or-later

public import Audio

/// What a `MemoryOutput` got and what it shall do, shared between the test and the output thread.
public final class MemoryOutputTape: Sendable {
  private struct State {
    var samples: [Float] = []
    var opened = 0
    var closed = 0
    var underruns = 0
    var failures: [OutputError] = []
    var openFailures: [OutputError] = []
    var latencies: [Latency] = []
  }

  private let state = Watched(State())

  /// An empty tape.
  public init() {}

  /// All samples written so far, interleaved stereo, over all openings.
  public var samples: [Float] { state.with { $0.samples } }
  /// Frames written so far.
  public var frames: Int { state.with { $0.samples.count / 2 } }
  /// The samples from this frame on, interleaved stereo.
  public func samples(from frame: Int) -> [Float] {
    state.with { Array($0.samples.dropFirst(2 * max(0, frame))) }
  }
  /// How often the device was opened.
  public var timesOpened: Int { state.with { $0.opened } }
  /// How often an open device was closed.
  public var timesClosed: Int { state.with { $0.closed } }

  /// The latencies the device was opened with, refusals included.
  public var latencies: [Latency] { state.with { $0.latencies } }

  /// Waits until so many frames were written; false when that has not come to pass after a minute.
  public func wait(forFrames frames: Int, within seconds: Double = 60) -> Bool {
    state.wait(until: MonotonicTime.after(seconds: seconds)) {
      $0.samples.count / 2 >= frames ? true : nil
    } ?? false
  }

  /// Makes the next `waitForRoom` throw `error`; several wait their turn.
  public func failNext(_ error: OutputError) { state.with { $0.failures.append(error) } }
  /// Makes the next opening throw `error`; several wait their turn.
  public func failNextOpen(_ error: OutputError) {
    state.with { $0.openFailures.append(error) }
  }
  /// Pretends that the device ran dry once.
  public func underrun() { state.with { $0.underruns += 1 } }

  func takeFailure() -> OutputError? {
    state.with { $0.failures.isEmpty ? nil : $0.failures.removeFirst() }
  }
  func open(_ latency: Latency) -> OutputError? {
    state.with { state in
      state.latencies.append(latency)
      if !state.openFailures.isEmpty { return state.openFailures.removeFirst() }
      state.opened += 1
      return nil
    }
  }
  func append(_ period: UnsafeBufferPointer<Float>) {
    state.with { $0.samples.append(contentsOf: period) }
  }
  func close() { state.with { $0.closed += 1 } }
  var underruns: Int { state.with { $0.underruns } }
}

/// A device that keeps what is written. Unpaced unless periods are handed out with a gate.
public final class MemoryOutput: AudioOutput {
  /// 48 kHz unless the provider says otherwise, the periods as asked for.
  public let configuration: OutputConfiguration
  /// Whether the engine may not wait for its decoder.
  public let isPaced: Bool
  /// As many as the tape was told of.
  public var underruns: Int { tape.underruns }

  private let tape: MemoryOutputTape
  private let gate: PeriodGate?
  private var isClosed = false

  init(
    _ configuration: OutputConfiguration, tape: MemoryOutputTape, gate: PeriodGate?,
    isPaced: Bool
  ) {
    self.configuration = configuration
    self.isPaced = isPaced
    self.tape = tape
    self.gate = gate
  }

  /// Not told.
  public var room: Int? { nil }

  /// Waits for the gate, then throws the next failure of the tape.
  public func waitForRoom() throws(OutputError) {
    precondition(!isClosed, "a closed output was waited for")
    // The gate first: whether the thread waits already or only comes, one period let through is the
    // one that fails.
    if let gate, !gate.pass() { throw .gone }
    if let error = tape.takeFailure() { throw error }
  }

  /// Puts the period on the tape.
  public func write(_ period: UnsafeBufferPointer<Float>) throws(OutputError) {
    precondition(!isClosed, "a closed output was written to")
    precondition(period.count == 2 * configuration.periodFrames, "a write is exactly one period")
    tape.append(period)
  }

  /// There is nothing to drain.
  public func drain() {}

  /// Counts on the tape, once.
  public func close() {
    if !isClosed { tape.close() }
    isClosed = true
  }
}

/// Opens `MemoryOutput`s that all write on one tape.
public struct MemoryDevice: AudioOutputProvider {
  /// The name to say.
  public let name = "memory"
  /// What was written, and how to make it fail.
  public let tape: MemoryOutputTape
  /// Hands out periods one by one; nil: as fast as they come.
  public let gate: PeriodGate?
  /// Hertz.
  public let sampleRate: Int
  /// Whether the outputs say that they are paced.
  public let isPaced: Bool
  /// Frames of a period whatever is asked for; nil: as asked for.
  public let periodFrames: Int?

  /// A device over `tape`; with a gate it is paced unless said otherwise: then the engine waits for
  /// its decoder before every period, and nothing is late.
  public init(
    tape: MemoryOutputTape = MemoryOutputTape(), gate: PeriodGate? = nil, sampleRate: Int = 48_000,
    isPaced: Bool? = nil, periodFrames: Int? = nil
  ) {
    self.tape = tape
    self.gate = gate
    self.sampleRate = sampleRate
    self.isPaced = isPaced ?? (gate != nil)
    self.periodFrames = periodFrames
  }

  /// Opens another output on the tape, or throws the tape's next opening failure.
  public func open(_ latency: Latency) throws(OutputError) -> any AudioOutput {
    if let error = tape.open(latency) { throw error }
    let period = periodFrames ?? sampleRate * latency.periodMilliseconds / 1000
    return MemoryOutput(
      OutputConfiguration(
        sampleRate: sampleRate, periodFrames: period, bufferFrames: period * latency.periods),
      tape: tape, gate: gate, isPaced: isPaced)
  }
}
