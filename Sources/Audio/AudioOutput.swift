// SPDX-License-Identifier: GPL-3.0-or-later

/// What a listener can be told about a device that does not play.
public enum OutputError: Error, Hashable, Sendable {
  /// There is no such device.
  case notFound
  /// The device may not be opened.
  case notPermitted
  /// Another program holds the device.
  case busy
  /// The device went away while in use: unplugged, or its server ended.
  case gone
  /// The device does not take what we have.
  case unsupportedFormat
  /// The library's own sentence.
  case other(String)
}

/// How much sound is handed to the device ahead of time.
public enum Latency: String, Hashable, Sendable, CaseIterable {
  /// 5 ms × 4.
  case low
  /// 10 ms × 3, the default.
  case normal
  /// 20 ms × 4.
  case high

  /// Milliseconds in a period.
  public var periodMilliseconds: Int {
    switch self {
    case .low: 5
    case .normal: 10
    case .high: 20
    }
  }

  /// Periods in the device's buffer.
  public var periods: Int { self == .normal ? 3 : 4 }
}

/// What a device was opened with. Always interleaved stereo float on our side of the port.
public struct OutputConfiguration: Hashable, Sendable {
  /// In hertz.
  public var sampleRate: Int
  /// Frames in a period: what one `write` takes.
  public var periodFrames: Int
  /// Frames in the device's whole buffer; 0 when it has none.
  public var bufferFrames: Int

  /// A configuration of these numbers.
  public init(sampleRate: Int, periodFrames: Int, bufferFrames: Int) {
    self.sampleRate = sampleRate
    self.periodFrames = periodFrames
    self.bufferFrames = bufferFrames
  }
}

/// An open device. All calls come from the output thread, except `init`.
public protocol AudioOutput: AnyObject {
  /// What the device was opened with.
  var configuration: OutputConfiguration { get }
  /// Whether `write` keeps time. An unpaced output takes periods as fast as they come, and the
  /// engine then waits for the decoder instead of playing silence.
  var isPaced: Bool { get }
  /// Underruns met and recovered since the device was opened.
  var underruns: Int { get }

  /// Frames that fit now, without waiting; `nil` when the output does not tell. Who gets `nil` calls
  /// `waitForRoom`, which also tells what is wrong.
  var room: Int? { get }

  /// Blocks until a whole period fits without waiting; at most one second, then throws `gone`.
  ///
  /// Render *after* this returns: what is rendered before waits here and is heard late.
  func waitForRoom() throws(OutputError)

  /// Hands over one period: `configuration.periodFrames` interleaved stereo frames within ±1.
  func write(_ period: UnsafeBufferPointer<Float>) throws(OutputError)

  /// Plays what was written to the end (at most half a second) and returns.
  func drain()

  /// Closes the device at once. Nothing may be called afterwards. Calling it twice is harmless.
  func close()
}

/// Opens devices. Called on the output thread.
public protocol AudioOutputProvider: Sendable {
  /// The name to say and print, as the user gave it ("default").
  var name: String { get }
  /// Opens the device.
  func open(_ latency: Latency) throws(OutputError) -> any AudioOutput
  /// Opens the device at this rate (hertz) if it can have it, else at its own. A device that can
  /// only have one rate need not implement it.
  func open(_ latency: Latency, sampleRate: Int) throws(OutputError) -> any AudioOutput
}

extension AudioOutputProvider {
  /// Opens the device at its own rate.
  public func open(_ latency: Latency, sampleRate: Int) throws(OutputError) -> any AudioOutput {
    try open(latency)
  }
}
