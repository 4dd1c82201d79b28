// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Synchronization

/// Renders one period at a time and hands it to the device. Owns the device.
final class OutputThread: Sendable {
  struct Shared: Sendable {
    var latency: Latency
    var device: any AudioOutputProvider
    /// Keeps time while the device is away.
    var fallback: any AudioOutputProvider
    var decoding: DecodingThread
    var synthesis: SynthesisThread
    /// Asks for real-time priority, on the thread itself.
    var prepareThread: @Sendable () -> Void
    var tell: @Sendable (EngineEvent) -> Void
    /// The mixer has news: make the loop look.
    var ring: @Sendable () -> Void
  }

  /// Whether the fallback keeps time in place of the device.
  let isWithoutDevice = Atomic<Bool>(false)
  /// Underruns since the start.
  let underruns = Atomic<Int>(0)

  private let isStopping = Atomic<Bool>(false)
  private let isAsleep = Atomic<Bool>(false)
  private let wake = Semaphore()
  private let firstOpened = Semaphore()
  private let made = Mutex<Mixer?>(nil)

  /// The mixer, once the first attempt to open the device has told its rate.
  func mixerOnceOpened() -> Mixer {
    firstOpened.wait()
    guard let mixer = made.withLock({ $0 }) else {
      preconditionFailure("the output thread told of a mixer it did not make")
    }
    return mixer
  }

  /// Something may sound from now on. Any thread, after the command or samples are in place.
  func poke() {
    if isAsleep.load(ordering: .sequentiallyConsistent) { wake.post() }
  }

  /// Ends the thread after what was rendered has been heard.
  func stop() {
    isStopping.store(true, ordering: .sequentiallyConsistent)
    wake.post()
  }

  /// The thread's body.
  func run(_ shared: Shared) {
    shared.prepareThread()
    var playing = Playing(shared: shared, thread: self)
    let mixer = Mixer(
      MixerConfiguration(
        sampleRate: playing.sampleRate, periodFrames: playing.sampleRate / 50))
    made.withLock { $0 = mixer }
    firstOpened.post()
    while !isStopping.load(ordering: .sequentiallyConsistent) {
      playing.turn(mixer)
    }
    playing.end()
  }

  /// Sleeps until a poke, unless `isNeeded` says that one was missed.
  fileprivate func sleep(unless isNeeded: () -> Bool) {
    isAsleep.store(true, ordering: .sequentiallyConsistent)
    if !isNeeded() && !isStopping.load(ordering: .sequentiallyConsistent) { wake.wait() }
    isAsleep.store(false, ordering: .sequentiallyConsistent)
  }
}

/// The output thread's own state.
private struct Playing {
  /// Seconds paused and silent after which the device is let go.
  static let lingerSeconds = 10
  /// Seconds between attempts to open a lost device: from the first to the last.
  static let firstRetry = 0.25
  static let lastRetry = 5.0

  let shared: OutputThread.Shared
  let thread: OutputThread
  let sampleRate: Int
  var output: (any AudioOutput)?
  var isFallback = false {
    didSet { thread.isWithoutDevice.store(isFallback, ordering: .relaxed) }
  }
  var latency: LatencyPolicy
  var silentFrames = 0
  var framesToRetry = 0
  var retrySeconds = Playing.firstRetry
  var countedUnderruns = 0
  var period: [Float]

  init(shared: OutputThread.Shared, thread: OutputThread) {
    self.shared = shared
    self.thread = thread
    latency = LatencyPolicy(wanted: shared.latency)
    var opened: (any AudioOutput)?
    do throws(OutputError) {
      opened = try shared.device.open(shared.latency)
    } catch {
      shared.tell(.deviceMissing(error))
    }
    output = opened
    sampleRate = opened?.configuration.sampleRate ?? 48_000
    period = [Float](repeating: 0, count: sampleRate / 50 * 2)
    if opened == nil { fallBack() }
  }

  /// One period, or a sleep.
  mutating func turn(_ mixer: Mixer) {
    guard let output else {
      reopen()
      return
    }
    if mayRest(mixer, output) { return }
    do throws(OutputError) {
      try output.waitForRoom()
      if !output.isPaced && waitForWriters(mixer) { return }
      let frames = output.configuration.periodFrames
      try unsafe period.withUnsafeMutableBufferPointer { buffer throws(OutputError) in
        guard let base = buffer.baseAddress else { return }
        unsafe mixer.render(into: base, frames: frames)
        try unsafe output.write(
          UnsafeBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[..<(frames * 2)])))
      }
      afterPeriod(mixer, output, frames)
    } catch {
      lose(error)
    }
  }

  private mutating func afterPeriod(_ mixer: Mixer, _ output: any AudioOutput, _ frames: Int) {
    silentFrames = mixer.isSilent ? silentFrames + frames : 0
    if mixer.hasEvents { shared.ring() }
    wakeWriters(mixer)
    if output.underruns != countedUnderruns {
      thread.underruns.add(output.underruns - countedUnderruns, ordering: .relaxed)
      countedUnderruns = output.underruns
      latency.underran()
    }
    if isFallback {
      framesToRetry -= frames
      if framesToRetry <= 0 { retry() }
    } else if latency.tookTime(seconds: Double(frames) / Double(sampleRate)) {
      close()
      reopen()
    }
  }

  private func wakeWriters(_ mixer: Mixer) {
    let decoding = shared.decoding
    if decoding.wantsRoom.load(ordering: .sequentiallyConsistent)
      && mixer.musicRoom >= sampleRate / 4
    {
      decoding.wantsRoom.store(false, ordering: .sequentiallyConsistent)
      decoding.lookAgain()
    }
    let synthesis = shared.synthesis
    if synthesis.wantsRoom.load(ordering: .sequentiallyConsistent)
      && mixer.speechRoom >= sampleRate / 4
    {
      synthesis.wantsRoom.store(false, ordering: .sequentiallyConsistent)
      synthesis.roomMayBeThere()
    }
  }

  // MARK: - Resting

  /// Lets the device go when nothing has sounded for a while, and sleeps; `true` when it slept.
  private mutating func mayRest(_ mixer: Mixer, _ output: any AudioOutput) -> Bool {
    let linger = output.isPaced ? Self.lingerSeconds : 1
    guard silentFrames >= linger * sampleRate, mixer.isSilent else { return false }
    if output.isPaced {
      guard output.configuration.bufferFrames > 0 else { return false }
      close()
    }
    thread.sleep(unless: { !mixer.isSilent })
    silentFrames = 0
    return true
  }

  /// An unpaced output waits for the decoder and the voice; `true` when it slept.
  private func waitForWriters(_ mixer: Mixer) -> Bool {
    let isWaiting = {
      mixer.awaitsMusic
        || (shared.synthesis.isBusy.load(ordering: .sequentiallyConsistent)
          && mixer.speechRoom >= sampleRate)
    }
    guard isWaiting() else { return false }
    wakeWriters(mixer)
    thread.sleep(unless: { !isWaiting() })
    return true
  }

  // MARK: - Opening and losing

  private mutating func reopen() {
    do throws(OutputError) {
      let opened = try shared.device.open(latency.current)
      guard opened.configuration.sampleRate == sampleRate else {
        opened.close()
        throw OutputError.unsupportedFormat
      }
      adopt(opened)
    } catch {
      shared.tell(.deviceLost(error))
      fallBack()
    }
  }

  private mutating func adopt(_ opened: any AudioOutput) {
    output = opened
    isFallback = false
    countedUnderruns = opened.underruns
    silentFrames = 0
  }

  private mutating func lose(_ error: OutputError) {
    close()
    if !isFallback { shared.tell(.deviceLost(error)) }
    retrySeconds = Self.firstRetry
    fallBack()
  }

  private mutating func fallBack() {
    framesToRetry = Int(retrySeconds * Double(sampleRate))
    isFallback = true
    if output == nil { output = try? shared.fallback.open(latency.current) }
  }

  /// Tries to open the device while the fallback keeps time.
  private mutating func retry() {
    guard let opened = try? shared.device.open(latency.current),
      opened.configuration.sampleRate == sampleRate
    else {
      retrySeconds = min(retrySeconds * 2, Self.lastRetry)
      fallBack()
      return
    }
    close()
    adopt(opened)
    retrySeconds = Self.firstRetry
    shared.tell(.deviceBack)
  }

  private mutating func close() {
    output?.close()
    output = nil
  }

  /// Plays out and closes.
  mutating func end() {
    output?.drain()
    close()
  }
}
