// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Speech
import Synchronization

/// Speaks into the mixer's speech ring. Every call into the voice is made on this thread.
final class SynthesisThread: Sendable {
  /// What is to be said; only the newest counts.
  struct Job: Sendable {
    var generation: UInt32
    var request: SpeechRequest
  }

  struct Shared: Sendable {
    var mixer: Mixer
    var deviceRate: Int
    var voice: any SpeechSynthesizerProvider
    var tell: @Sendable (EngineEvent) -> Void
    /// Called when samples were written.
    var wrote: @Sendable () -> Void
  }

  private enum Letter: Sendable {
    case say(Job)
    case quit
  }

  private let letter = Locked<Letter?>(nil)
  private let wake = Semaphore()
  /// Set by this thread when the ring was full; the output thread posts when there is room.
  let wantsRoom = Atomic<Bool>(false)
  /// The last utterance that gave its first samples, failed or ended: the voice is alive.
  let answered = Atomic<UInt32>(0)

  /// Whether something is to be said or being synthesised; stored under the lock of `letter`.
  let isBusy = Atomic<Bool>(false)

  /// Says this next. Any thread.
  func say(_ job: Job) {
    letter.withLock { letter in
      if case .quit = letter { return }
      letter = .say(job)
      isBusy.store(true, ordering: .sequentiallyConsistent)
    }
    wake.post()
  }

  private func takeLetter() -> Letter? {
    letter.withLock { letter in
      if letter == nil { isBusy.store(false, ordering: .sequentiallyConsistent) }
      return letter.take()
    }
  }

  private let wantedVoice = Locked<String?>(nil)

  /// Speaks with this voice from the next utterance on. Any thread.
  func selectVoice(_ name: String) { wantedVoice.withLock { $0 = name } }

  fileprivate func takeWantedVoice() -> String? {
    wantedVoice.withLock { wanted in
      defer { wanted = nil }
      return wanted
    }
  }

  /// Ends the thread; what is being spoken must be stale by now.
  func quit() {
    letter.withLock { $0 = .quit }
    wake.post()
  }

  /// Lets the thread look at the ring and the generation again.
  func roomMayBeThere() { wake.post() }

  /// The thread's body; returns after `quit`.
  func run(_ shared: Shared) {
    var speaking = Speaking(shared: shared, thread: self)
    speaking.start()
    while true {
      switch takeLetter() {
      case .say(let job): speaking.speak(job)
      case .quit: return
      case nil:
        shared.wrote()
        wake.wait()
      }
    }
  }

  /// Asks the output thread for a post. Look once more before `waitForRoom`: the fence goes with
  /// the one of `OutputThread.sleep`.
  fileprivate func askForRoom() {
    wantsRoom.store(true, ordering: .sequentiallyConsistent)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
  }

  fileprivate func waitForRoom() { wake.wait() }
}

/// The synthesis thread's own state.
private struct Speaking {
  let shared: SynthesisThread.Shared
  let thread: SynthesisThread
  var voice: (any SpeechSynthesizer)?
  var conditioner: SpeechConditioner?
  var samples: [Float] = []
  var hasWritten = false

  init(shared: SynthesisThread.Shared, thread: SynthesisThread) {
    self.shared = shared
    self.thread = thread
  }

  /// Starts the engine; a failure is told once here and again for every utterance.
  mutating func start() {
    do throws(SpeechError) {
      let voice = try shared.voice.make()
      self.voice = voice
      conditioner = SpeechConditioner(from: voice.sampleRate, to: shared.deviceRate)
    } catch {
      shared.tell(.voiceFailed(utterance: nil, error))
    }
  }

  mutating func speak(_ job: SynthesisThread.Job) {
    let id = job.request.utterance
    defer { thread.answered.store(id, ordering: .releasing) }
    guard let voice else {
      shared.tell(.voiceFailed(utterance: id, .noData))
      return
    }
    if let name = thread.takeWantedVoice() {
      do throws(SpeechError) {
        try voice.selectVoice(name)
      } catch {
        shared.tell(.voiceFailed(utterance: nil, error))
      }
    }
    conditioner?.begin()
    hasWritten = false
    do throws(SpeechError) {
      let end = try unsafe voice.synthesize(job.request.text, rate: job.request.rate) { chunk in
        unsafe take(chunk, job)
      }
      if end == .finished { finish(job) }
    } catch {
      shared.tell(.voiceFailed(utterance: id, error))
      // What was spoken of it has its end, or the mixer would wait for more.
      if hasWritten { finish(job) }
    }
  }

  private mutating func take(_ chunk: UnsafeBufferPointer<Int16>, _ job: SynthesisThread.Job)
    -> Bool
  {
    guard isCurrent(job) else { return false }
    guard let conditioner else { return false }
    let most = conditioner.maximumOutput(for: chunk.count)
    if samples.count < most { samples = [Float](repeating: 0, count: most) }
    let frames = unsafe samples.withUnsafeMutableBufferPointer {
      unsafe conditioner.process(chunk, into: $0)
    }
    guard frames > 0 else { return true }
    let isWritten = write(frames, job, ends: false)
    if isWritten { hasWritten = true }
    thread.answered.store(job.request.utterance, ordering: .releasing)
    return isWritten
  }

  private mutating func finish(_ job: SynthesisThread.Job) {
    guard let conditioner else { return }
    let most = conditioner.maximumOutput(for: 0)
    if samples.count < most { samples = [Float](repeating: 0, count: most) }
    let frames = unsafe samples.withUnsafeMutableBufferPointer {
      unsafe conditioner.finish(into: $0)
    }
    _ = write(frames, job, ends: true)
  }

  private func isCurrent(_ job: SynthesisThread.Job) -> Bool {
    shared.mixer.speechGeneration == job.generation
  }

  /// Writes the first `frames` of `samples`, waiting for room while the utterance is wanted.
  private func write(_ frames: Int, _ job: SynthesisThread.Job, ends: Bool) -> Bool {
    let chunk = SpeechChunk(
      generation: job.generation, utterance: job.request.utterance, frames: frames,
      endsUtterance: ends)
    while isCurrent(job) {
      if put(chunk) { return true }
      thread.askForRoom()
      if put(chunk) { return true }
      thread.waitForRoom()
    }
    return false
  }

  private func put(_ chunk: SpeechChunk) -> Bool {
    let isWritten = unsafe samples.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return false }
      return unsafe shared.mixer.writeSpeech(base, chunk)
    }
    if isWritten { shared.wrote() }
    return isWritten
  }
}
