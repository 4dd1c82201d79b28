// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Glibc
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
    /// Asks for real-time priority, on the thread itself; whether it was granted.
    var prepareThread: @Sendable () -> Bool
    var tell: @Sendable (EngineEvent) -> Void
    /// The mixer has news: make the loop look.
    var ring: @Sendable () -> Void
  }

  /// Whether the fallback keeps time in place of the device.
  let isWithoutDevice = Atomic<Bool>(false)
  /// Underruns since the start.
  let underruns = Atomic<Int>(0)

  private let isLossNoted = Atomic<Bool>(true)
  /// Whether the output takes what it is given as fast as it comes.
  private let isUnpaced = Atomic<Bool>(false)
  /// Whether the loop has taken news and not yet done what it asks for.
  private let isNewsOpen = Atomic<Bool>(false)
  private let isStopping = Atomic<Bool>(false)
  private let isAsleep = Atomic<Bool>(false)
  private let wake = Semaphore()
  private let alarm = Bell()
  private let isHurried = Atomic<Bool>(false)
  private let firstOpened = Semaphore()
  private let made = Locked<Mixer?>(nil)

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
    // One of the two threads sees what the other has stored: see `sleep`.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    if isAsleep.load(ordering: .sequentiallyConsistent) { wake.post() }
  }

  /// Somebody waits to hear something: like `poke`, and ends a doze. Any thread.
  func hurry() {
    isHurried.store(true, ordering: .sequentiallyConsistent)
    alarm.ring()
    poke()
  }

  fileprivate func takeHurry() -> Bool {
    isHurried.load(ordering: .relaxed)
      && isHurried.exchange(false, ordering: .sequentiallyConsistent)
  }

  /// Sleeps for so long, or until somebody is in a hurry.
  fileprivate func doze(milliseconds: Int) {
    alarm.silence()
    guard !isHurried.load(ordering: .sequentiallyConsistent) else { return }
    var waiting = pollfd(fd: alarm.descriptor, events: Int16(POLLIN), revents: 0)
    _ = unsafe poll(&waiting, 1, Int32(milliseconds))
  }

  /// The loop knows of the lost device and has held the music.
  func noteLoss() {
    isLossNoted.store(true, ordering: .sequentiallyConsistent)
    poke()
  }

  /// Tells of a lost device and waits until the loop has held the music: none of it is to be
  /// played where nobody hears it.
  fileprivate func tellLoss(_ error: OutputError, _ tell: (EngineEvent) -> Void) {
    isLossNoted.store(false, ordering: .sequentiallyConsistent)
    tell(.deviceLost(error))
    sleep(until: { isLossNoted.load(ordering: .sequentiallyConsistent) })
  }

  /// The loop is about to take the mixer's news.
  func openNews() { isNewsOpen.store(true, ordering: .sequentiallyConsistent) }

  /// The loop has done what the news asked for; whether there was any.
  func closeNews() -> Bool {
    let wasOpen = isNewsOpen.exchange(false, ordering: .sequentiallyConsistent)
    if wasOpen && isUnpaced.load(ordering: .sequentiallyConsistent) { poke() }
    return wasOpen
  }

  /// Whether an output without a clock has run ahead of the loop, which may yet name what follows.
  func isAheadOfLoop(_ mixer: Mixer) -> Bool {
    // The news before the mark: the loop sets the mark before it takes them.
    isUnpaced.load(ordering: .sequentiallyConsistent)
      && (mixer.hasEvents || isNewsOpen.load(ordering: .sequentiallyConsistent))
  }

  fileprivate func notePace(_ output: any AudioOutput) {
    isUnpaced.store(!output.isPaced, ordering: .sequentiallyConsistent)
  }

  /// Ends the thread after what was rendered has been heard.
  func stop() {
    isStopping.store(true, ordering: .sequentiallyConsistent)
    alarm.ring()
    wake.post()
  }

  /// The thread's body.
  func run(_ shared: Shared) {
    let isRealtime = shared.prepareThread()
    var playing = Playing(shared: shared, thread: self, mayDoze: isRealtime)
    let mixer = Mixer(
      MixerConfiguration(
        sampleRate: playing.sampleRate, periodFrames: playing.sampleRate / 50))
    made.withLock { $0 = mixer }
    firstOpened.post()
    while !isStopping.load(ordering: .sequentiallyConsistent) {
      playing.turn(mixer)
    }
    playing.end(mixer)
  }

  /// Sleeps until `isNeeded`, asked again after every poke.
  fileprivate func sleep(until isNeeded: () -> Bool) {
    while true {
      isAsleep.store(true, ordering: .sequentiallyConsistent)
      atomicMemoryFence(ordering: .sequentiallyConsistent)
      if isNeeded() || isStopping.load(ordering: .sequentiallyConsistent) { break }
      wake.wait()
    }
    isAsleep.store(false, ordering: .sequentiallyConsistent)
  }

  /// Sleeps for so long, or until a poke; whether it was poked.
  fileprivate func sleep(unless isNeeded: () -> Bool, atMost patience: Duration) -> Bool {
    isAsleep.store(true, ordering: .sequentiallyConsistent)
    defer { isAsleep.store(false, ordering: .sequentiallyConsistent) }
    // See `poke`.
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    if isNeeded() || isStopping.load(ordering: .sequentiallyConsistent) { return true }
    return wake.wait(atMost: patience)
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
  let writers: Writers
  var output: (any AudioOutput)?
  var isFallback = false {
    didSet { thread.isWithoutDevice.store(isFallback, ordering: .relaxed) }
  }
  var latency: LatencyPolicy
  var silentFrames = 0
  var framesToRetry = 0
  var retrySeconds = Playing.firstRetry
  var isRefusalTold = false
  var countedUnderruns = 0
  var period: [Float]
  /// Only a thread that is woken in time may sleep until the buffer is nearly empty.
  let mayDoze: Bool
  /// Frames that are known to fit.
  var roomLeft = 0
  var hasDozed = false
  /// Frames for which every period is rendered as soon as it fits.
  var livelyFrames = 0

  init(shared: OutputThread.Shared, thread: OutputThread, mayDoze: Bool) {
    self.mayDoze = mayDoze
    self.shared = shared
    self.thread = thread
    latency = LatencyPolicy(wanted: shared.latency)
    period = []
    var opened: (any AudioOutput)?
    do throws(OutputError) {
      opened = try shared.device.open(shared.latency)
    } catch {
      shared.tell(.deviceMissing(error))
    }
    output = opened
    sampleRate = opened?.configuration.sampleRate ?? 48_000
    writers = Writers(shared: shared, thread: thread, sampleRate: sampleRate)
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
      guard try awaitRoom(output) else { return }
      try render(mixer, output)
      afterPeriod(mixer, output, output.configuration.periodFrames)
    } catch {
      lose(error)
    }
  }

  /// Waits until a period fits; `false` when it dozed instead.
  ///
  /// When nobody has asked for anything for a second, the buffer is filled several periods at a
  /// time: that halves the changes of thread. It is no later for a listener, because whoever is in
  /// a hurry ends the doze, and finds the buffer emptier than it would be otherwise.
  private mutating func awaitRoom(_ output: any AudioOutput) throws(OutputError) -> Bool {
    let period = output.configuration.periodFrames
    if thread.takeHurry() { livelyFrames = sampleRate }
    if livelyFrames > 0 {
      livelyFrames -= period
      roomLeft = 0
    }
    if roomLeft < period {
      if doze(output) { return false }
      try output.waitForRoom()
      roomLeft = livelyFrames > 0 ? period : max(period, output.room ?? 0)
    }
    roomLeft -= period
    return true
  }

  /// Sleeps while the buffer is full; `false` when it is not, or there is no time to sleep. Never
  /// twice without asking the device in between whether it still plays.
  private mutating func doze(_ output: any AudioOutput) -> Bool {
    let configuration = output.configuration
    let rest = max(configuration.periodFrames, sampleRate / 100)
    let wanted = configuration.bufferFrames - rest
    guard mayDoze, !hasDozed, livelyFrames <= 0, wanted > configuration.periodFrames,
      let room = output.room, room < configuration.periodFrames
    else {
      hasDozed = false
      return false
    }
    hasDozed = true
    thread.doze(milliseconds: (wanted - room) * 1000 / sampleRate)
    return true
  }

  /// One period of the device, in pieces when it is longer than the mixer's: a device may not
  /// grant the period that was wished for.
  private mutating func render(
    _ mixer: Mixer, _ output: any AudioOutput
  ) throws(OutputError) {
    let frames = output.configuration.periodFrames
    let writers = self.writers
    thread.notePace(output)
    if period.count != frames * 2 { period = [Float](repeating: 0, count: frames * 2) }
    try unsafe period.withUnsafeMutableBufferPointer { buffer throws(OutputError) in
      guard let base = buffer.baseAddress else { return }
      var done = 0
      while done < frames {
        if !output.isPaced { writers.wait(mixer) }
        let count = min(mixer.configuration.periodFrames, frames - done)
        unsafe mixer.render(into: base + done * 2, frames: count)
        done += count
      }
      try unsafe output.write(UnsafeBufferPointer(buffer))
    }
  }

  private mutating func afterPeriod(_ mixer: Mixer, _ output: any AudioOutput, _ frames: Int) {
    silentFrames = mixer.isSilent ? silentFrames + frames : 0
    if mixer.hasEvents { shared.ring() }
    writers.wake(mixer)
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

  // MARK: - Resting

  /// Lets the device go when nothing has sounded for a while, and sleeps; `true` when it slept.
  private mutating func mayRest(_ mixer: Mixer, _ output: any AudioOutput) -> Bool {
    let linger = output.isPaced ? Self.lingerSeconds : 1
    guard silentFrames >= linger * sampleRate, mixer.isSilent else { return false }
    if isFallback {
      restWithoutDevice(mixer)
      return true
    }
    if output.isPaced {
      guard output.configuration.bufferFrames > 0 else { return false }
      close()
    }
    thread.sleep(until: { !mixer.isSilent })
    silentFrames = 0
    return true
  }

  /// Sleeps until something is to sound, or until it is time to look for the device again.
  private mutating func restWithoutDevice(_ mixer: Mixer) {
    let start = SuspendingClock.now
    let patience = Duration.milliseconds(framesToRetry * 1000 / sampleRate)
    if thread.sleep(unless: { !mixer.isSilent }, atMost: patience) {
      // Who is woken often must not wait the longer for the device.
      framesToRetry -= Int((SuspendingClock.now - start) / .milliseconds(1)) * sampleRate / 1000
      if !mixer.isSilent { silentFrames = 0 }
    } else {
      framesToRetry = 0
    }
    if framesToRetry <= 0 { retry() }
  }

  // MARK: - Opening and losing

  /// Opens the device after a rest, at once: a key was pressed.
  private mutating func reopen() {
    do throws(OutputError) {
      adopt(try accept(try shared.device.open(latency.current)))
    } catch {
      lose(error)
    }
  }

  /// The device, if it has the rate of the mixer, which is fixed once it was opened.
  private func accept(_ opened: any AudioOutput) throws(OutputError) -> any AudioOutput {
    guard opened.configuration.sampleRate == sampleRate else {
      opened.close()
      throw .unsupportedFormat
    }
    return opened
  }

  private mutating func adopt(_ opened: any AudioOutput) {
    output = opened
    isFallback = false
    countedUnderruns = opened.underruns
    silentFrames = 0
  }

  private mutating func lose(_ error: OutputError) {
    close()
    if !isFallback { thread.tellLoss(error, shared.tell) }
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
    do throws(OutputError) {
      let opened = try accept(
        try shared.device.open(latency.current, sampleRate: sampleRate))
      close()
      adopt(opened)
      retrySeconds = Self.firstRetry
      isRefusalTold = false
      shared.tell(.deviceBack)
    } catch {
      tellRefusal(error)
      retrySeconds = min(retrySeconds * 2, Self.lastRetry)
      fallBack()
    }
  }

  /// A device that is there and will never do is another news than one that is away: told once.
  private mutating func tellRefusal(_ error: OutputError) {
    guard error == .unsupportedFormat, !isRefusalTold else { return }
    isRefusalTold = true
    shared.tell(.deviceMissing(error))
  }

  private mutating func close() {
    roomLeft = 0
    output?.close()
    output = nil
  }

  /// Plays out and closes. What is stale by now dies away first: a cut would be a click.
  mutating func end(_ mixer: Mixer) {
    if let output {
      var left = sampleRate / 100
      while left > 0, (try? output.waitForRoom()) != nil, (try? render(mixer, output)) != nil {
        left -= output.configuration.periodFrames
      }
      output.drain()
    }
    close()
  }
}

/// The decoding and the synthesis thread, as the output thread sees them.
private struct Writers {
  let shared: OutputThread.Shared
  let thread: OutputThread
  let sampleRate: Int

  /// Wakes those who asked for room, when a quarter of a second is free.
  func wake(_ mixer: Mixer) {
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

  /// Waits until the loop has done what the last news asks for and the next samples are there: for
  /// an output that is not paced. So what it gets does not depend on how quick the threads are.
  func wait(_ mixer: Mixer) {
    guard isBehind(mixer) else { return }
    if mixer.hasEvents { shared.ring() }
    thread.sleep(until: {
      wake(mixer)
      return !isBehind(mixer)
    })
  }

  private func isBehind(_ mixer: Mixer) -> Bool {
    mixer.awaitsMusic || thread.isAheadOfLoop(mixer)
      || (shared.synthesis.isBusy.load(ordering: .sequentiallyConsistent)
        && mixer.speechRoom >= sampleRate)
  }
}
