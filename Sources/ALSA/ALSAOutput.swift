// SPDX-License-Identifier: GPL-3.0-or-later

public import Audio
import CALSA
import Glibc

/// A device opened through ALSA. All calls come from the output thread; `write` and
/// `waitForRoom` neither allocate nor lock on our side of the library.
///
/// The device is started on a buffer of silence, and filled with silence again after an underrun:
/// latency through a sound server is the whole buffer anyway, and a start on less underruns at once.
@safe
public final class ALSAOutput: AudioOutput {
  /// What the device granted.
  public let configuration: OutputConfiguration
  /// A device keeps time. (One that swallows everything at once is slowed down to it.)
  public var isPaced: Bool { true }
  /// Underruns met and recovered since the device was opened.
  public private(set) var underruns = 0

  private let pcm: PCM
  private let format: SampleFormat
  private var quantizer = SampleQuantizer()
  private var pace: PaceGuard
  private var isClosed = false
  private var isStuck = false
  /// One period in the granted format.
  private let converted: UnsafeMutableRawBufferPointer
  private let silence: UnsafeMutableBufferPointer<Float>

  /// How long a device may take nothing. A busy machine lets a living server wait for a second.
  private static let patience = Duration.seconds(2)
  private static let waitMilliseconds = 1000
  /// Seconds before a period fits at which the waiting begins to listen to the device.
  private static let wakeAhead = 0.002

  /// Opens the device called `device` (bytes, no NUL) and starts it on silence.
  init(
    device: [UInt8], latency: Latency, sampleRate: Int = 48_000,
    formats: [SampleFormat] = [.float, .int32, .int16]
  ) throws(OutputError) {
    var wish = PCMWish(periodMilliseconds: latency.periodMilliseconds, periods: latency.periods)
    wish.sampleRate = sampleRate
    wish.formats = formats
    pcm = try PatientOpening.open(device)
    let grant: PCMGrant
    do throws(ALSAError) { grant = try pcm.configure(wish) } catch {
      throw error.rawValue == -EINVAL ? .unsupportedFormat : error.whileOpening
    }
    configuration = OutputConfiguration(
      sampleRate: grant.sampleRate, periodFrames: grant.periodFrames,
      bufferFrames: grant.bufferFrames)
    format = grant.format
    pace = PaceGuard(sampleRate: grant.sampleRate, now: MonotonicTime.now)
    let samples = grant.periodFrames * wish.channels
    unsafe converted = .allocate(byteCount: samples * grant.format.bytesPerSample, alignment: 16)
    unsafe silence = .allocate(capacity: samples)
    unsafe silence.initialize(repeating: 0)
    do throws(ALSAError) { try restart() } catch { throw error.whileOpening }
  }

  deinit {
    close()
    unsafe converted.deallocate()
    unsafe silence.deallocate()
  }

  /// Frames that fit now (`snd_pcm_avail_update`).
  public var room: Int? { isClosed ? nil : try? pcm.available() }

  /// Blocks until a period fits (`snd_pcm_wait`). Underruns are mended here, silently; a device
  /// or server that takes nothing for two seconds is `gone`.
  public func waitForRoom() throws(OutputError) {
    precondition(!isClosed, "a closed output was waited for")
    MonotonicTime.sleep(for: pace.rest(for: configuration.periodFrames))
    try wait(for: configuration.periodFrames, until: MonotonicTime.now + Self.patience)
  }

  /// Hands over one period (`snd_pcm_writei`) in the granted format.
  public func write(_ period: UnsafeBufferPointer<Float>) throws(OutputError) {
    precondition(!isClosed, "a closed output was written to")
    precondition(
      unsafe period.count == silence.count, "a write is exactly one period of stereo frames")
    var left = configuration.periodFrames
    var frames = unsafe convert(period)
    let frameBytes = 2 * format.bytesPerSample
    let deadline = MonotonicTime.now + Self.patience
    while left > 0 {
      do throws(ALSAError) {
        let taken = try unsafe pcm.write(frames, count: left)
        left -= taken
        unsafe frames += taken * frameBytes
      } catch {
        // Only after an underrun in between: the buffer is full of silence then.
        try mend(error)
        try wait(for: left, until: deadline)
      }
    }
    pace.wrote(configuration.periodFrames, now: MonotonicTime.now)
  }

  /// Frames written and not heard yet (`snd_pcm_delay`), within 0 and two seconds; 0 when the
  /// device does not say.
  func pendingFrames() -> Int {
    guard !isClosed, let delay = try? pcm.delay() else { return 0 }
    return min(max(0, delay), 2 * configuration.sampleRate)
  }

  /// Plays what was written to the end, at most half a second. Silence is written behind it, so
  /// that no underrun cuts the last sound, and the library's own drain, which waits for ever on a
  /// dead server, is not needed.
  public func drain() {
    guard !isClosed, !isStuck else { return }
    let pending = min(pendingFrames(), configuration.sampleRate / 2)
    let end = MonotonicTime.now + .seconds(Double(pending) / Double(configuration.sampleRate))
    while MonotonicTime.now < end {
      do throws(OutputError) {
        try waitForRoom()
        try unsafe write(UnsafeBufferPointer(silence))
      } catch { return }
    }
  }

  /// Drops what was not heard and closes the device (`snd_pcm_close`).
  public func close() {
    guard !isClosed else { return }
    isClosed = true
    // Closing waits for the server's answer too; a thread of its own may wait for it.
    if isStuck { PatientOpening.closeElsewhere(pcm) } else { pcm.close() }
  }

  // MARK: Waiting and mending

  /// Waits until `frames` fit, mending what can be mended. A process that was stopped for longer
  /// than the deadline looks once more, and a device that was mended gets its time again, once.
  private func wait(for frames: Int, until deadline: Duration) throws(OutputError) {
    var deadline = deadline
    var wasMended = false
    while true {
      let isLast = MonotonicTime.now >= deadline
      do throws(ALSAError) {
        let missing = frames - (try pcm.available())
        if missing <= 0 { return }
        if !isLast { try waitOnce(frames: frames, missing: missing) }
      } catch {
        try mend(error)
        if !wasMended {
          wasMended = true
          deadline = MonotonicTime.now + Self.patience
          continue
        }
      }
      if isLast {
        isStuck = true
        throw .gone
      }
    }
  }

  /// One `snd_pcm_wait`; plugins wake it before so many frames fit, and then it rests for the
  /// rest of the time instead of spinning.
  ///
  /// Most of the time until then is slept through: through a sound server every `poll` costs
  /// several changes of thread, and nothing can fit earlier than the device plays.
  private func waitOnce(frames: Int, missing: Int) throws(ALSAError) {
    let ahead = Double(missing) / Double(configuration.sampleRate) - Self.wakeAhead
    if ahead > 0 { MonotonicTime.sleep(for: .seconds(min(ahead, 0.1))) }
    guard try pcm.wait(milliseconds: Self.waitMilliseconds) else { return }
    let still = frames - (try pcm.available())
    guard still > 0, still <= missing else { return }
    let rest = Double(still) / Double(configuration.sampleRate)
    MonotonicTime.sleep(for: .seconds(min(max(rest, 0.0005), 0.02)))
  }

  /// Makes the device play again after an underrun or a system sleep, or throws.
  private func mend(_ error: ALSAError) throws(OutputError) {
    do throws(ALSAError) {
      switch error {
      case .wouldBlock, .interrupted: return
      case .underrun:
        // The same code stands for a server that ended; only then does the restart fail.
        try restart()
        underruns += 1
      case .suspended:
        try wake()
        try restart()
      default: throw error
      }
    } catch { throw error.whilePlaying }
  }

  private func wake() throws(ALSAError) {
    for _ in 0..<100 {
      do throws(ALSAError) { return try pcm.resume() } catch .wouldBlock {
        MonotonicTime.sleep(for: .milliseconds(10))
      } catch { return }  // Not every device can; preparing it anew is enough.
    }
  }

  /// Prepares the device, fills its buffer with silence and starts it.
  private func restart() throws(ALSAError) {
    try pcm.prepare()
    let bytes = unsafe convert(UnsafeBufferPointer(silence))
    var left = configuration.bufferFrames
    filling: while left > 0 {
      do throws(ALSAError) {
        let taken = try unsafe pcm.write(bytes, count: min(left, configuration.periodFrames))
        guard taken > 0 else { break filling }
        left -= taken
      } catch .wouldBlock { break filling }
    }
    try pcm.startIfPrepared()
  }

  private func convert(_ samples: UnsafeBufferPointer<Float>) -> UnsafeRawPointer {
    guard let bytes = unsafe converted.baseAddress, let floats = samples.baseAddress else {
      preconditionFailure("a period has frames")
    }
    switch format {
    case .float: return unsafe UnsafeRawPointer(floats)
    case .int32:
      unsafe quantizer.int32(samples, into: bytes.assumingMemoryBound(to: Int32.self))
    case .int16:
      unsafe quantizer.int16(samples, into: bytes.assumingMemoryBound(to: Int16.self))
    }
    return UnsafeRawPointer(bytes)
  }
}
