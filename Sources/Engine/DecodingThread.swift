// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Synchronization

/// Keeps the mixer's music ring filled. `Decoding` lives on its own thread; only the constants
/// here are touched from others.
final class DecodingThread: Sendable {
  enum Letter: Sendable {
    /// Play this from here, instead of everything before.
    case start(generation: UInt32, MusicRequest, seconds: Double)
    /// Let go of everything.
    case stop
    case quit
  }

  /// What the threads of the engine share.
  struct Shared: Sendable {
    var mixer: Mixer
    var deviceRate: Int
    var decoders: any AudioDecoderProvider
    var converters: any SampleRateConverterProvider
    /// Tells the loop.
    var tell: @Sendable (EngineEvent) -> Void
    /// Called when samples were written.
    var wrote: @Sendable () -> Void
    /// Whether the loop has still to hear of what was played, and may name what follows.
    var isLoopBehind: @Sendable () -> Bool
  }

  let mailbox: Mailbox<Letter>
  /// Set by this thread when the ring was full; the output thread then posts once it is half empty.
  let wantsRoom = Atomic<Bool>(false)
  /// What comes after the track being decoded.
  let succession = Succession()

  /// What is told in place of `queueEnded` in a generation that broke off: `nil`, nothing, when
  /// it was told before.
  struct BrokenOff: Sendable {
    var generation: UInt32
    var event: EngineEvent?
  }
  let brokenOff = Locked<BrokenOff?>(nil)

  private let wake: Semaphore

  init() {
    let wake = Semaphore()
    self.wake = wake
    mailbox = Mailbox { wake.post() }
  }

  /// Lets the thread look at the ring and the succession again.
  func lookAgain() { wake.post() }

  /// The thread's body; returns after `quit`.
  func run(_ shared: Shared) {
    var decoding = Decoding(shared: shared, thread: self)
    while true {
      for letter in mailbox.take() {
        if case .quit = letter { return }
        decoding.take(letter)
      }
      if !decoding.work() { wake.wait() }
    }
  }
}

/// The decoding thread's own state.
private struct Decoding {
  /// While nothing follows, a queue is closed only when so little of it is left in the ring: a
  /// follower may still be named, after a short track as after one that cannot be opened.
  private static let latestNaming = 0.06
  /// No track is longer; what is beyond would overflow in sums.
  private static let lastFrame = 0x1p40

  let shared: DecodingThread.Shared
  let thread: DecodingThread
  var generation: UInt32 = 0
  var stream: MusicStream?
  /// The stream after this one, when it needs a converter of its own.
  var next: (decoder: any AudioDecoder, token: UInt32)?
  var written = 0
  var writtenFrames = 0
  /// The file of the last part: the next part of it goes on there.
  private var file: (path: [UInt8], decoder: any AudioDecoder)?
  /// A generation that gave nothing is closed all the same, or the mixer would wait for more.
  var owedEnd: MusicChunk?

  init(shared: DecodingThread.Shared, thread: DecodingThread) {
    self.shared = shared
    self.thread = thread
  }

  mutating func take(_ letter: DecodingThread.Letter) {
    switch letter {
    case .start(let generation, let request, let seconds):
      // Of many orders in a row only the last is carried out.
      guard generation == shared.mixer.musicGeneration else { return }
      start(generation, request, seconds)
    case .stop:
      stream = nil
      file = nil
      next = nil
      owedEnd = nil
    case .quit: break
    }
  }

  private mutating func start(_ generation: UInt32, _ request: MusicRequest, _ seconds: Double) {
    self.generation = generation
    let open = stream?.decoder(for: request.token)
    stream = nil
    next = nil
    written = 0
    writtenFrames = 0
    owedEnd = nil
    thread.brokenOff.withLock { $0 = nil }
    guard let decoder = open ?? self.open(request) else { return refuse(request) }
    do throws(DecodingError) {
      let frame = Self.frame(at: seconds, decoder.format.sampleRate)
      if frame != decoder.position { try decoder.seek(to: frame) }
      begin(decoder, token: request.token)
    } catch {
      shared.tell(.failed(token: request.token, error, atSeconds: seconds))
      refuse(request)
    }
  }

  private static func frame(at seconds: Double, _ sampleRate: Int) -> Int {
    let frame = (seconds * Double(sampleRate)).rounded()
    return frame > 0 ? Int(min(frame, lastFrame)) : 0
  }

  /// Nothing comes of `request`, which was told.
  private mutating func refuse(_ request: MusicRequest) {
    breakOff(nil)
    owedEnd = MusicChunk(
      generation: generation, token: request.token, position: 0, frames: 0, endsQueue: true)
  }

  private func breakOff(_ event: EngineEvent?) {
    let ending = DecodingThread.BrokenOff(generation: generation, event: event)
    thread.brokenOff.withLock { $0 = ending }
  }

  private mutating func payEnd(_ chunk: MusicChunk) -> Bool {
    guard put(chunk) || (askForRoom() && put(chunk)) else { return false }
    owedEnd = nil
    shared.wrote()
    return true
  }

  /// Writes a chunk without samples.
  private func put(_ chunk: MusicChunk) -> Bool {
    var nothing: Float = 0
    return unsafe shared.mixer.writeMusic(&nothing, chunk)
  }

  private mutating func begin(_ decoder: any AudioDecoder, token: UInt32) {
    stream = MusicStream(
      deviceRate: shared.deviceRate, converters: shared.converters, decoder: decoder,
      token: token)
  }

  private mutating func open(_ request: MusicRequest) -> (any AudioDecoder)? {
    do throws(DecodingError) {
      let decoder = try decoder(for: request)
      let rate = Double(decoder.format.sampleRate)
      switch decoder.length {
      case .exact(let frames):
        shared.tell(
          .opened(token: request.token, seconds: Double(frames) / rate, isExact: true))
      case .estimated(let frames):
        shared.tell(
          .opened(token: request.token, seconds: Double(frames) / rate, isExact: false))
      case .unknown:
        shared.tell(.opened(token: request.token, seconds: nil, isExact: false))
      }
      return decoder
    } catch {
      shared.tell(.failed(token: request.token, error, atSeconds: 0))
      return nil
    }
  }

  /// A part goes on with the decoder of the part before where that is of the same file.
  private mutating func decoder(
    for request: MusicRequest
  ) throws(DecodingError) -> any AudioDecoder {
    let last = file
    file = nil
    guard let range = request.range else { return try shared.decoders.open(request.path) }
    let whole: any AudioDecoder
    if let last, last.path == request.path {
      whole = last.decoder
    } else {
      whole = try shared.decoders.open(request.path)
    }
    let part = try PartDecoder(of: whole, range)
    file = (request.path, whole)
    return part
  }

  /// Does one block; `false`: there is nothing to do until a letter or a post comes.
  mutating func work() -> Bool {
    if let owedEnd { return payEnd(owedEnd) }
    guard let stream else { return false }
    if written < stream.pending.count { return write(stream) }
    switch stream.step(generation: generation) {
    case .produced:
      written = 0
      writtenFrames = 0
      return write(stream)
    case .trackEnded: return goOn(stream)
    case .failed(let error, let frame):
      let seconds = Double(frame) / Double(stream.sampleRate)
      breakOff(.failed(token: stream.token, error, atSeconds: seconds))
      stream.finish()
      return true
    case .exhausted:
      self.stream = nil
      if let next { begin(next.decoder, token: next.token) }
      next = nil
      return self.stream != nil
    }
  }

  /// Writes what is pending; `false` when the ring is full.
  private mutating func write(_ stream: MusicStream) -> Bool {
    while written < stream.pending.count {
      let chunk = stream.pending[written]
      guard put(stream, chunk) || (askForRoom() && put(stream, chunk)) else { return false }
      written += 1
      writtenFrames += chunk.frames
      shared.wrote()
    }
    return true
  }

  private func put(_ stream: MusicStream, _ chunk: MusicChunk) -> Bool {
    var chunk = chunk
    chunk.endsQueue = chunk.endsQueue && next == nil
    return unsafe stream.block.withUnsafeBufferPointer { block in
      guard let base = block.baseAddress else { return false }
      return unsafe shared.mixer.writeMusic(base + writtenFrames * 2, chunk)
    }
  }

  /// Asks the output thread for a post, then lets the caller look once more: room may have come
  /// between the look and the asking. The fence goes with the one of `OutputThread.sleep`: one of
  /// the two threads sees what the other has stored.
  private func askForRoom() -> Bool {
    thread.wantsRoom.store(true, ordering: .sequentiallyConsistent)
    atomicMemoryFence(ordering: .sequentiallyConsistent)
    return true
  }

  private var mayStillBeNamed: Bool {
    Double(shared.mixer.musicReady) > Self.latestNaming * Double(shared.deviceRate)
      || shared.isLoopBehind()
  }

  /// The track has ended: goes on with its follower, or gives the tail.
  private mutating func goOn(_ stream: MusicStream) -> Bool {
    guard let request = thread.succession.named(generation) else {
      if mayStillBeNamed && askForRoom() && mayStillBeNamed { return false }
      if thread.succession.end(generation) { stream.finish() }
      return true
    }
    guard let decoder = open(request) else {
      thread.succession.giveUp(request, generation)
      return true
    }
    guard thread.succession.take(request, generation) else { return true }
    if !stream.follow(decoder, token: request.token) {
      next = (decoder, request.token)
      stream.finish()
    }
    return true
  }
}
