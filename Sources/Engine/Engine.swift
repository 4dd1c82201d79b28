// SPDX-License-Identifier: GPL-3.0-or-later
public import Audio
public import Speech
import Synchronization

/// What an engine is made of.
public struct EngineParts: Sendable {
  /// Opens files.
  public var decoders: any AudioDecoderProvider
  /// Converts music to the device's rate.
  public var converters: any SampleRateConverterProvider
  /// Starts the voice; `nil`: nothing is spoken by this program.
  public var voice: (any SpeechSynthesizerProvider)?
  /// Opens the device.
  public var device: any AudioOutputProvider
  /// Keeps time while there is no device.
  public var fallback: any AudioOutputProvider
  /// How far ahead the device is filled.
  public var latency: Latency
  /// Asks for real-time priority for the calling thread; whether it was granted.
  public var prepareOutputThread: @Sendable () -> Bool

  /// An engine of these parts.
  public init(
    decoders: any AudioDecoderProvider, converters: any SampleRateConverterProvider,
    voice: (any SpeechSynthesizerProvider)?, device: any AudioOutputProvider,
    fallback: any AudioOutputProvider, latency: Latency = .normal,
    prepareOutputThread: @escaping @Sendable () -> Bool = { false }
  ) {
    self.decoders = decoders
    self.converters = converters
    self.voice = voice
    self.device = device
    self.fallback = fallback
    self.latency = latency
    self.prepareOutputThread = prepareOutputThread
  }
}

/// Sound: three threads that decode, speak and play, and what they are told. Every method is
/// called from one thread, the loop.
public final class Engine {
  private let mixer: Mixer
  private let decoding = DecodingThread()
  private let synthesis = SynthesisThread()
  private let output = OutputThread()
  private var threads: [EngineThread] = []
  private let bell = Bell()
  private let news: Mailbox<EngineEvent>
  private let hasVoice: Bool

  /// The track that sounds as far as the caller has been told, and where it was told to begin;
  /// true until the mixer knows of it.
  private var current: (request: MusicRequest, seconds: Double)?
  private var generation: UInt32 = 0
  private var follower: MusicRequest?
  /// Whether the caller was told that the music came to its end.
  private var hasEnded = false
  private var wantsPause = false
  private var isDeviceLost = false
  private var waiting: [EngineEvent] = []

  /// Opens the device and starts the threads.
  public init(_ parts: EngineParts) {
    let bell = self.bell
    let news = Mailbox<EngineEvent> { bell.ring() }
    self.news = news
    hasVoice = parts.voice != nil
    let output = self.output
    let (decoding, synthesis) = (self.decoding, self.synthesis)
    let outputParts = OutputThread.Shared(
      latency: parts.latency, device: parts.device, fallback: parts.fallback, decoding: decoding,
      synthesis: synthesis, prepareThread: parts.prepareOutputThread,
      tell: { news.send($0) }, ring: { bell.ring() })
    threads.append(EngineThread(name: "output") { output.run(outputParts) })
    let mixer = output.mixerOnceOpened()
    self.mixer = mixer
    let decodingParts = DecodingThread.Shared(
      mixer: mixer, deviceRate: mixer.configuration.sampleRate, decoders: parts.decoders,
      converters: parts.converters, tell: { news.send($0) }, wrote: { output.poke() },
      isLoopBehind: { output.isAheadOfLoop(mixer) })
    threads.append(EngineThread(name: "decoding") { decoding.run(decodingParts) })
    guard let voice = parts.voice else { return }
    let voiceParts = SynthesisThread.Shared(
      mixer: mixer, deviceRate: mixer.configuration.sampleRate, voice: voice,
      tell: { news.send($0) },
      wrote: { output.hurry() })
    threads.append(EngineThread(name: "voice") { synthesis.run(voiceParts) })
  }

  /// How long each thread may take to end.
  private static let patience = Duration.seconds(3)

  /// Fades what sounds, plays it out, ends the threads and closes the device. The engine is of no
  /// use afterwards.
  public func end() {
    hush()
    mixer.advanceMusic()
    output.stop()
    decoding.mailbox.send(.quit)
    synthesis.quit()
    // A sound server that hangs may hold a thread in its library for half a minute.
    for thread in threads { thread.join(within: Self.patience) }
    threads.removeAll()
  }

  // MARK: - News

  /// Readable when `nextEvent` has something; for `poll`.
  public var eventDescriptor: Int32 { bell.descriptor }

  /// The next news, `nil` when there is none. Call until it is `nil` after the descriptor became
  /// readable.
  public func nextEvent() -> EngineEvent? {
    while true {
      if waiting.isEmpty { collect() }
      guard !waiting.isEmpty else {
        if output.closeNews() { decoding.lookAgain() }
        return nil
      }
      if let told = translate(waiting.removeFirst()) { return told }
    }
  }

  private func collect() {
    bell.silence()
    output.openNews()
    waiting = news.take()
    for event in waiting { noteDevice(event) }
    while let event = mixer.nextEvent() { waiting.append(.mixer(event)) }
  }

  /// What is told of `event` now: what was ordered since it came may have made it old.
  private func translate(_ event: EngineEvent) -> EngineEvent? {
    switch event {
    case .mixer(let event): return translate(event)
    case .failed(let token, _, _):
      if follower?.token == token { follower = nil }
    default: break
    }
    return event
  }

  /// Music events of an older generation are about sound that was given up: they are dropped.
  private func translate(_ event: MixerEvent) -> EngineEvent? {
    switch event.kind {
    case .trackStarted, .trackEnded, .queueEnded, .starved:
      guard event.generation == generation else { return nil }
    case .paused, .playing, .speechStarted, .speechEnded, .speechCut: break
    }
    switch event.kind {
    case .trackStarted, .trackEnded: noteFollower(event.id)
    case .queueEnded:
      hasEnded = true
      let broken = decoding.brokenOff.withLock { $0 }
      if let broken, broken.generation == generation { return broken.event }
    default: break
    }
    return .mixer(event)
  }

  /// The follower is the current track from its first sample on; one without samples from its end.
  private func noteFollower(_ token: UInt32) {
    guard let request = decoding.succession.heard(token) else { return }
    current = (request, 0)
    if follower == request { follower = nil }
  }

  // MARK: - Music

  /// Plays `request` from `seconds` on, in place of what plays now.
  public func play(_ request: MusicRequest, at seconds: Double, paused: Bool = false) {
    wantsPause = paused
    // A pause comes before the new music and its end after the old: neither is heard for a moment.
    if paused { applyPause() }
    follower = nil
    start(request, seconds)
    applyPause()
  }

  /// What comes after the current track, without a gap; `nil`: nothing. One that cannot be opened
  /// is told as `failed` at once, and another may be named until the current track is over.
  public func follow(_ request: MusicRequest?) {
    follower = request
    guard let current, !hasEnded else { return }
    if decoding.succession.name(request) {
      decoding.lookAgain()
      return
    }
    // What comes after the current track lies in the ring: it is taken back.
    let position = musicPosition
    if let position, position.token == current.request.token {
      start(current.request, position.seconds)
    } else {
      start(current.request, .infinity)
      self.current = (current.request, 0)
    }
  }

  /// Goes to `seconds` in the current track, beyond its end to the end.
  public func seek(to seconds: Double) {
    guard let current else { return }
    start(current.request, seconds)
  }

  private func start(_ request: MusicRequest, _ seconds: Double) {
    current = (request, seconds)
    hasEnded = false
    generation = mixer.advanceMusic()
    decoding.succession.begin(generation, named: follower)
    decoding.mailbox.send(.start(generation: generation, request, seconds: seconds))
    output.hurry()
  }

  /// Holds the music, or lets it go on.
  public func setPaused(_ isPaused: Bool) {
    wantsPause = isPaused
    applyPause()
  }

  /// While the device is away the music is held at its place, whatever the listener wants; what
  /// was wanted counts again once it is back.
  private func applyPause() {
    mixer.isPaused = wantsPause || isDeviceLost
    output.hurry()
  }

  private func noteDevice(_ event: EngineEvent) {
    switch event {
    case .deviceLost: isDeviceLost = true
    case .deviceBack: isDeviceLost = false
    default: return
    }
    applyPause()
    if isDeviceLost { output.noteLoss() }
  }

  /// Lets go of the music.
  public func stop() {
    wantsPause = true
    applyPause()
    current = nil
    follower = nil
    hasEnded = false
    generation = mixer.advanceMusic()
    decoding.succession.begin(generation, named: nil)
    decoding.mailbox.send(.stop)
    output.hurry()
  }

  /// Where the music stands, by what is mixed next; `nil` when there is none.
  public var musicPosition: MusicPosition? {
    guard let current else { return nil }
    let rate = Double(mixer.configuration.sampleRate)
    let playhead = mixer.playhead
    guard playhead.generation == generation else {
      return MusicPosition(
        token: current.request.token, seconds: current.seconds)
    }
    return MusicPosition(
      token: playhead.token, seconds: Double(playhead.position) / rate)
  }

  // MARK: - Levels

  /// Music volume in percent, 0 to 200.
  public func setVolume(percent: Int) { mixer.setMusicGain(Volume.gain(percent: percent)) }

  /// Silences the music, never the speech.
  public func setMuted(_ isMuted: Bool) { mixer.setMuted(isMuted) }

  /// Speech level in steps of 1 dB; 0 is −16 LUFS.
  public func setSpeechLevel(steps: Int) {
    mixer.setSpeechGain(Volume.gain(decibels: Float(steps)))
  }

  /// How far the music goes down under speech.
  public func setDucking(_ ducking: Ducking) { mixer.setDucking(ducking) }

  // MARK: - Voice and earcons

  /// Plays a short sound.
  public func play(_ earcon: Earcon) {
    mixer.play(earcon)
    output.hurry()
  }

  /// Says this at once, in place of what is being said.
  public func say(_ request: SpeechRequest) {
    guard hasVoice else {
      news.send(.voiceFailed(utterance: request.utterance, .noData))
      return
    }
    let generation = mixer.advanceSpeech()
    synthesis.say(.init(generation: generation, request: request))
  }

  /// Speaks with the voice of this name from the next utterance on; one that is not there is told
  /// as `voiceFailed`, and the old voice goes on.
  public func selectVoice(_ name: String) { synthesis.selectVoice(name) }

  /// Cuts what is being said.
  public func hush() {
    mixer.advanceSpeech()
    synthesis.roomMayBeThere()
    output.hurry()
  }

  /// The last utterance for which the voice gave samples, ended or failed.
  public var answeredUtterance: UInt32 { synthesis.answered.load(ordering: .acquiring) }

  /// Whether the fallback keeps time because there is no device.
  public var isWithoutDevice: Bool { output.isWithoutDevice.load(ordering: .relaxed) }

  /// Underruns met and recovered.
  public var underruns: Int { output.underruns.load(ordering: .relaxed) }
}
