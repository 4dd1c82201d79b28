// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine
import Glibc
import Soxr
import Speech
import TestSupport

/// An engine whose device takes periods one by one, and what came out of it. `end` it.
final class Rig {
  /// Frames the mixer is late.
  static let delay = 48
  /// Frames after a start or a seek until the samples are the track's own.
  static let fade = 240

  let tape = MemoryOutputTape()
  let gate: PeriodGate?
  let fallbackTape = MemoryOutputTape()
  let fallbackGate = PeriodGate()
  let script = SpeechScript()
  let decoders: any AudioDecoderProvider
  let engine: Engine
  let periodFrames: Int
  private let takesNews: Bool
  /// Everything the engine has told.
  private(set) var events: [EngineEvent] = []
  /// Called for every event, as the loop would.
  var react: (EngineEvent) -> Void = { _ in }
  /// Called once when a track begins that is not the one that began last.
  var onStart: (UInt32) -> Void = { _ in }
  private var startedToken: UInt32 = 0
  private var lastToken: UInt32 = 0
  private var hasEnded = false

  /// How the device behaves.
  enum Pace {
    /// Handed out by `step`, and the engine waits for its decoder and voice before each.
    case steps
    /// Handed out by `step`, whether the decoder is ready or not, as a real device.
    case device
    /// As fast as they come, once there is something to play.
    case free
  }

  init(
    _ decoders: any AudioDecoderProvider = ToneDecoders(), pace: Pace = .steps,
    rate: Int = 48_000, voice: (any SpeechSynthesizerProvider)? = nil,
    hasVoice: Bool = true, latency: Latency = .normal, failingOpens: [OutputError] = [],
    periodFrames: Int? = nil
  ) {
    self.decoders = decoders
    takesNews = pace == .steps
    gate = pace == .free ? nil : PeriodGate()
    self.periodFrames = periodFrames ?? rate * latency.periodMilliseconds / 1000
    for error in failingOpens { tape.failNextOpen(error) }
    let device = MemoryDevice(
      tape: tape, gate: gate, sampleRate: rate, isPaced: pace == .device,
      periodFrames: periodFrames)
    engine = Engine(
      EngineParts(
        decoders: decoders, converters: SoxrConverters(),
        voice: hasVoice ? voice ?? RecordingVoices(script: script) : nil,
        device: device, fallback: MemoryDevice(tape: fallbackTape, gate: fallbackGate),
        latency: latency))
  }

  /// A rig that plays tone tracks.
  convenience init(_ tracks: [ToneTrack], pace: Pace = .steps, rate: Int = 48_000) {
    self.init(ToneDecoders(tracks), pace: pace, rate: rate)
  }

  func end() {
    guard !hasEnded else { return }
    hasEnded = true
    script.resume()
    gate?.openForGood()
    fallbackGate.openForGood()
    engine.end()
  }

  // MARK: Orders

  /// A new request for the track at `index`.
  func request(_ index: Int) -> MusicRequest {
    lastToken += 1
    return MusicRequest(token: lastToken, path: ToneDecoders.path(index))
  }

  @discardableResult
  func play(_ index: Int, at seconds: Double = 0, paused: Bool = false) -> MusicRequest {
    let request = request(index)
    engine.play(request, at: seconds, paused: paused)
    return request
  }

  @discardableResult
  func follow(_ index: Int) -> MusicRequest {
    let request = request(index)
    engine.follow(request)
    return request
  }

  func say(_ utterance: UInt32, _ text: String, rate: Int = 200) {
    engine.say(SpeechRequest(utterance: utterance, text: text, rate: rate))
  }

  // MARK: Time

  /// Lets `periods` periods pass; false when the engine does not take them. An output that is not
  /// paced waits for the loop to take its news, so they are taken here.
  @discardableResult
  func step(_ periods: Int = 1) -> Bool {
    let target = tape.frames + periods * periodFrames
    gate?.letThrough(periods)
    guard takesNews else { return tape.wait(forFrames: target) }
    let deadline = MonotonicTime.after(seconds: 60)
    while tape.frames < target {
      guard MonotonicTime.now < deadline else { return false }
      collect()
      _ = tape.wait(forFrames: target, within: 0.002)
    }
    return true
  }

  /// Lets periods pass one by one until something was told.
  @discardableResult
  func step(most: Int = 2000, until isDone: (EngineEvent) -> Bool) -> EngineEvent? {
    var known = events.count
    for _ in 0..<most {
      collect()
      if let event = events[known...].first(where: isDone) { return event }
      known = events.count
      guard step() else { return nil }
    }
    return nil
  }

  /// Steps until the music is at this frame of a track at 48 kHz.
  func step(to frame: Int) {
    for _ in 0..<1000 {
      collect()
      if (engine.musicPosition?.seconds ?? 0) * 48_000 >= Double(frame) { return }
      step()
    }
  }

  /// As `step(to:)`, but nobody takes the news; false when the music does not get there.
  func stepUnasked(to frame: Int) -> Bool {
    for _ in 0..<2000 {
      if (engine.musicPosition?.seconds ?? 0) * 48_000 >= Double(frame) { return step(2) }
      guard step() else { return false }
      // A device that does not wait may be far ahead of a decoder that has no turn.
      MonotonicTime.wait(until: MonotonicTime.now + 1_000_000)
    }
    return false
  }

  // MARK: What was told

  /// Takes what the engine has to tell.
  func collect() {
    while let event = engine.nextEvent() {
      events.append(event)
      react(event)
      noteStart(event)
    }
  }

  private func noteStart(_ event: EngineEvent) {
    guard case .mixer(let news) = event, news.kind == .trackStarted || news.kind == .trackEnded,
      news.id != startedToken
    else { return }
    startedToken = news.id
    onStart(news.id)
  }

  /// Waits, while no time passes, until something is told (or was already).
  @discardableResult
  func wait(for isWanted: (EngineEvent) -> Bool) -> EngineEvent? {
    var found: EngineEvent?
    let deadline = MonotonicTime.after(seconds: 60)
    while true {
      collect()
      found = events.first(where: isWanted)
      if found != nil || MonotonicTime.now > deadline { return found }
      var ready = pollfd(fd: engine.eventDescriptor, events: Int16(POLLIN), revents: 0)
      poll(&ready, 1, 100)
    }
  }

  /// Waits, while no time passes, until the decoder has opened this.
  func waitForOpening(_ request: MusicRequest) {
    wait { if case .opened(request.token, _, _) = $0 { true } else { false } }
  }

  /// What the mixer told of this kind.
  func news(_ kind: MixerEvent.Kind) -> [MixerEvent] {
    collect()
    return events.compactMap {
      if case .mixer(let event) = $0, event.kind == kind { event } else { nil }
    }
  }

  func frame(of kind: MixerEvent.Kind, _ id: UInt32) -> Int? {
    news(kind).last { $0.id == id }?.frame
  }

  /// The failures that were told.
  var failures: [UInt32] {
    events.compactMap { if case .failed(let token, _, _) = $0 { token } else { nil } }
  }

  /// Whether the engine says that the music stands at `seconds` of `request`, to the frame.
  func isPlace(of request: MusicRequest, _ seconds: Double) -> Bool {
    guard let position = engine.musicPosition else { return false }
    return position.token == request.token && abs(position.seconds - seconds) < 1e-6
  }

  // MARK: What was heard

  /// One channel of everything that was written.
  func channel(_ channel: Int = 0) -> [Float] {
    let samples = tape.samples
    return stride(from: channel, to: samples.count, by: 2).map { samples[$0] }
  }

  /// Where what was heard from `start` on is not `track` from `first` on, and what is known about
  /// that; nil: all `count` frames are.
  func firstDifference(
    from start: Int, track: Int, frame first: Int, count: Int
  ) -> String? {
    let left = channel(0)
    let right = channel(1)
    for index in 0..<count {
      let at = start + index
      guard at < left.count,
        left[at] == ToneTrack.sample(track: track, frame: first + index, channel: 0),
        right[at] == ToneTrack.sample(track: track, frame: first + index, channel: 1)
      else {
        let heard = left.dropFirst(at).prefix(3).map { sample in
          ToneTrack.origin(of: sample).map { "\($0)" } ?? "\(sample)"
        }
        return "\(index) frames after \(start) of \(left.count): \(heard), \(news(.starved))"
      }
    }
    return nil
  }

  /// Whether a start or seek that was ordered at the end of the tape, five periods ago, is heard:
  /// the music of `track` from `frame` on.
  func isHeard(_ track: Int, from frame: Int, since ordered: Int) -> Bool {
    guard let start = news(.trackStarted).last?.frame, start < ordered + 3 * periodFrames else {
      return false
    }
    return firstDifference(
      from: start + Self.fade, track: track, frame: frame + Self.fade, count: periodFrames / 2)
      == nil
  }
}

extension EngineEvent {
  /// Whether the mixer told this.
  func isNews(_ kind: MixerEvent.Kind, _ id: UInt32? = nil) -> Bool {
    guard case .mixer(let event) = self else { return false }
    return event.kind == kind && (id == nil || event.id == id)
  }

  var isFailure: Bool { if case .failed = self { true } else { false } }
}

extension ToneTrack {
  /// A stereo track at the rate of the device.
  static func plain(_ number: Int, frames: Int = 48_000) -> ToneTrack {
    ToneTrack(
      number: number, frames: frames, format: StreamFormat(sampleRate: 48_000, channels: 2))
  }
}
