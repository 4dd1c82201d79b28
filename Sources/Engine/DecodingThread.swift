// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Synchronization

/// Keeps the mixer's music ring filled. `Decoding` lives on its own thread; only `mailbox`,
/// `wantsRoom` and `decodingToken` are touched from others.
final class DecodingThread: Sendable {
  enum Letter: Sendable {
    /// Play this from here, instead of everything before.
    case start(generation: UInt32, MusicRequest, seconds: Double)
    /// What follows the track being decoded.
    case follow(MusicRequest?)
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
  }

  let mailbox: Mailbox<Letter>
  /// Set by this thread when the ring was full; the output thread then posts once it is half empty.
  let wantsRoom = Atomic<Bool>(false)
  /// The token of the track being decoded, ahead of what is heard.
  let decodingToken = Atomic<UInt32>(0)
  /// Tracks that broke off: what is to be told when their last sample has been heard, `nil` when
  /// it was told before.
  let brokenOff = Mutex<[UInt32: EngineEvent?]>([:])

  private let wake: Semaphore

  init() {
    let wake = Semaphore()
    self.wake = wake
    mailbox = Mailbox { wake.post() }
  }

  /// Lets the thread look at the ring again.
  func roomMayBeThere() { wake.post() }

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
  let shared: DecodingThread.Shared
  let thread: DecodingThread
  var generation: UInt32 = 0
  var stream: MusicStream?
  var follow: MusicRequest?
  /// The stream after this one, when it needs a converter of its own.
  var next: (decoder: any AudioDecoder, token: UInt32)?
  /// A follower could not be opened: another may be named before the ring runs low.
  var awaitsFollower = false
  var written = 0
  var writtenFrames = 0
  /// A generation that gave nothing is closed all the same, or the mixer would wait for more.
  var owedEnd: MusicChunk?

  mutating func take(_ letter: DecodingThread.Letter) {
    switch letter {
    case .start(let generation, let request, let seconds):
      start(generation, request, seconds)
    case .follow(let request):
      follow = request
      awaitsFollower = false
    case .stop:
      stream = nil
      next = nil
      follow = nil
    case .quit: break
    }
  }

  private mutating func start(_ generation: UInt32, _ request: MusicRequest, _ seconds: Double) {
    self.generation = generation
    let open = stream?.decoder(for: request.token)
    stream = nil
    next = nil
    follow = nil
    awaitsFollower = false
    written = 0
    writtenFrames = 0
    owedEnd = nil
    guard let decoder = open ?? self.open(request) else { return refuse(request) }
    do throws(DecodingError) {
      let frame = Int((seconds * Double(decoder.format.sampleRate)).rounded())
      if frame != decoder.position { try decoder.seek(to: max(0, frame)) }
      begin(decoder, token: request.token)
    } catch {
      shared.tell(.failed(token: request.token, error, atSeconds: seconds))
      refuse(request)
    }
  }

  /// Nothing comes of `request`, which was told.
  private mutating func refuse(_ request: MusicRequest) {
    thread.brokenOff.withLock { $0[request.token] = .some(nil) }
    owedEnd = MusicChunk(
      generation: generation, token: request.token, position: 0, frames: 0, endsTrack: true,
      endsQueue: true)
  }

  private mutating func payEnd(_ chunk: MusicChunk) -> Bool {
    var nothing: Float = 0
    let isWritten = unsafe shared.mixer.writeMusic(&nothing, chunk)
    if isWritten {
      owedEnd = nil
      shared.wrote()
    } else {
      _ = askForRoom()
    }
    return isWritten
  }

  private mutating func begin(_ decoder: any AudioDecoder, token: UInt32) {
    stream = MusicStream(
      deviceRate: shared.deviceRate, converters: shared.converters, decoder: decoder,
      token: token)
    thread.decodingToken.store(token, ordering: .relaxed)
  }

  private func open(_ request: MusicRequest) -> (any AudioDecoder)? {
    do throws(DecodingError) {
      let decoder = try shared.decoders.open(request.path)
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
      let event = EngineEvent.failed(token: stream.token, error, atSeconds: seconds)
      let token = stream.token
      thread.brokenOff.withLock { $0[token] = .some(event) }
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
  /// between the look and the asking.
  private func askForRoom() -> Bool {
    thread.wantsRoom.store(true, ordering: .sequentiallyConsistent)
    return true
  }

  /// The track has ended: goes on with its follower, or gives the tail.
  private mutating func goOn(_ stream: MusicStream) -> Bool {
    guard let request = follow else {
      if awaitsFollower && shared.mixer.musicRoom < shared.deviceRate / 4 {
        return !askForRoom()
      }
      awaitsFollower = false
      stream.finish()
      return true
    }
    follow = nil
    guard let decoder = open(request) else {
      awaitsFollower = true
      return false
    }
    if stream.follow(decoder, token: request.token) {
      thread.decodingToken.store(request.token, ordering: .relaxed)
    } else {
      next = (decoder, request.token)
      stream.finish()
    }
    return true
  }
}
