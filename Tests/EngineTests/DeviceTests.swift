// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine
import Soxr
import TestSupport
import Testing

/// Pausing, resting, and a device that goes and comes.
struct DeviceTests {
  @Test func `Pause and resume are told when they are heard`() throws {
    let rig = Rig([.plain(1, frames: 96_000)])
    defer { rig.end() }
    let request = rig.play(0)
    rig.step(10)
    rig.engine.setPaused(true)
    #expect(rig.step { $0.isNews(.paused, request.token) } != nil)
    rig.step(3)
    let silent = try #require(rig.frame(of: .paused, request.token))
    #expect(rig.channel()[silent...].allSatisfy { $0 == 0 })
    let place = try #require(rig.engine.musicPosition)
    rig.step(50)
    #expect(rig.engine.musicPosition == place)
    rig.engine.setPaused(false)
    #expect(rig.step { $0.isNews(.playing, request.token) } != nil)
    rig.step(4)
    let frame = Int((place.seconds * 48_000).rounded())
    let start = try #require(rig.news(.playing).last?.frame)
    #expect(
      rig.firstDifference(from: start + 960, track: 1, frame: frame + 960, count: 480) == nil)
    #expect(rig.news(.paused).count == 1)
    #expect(rig.news(.playing).count == 2)
  }

  @Test func `Stop is silent, and forgets the music`() {
    let rig = Rig([.plain(1)])
    defer { rig.end() }
    rig.play(0)
    rig.follow(0)
    rig.step(10)
    rig.engine.stop()
    #expect(rig.engine.musicPosition == nil)
    let now = rig.tape.frames
    rig.step(30)
    #expect(rig.channel()[(now + 2 * 480)...].allSatisfy { $0 == 0 })
    #expect(rig.news(.queueEnded).isEmpty)
    rig.engine.seek(to: 0.5)
    rig.step(5)
    #expect(rig.engine.musicPosition == nil)
    // The music may begin anew.
    let again = rig.play(0)
    #expect(rig.step { $0.isNews(.queueEnded, again.token) } != nil)
  }

  // MARK: - Rest

  /// A rig that has come to rest.
  private func resting() -> Rig {
    let rig = Rig([.plain(1)], pace: .device)
    rig.gate?.letThrough(1_000)
    #expect(MonotonicTime.wait { rig.tape.timesClosed == 1 })
    #expect(rig.tape.frames == 480_000)
    return rig
  }

  @Test func `After ten silent seconds the device is let go`() {
    resting().end()
  }

  @Test func `An earcon wakes the device`() {
    let rig = resting()
    defer { rig.end() }
    rig.engine.play(.edge)
    #expect(rig.step(5))
    #expect(rig.tape.timesOpened == 2)
    #expect(rig.channel()[480_000...].contains { $0 != 0 })
  }

  @Test func `A word wakes the device`() {
    let rig = resting()
    defer { rig.end() }
    rig.say(1, "hello")
    #expect(rig.step { $0.isNews(.speechStarted, 1) } != nil)
    #expect(rig.tape.timesOpened == 2)
  }

  @Test func `Music wakes the device, and keeps it awake`() {
    let rig = resting()
    defer { rig.end() }
    let request = rig.play(0)
    #expect(rig.step { $0.isNews(.trackStarted, request.token) } != nil)
    rig.step(1_100)
    #expect(rig.tape.timesOpened == 2)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
  }

  @Test func `A hush of nothing lets the device sleep`() {
    let rig = resting()
    defer { rig.end() }
    for _ in 0..<100 { rig.engine.hush() }
    rig.engine.setVolume(percent: 30)
    rig.engine.setMuted(true)
    #expect(rig.tape.timesOpened == 1)
    #expect(rig.tape.frames == 480_000)
  }

  @Test func `A device that is gone after a rest is told as lost`() {
    let rig = resting()
    defer { rig.end() }
    rig.tape.failNextOpen(.gone)
    rig.engine.play(.edge)
    #expect(rig.wait { $0 == .deviceLost(.gone) } != nil)
    rig.fallbackGate.letThrough(25)
    #expect(rig.wait { $0 == .deviceBack } != nil)
  }

  // MARK: - Lost and found

  private func deviceEvents(_ rig: Rig) -> [EngineEvent] {
    rig.collect()
    return rig.events.filter {
      switch $0 {
      case .deviceLost, .deviceMissing, .deviceBack: true
      default: false
      }
    }
  }

  @Test func `A lost device holds the music where it was, and it goes on there`() throws {
    let rig = Rig([.plain(1, frames: 96_000)])
    defer { rig.end() }
    let request = rig.play(0)
    rig.step { $0.isNews(.playing) }
    rig.step(20)
    let before = try #require(rig.engine.musicPosition?.seconds)
    rig.tape.failNext(.gone)
    for _ in 0..<3 { rig.tape.failNextOpen(.busy) }
    rig.gate?.letThrough(1)
    #expect(rig.wait { $0 == .deviceLost(.gone) } != nil)
    #expect(rig.tape.timesClosed == 1)
    // A quarter of a second, a half, one, two.
    rig.fallbackGate.letThrough(374)
    #expect(rig.fallbackTape.wait(forFrames: 374 * 480))
    #expect(rig.engine.isWithoutDevice)
    #expect(deviceEvents(rig) == [.deviceLost(.gone)])
    let held = try #require(rig.engine.musicPosition?.seconds)
    #expect(held >= before && held < before + 0.06)
    rig.fallbackGate.letThrough(1)
    #expect(rig.wait { $0 == .deviceBack } != nil)
    #expect(!rig.engine.isWithoutDevice)
    #expect(rig.engine.musicPosition?.seconds == held)
    let returned = rig.tape.frames
    rig.step(10)
    #expect(deviceEvents(rig) == [.deviceLost(.gone), .deviceBack])
    #expect(rig.engine.musicPosition?.token == request.token)
    // From the returned device on: a fade of 20 ms, then the track's own samples again.
    let frame = Int((held * 48_000).rounded())
    let starts = rig.news(.playing).map(\.frame)
    #expect(starts.count == 2)
    let left = rig.channel()[(returned + 2_000)...]
    let sample = try #require(left.first)
    let first = try #require(ToneTrack.origin(of: sample))
    #expect(first.track == 1)
    #expect(first.frame >= frame && first.frame <= frame + 2_400)
    for (index, sample) in left.enumerated() {
      guard sample != ToneTrack.sample(track: 1, frame: first.frame + index, channel: 0) else {
        continue
      }
      Issue.record("frame \(index): \(sample) \(rig.news(.starved)) \(left.count)")
      break
    }
  }

  @Test func `While there is no device, silence is no work`() {
    let rig = Rig([.plain(1, frames: 96_000)])
    defer { rig.end() }
    rig.play(0)
    rig.step { $0.isNews(.playing) }
    rig.tape.failNext(.gone)
    for _ in 0..<100 { rig.tape.failNextOpen(.busy) }
    rig.gate?.letThrough(1)
    #expect(rig.wait { $0 == .deviceLost(.gone) } != nil)
    rig.fallbackGate.letThrough(10_000)
    // The device is looked for all the same.
    func attempt() -> Bool {
      let attempts = rig.tape.latencies.count
      return MonotonicTime.wait(until: { rig.tape.latencies.count > attempts })
    }
    #expect(rig.fallbackTape.wait(forFrames: 480_000))
    #expect(attempt())
    let frames = rig.fallbackTape.frames
    #expect(attempt())
    #expect(rig.fallbackTape.frames == frames)
    rig.say(1, "word")
    #expect(rig.fallbackTape.wait(forFrames: frames + 480))
    #expect(rig.wait { $0.isNews(.speechEnded, 1) } != nil)
  }

  @Test func `What the listener wants while the device is away counts when it is back`() {
    let rig = Rig([.plain(1, frames: 96_000)])
    defer { rig.end() }
    rig.play(0)
    rig.step { $0.isNews(.playing) }
    rig.tape.failNext(.gone)
    rig.gate?.letThrough(1)
    #expect(rig.wait { $0 == .deviceLost(.gone) } != nil)
    rig.engine.setPaused(true)
    rig.engine.setPaused(false)
    rig.engine.setPaused(true)
    rig.engine.seek(to: 1)
    rig.fallbackGate.letThrough(30)
    #expect(rig.wait { $0 == .deviceBack } != nil)
    let back = rig.tape.frames
    rig.step(10)
    #expect(rig.channel()[back...].allSatisfy { $0 == 0 })
    #expect(rig.engine.musicPosition?.seconds == 1)
  }

  @Test(arguments: [true, false])
  func `A device that comes back at another rate is asked for the old one`(mayConvert: Bool) {
    let device = FickleDevice(mayConvert: mayConvert)
    let fallbackTape = MemoryOutputTape()
    let fallbackGate = PeriodGate()
    let engine = Engine(
      EngineParts(
        decoders: ToneDecoders(), converters: SoxrConverters(), voice: nil, device: device,
        fallback: MemoryDevice(tape: fallbackTape, gate: fallbackGate)))
    defer {
      device.gate.openForGood()
      fallbackGate.openForGood()
      engine.end()
    }
    device.tape.failNext(.gone)
    device.gate.letThrough(1)
    var events: [EngineEvent] = []
    func isTold(_ event: EngineEvent) -> Bool {
      MonotonicTime.wait(until: {
        while let event = engine.nextEvent() { events.append(event) }
        return events.contains(event)
      })
    }
    #expect(isTold(.deviceLost(.gone)))
    // Several attempts.
    fallbackGate.letThrough(500)
    #expect(isTold(mayConvert ? .deviceBack : .deviceMissing(.unsupportedFormat)))
    if !mayConvert { #expect(fallbackTape.wait(forFrames: 500 * 480)) }
    while let event = engine.nextEvent() { events.append(event) }
    let told = events.filter { if case .mixer = $0 { false } else { true } }
    #expect(told.count == 2, "told once: \(told)")
  }

  @Test func `A device lost while nothing plays is taken after any time`() {
    let rig = Rig(pace: .device)
    defer { rig.end() }
    rig.step(5)
    rig.tape.failNext(.gone)
    for _ in 0..<9 { rig.tape.failNextOpen(.notFound) }
    rig.gate?.letThrough(1)
    #expect(rig.wait { $0 == .deviceLost(.gone) } != nil)
    // Longer than it takes to come to rest.
    rig.fallbackGate.letThrough(5_000)
    #expect(rig.wait { $0 == .deviceBack } != nil)
    #expect(deviceEvents(rig) == [.deviceLost(.gone), .deviceBack])
  }

  @Test func `A device that is missing at the start is told, and taken when it comes`() {
    let rig = Rig(
      ToneDecoders([.plain(1, frames: 4_800_000)]),
      failingOpens: [OutputError](repeating: .notFound, count: 6))
    defer { rig.end() }
    let request = rig.play(0)
    #expect(rig.wait { $0 == .deviceMissing(.notFound) } != nil)
    #expect(rig.engine.isWithoutDevice)
    // Time goes on, and the music with it.
    for _ in 0..<700 where rig.frame(of: .trackStarted, request.token) == nil {
      rig.fallbackGate.letThrough(1)
      MonotonicTime.wait(until: MonotonicTime.now + 1_000_000)
    }
    #expect(rig.frame(of: .trackStarted, request.token) != nil)
    rig.fallbackGate.letThrough(3_000)
    #expect(rig.wait { $0 == .deviceBack } != nil)
    #expect(deviceEvents(rig) == [.deviceMissing(.notFound), .deviceBack])
    rig.step(3)
    #expect(rig.channel().contains { $0 != 0 })
  }

  @Test func `A device that hangs is a device that is lost`() {
    let rig = Rig(pace: .device)
    defer { rig.end() }
    rig.step(5)
    rig.tape.failNext(.other("sentence"))
    rig.gate?.letThrough(1)
    #expect(rig.wait { $0 == .deviceLost(.other("sentence")) } != nil)
  }

  // MARK: - Periods and buffers

  @Test(arguments: [37, 480, 1_024, 5_000])
  func `Any period the device grants is filled`(frames: Int) throws {
    let rig = Rig(ToneDecoders([.plain(1, frames: 30_000)]), periodFrames: frames)
    defer { rig.end() }
    let request = rig.play(0)
    #expect(rig.step { $0.isNews(.queueEnded) } != nil)
    rig.step(3)
    let start = try #require(rig.frame(of: .trackStarted, request.token))
    #expect(
      rig.firstDifference(
        from: start + Rig.fade, track: 1, frame: Rig.fade, count: 30_000 - Rig.fade) == nil)
  }

  @Test(arguments: [8_000, 16_000, 44_100])
  func `The fallback keeps time whatever the device's rate was`(rate: Int) {
    let rig = Rig(ToneDecoders(), pace: .device, rate: rate, latency: .high)
    defer { rig.end() }
    rig.step(5)
    rig.tape.failNext(.gone)
    rig.gate?.letThrough(1)
    #expect(rig.wait { $0 == .deviceLost(.gone) } != nil)
    rig.fallbackGate.letThrough(100)
    #expect(rig.wait { $0 == .deviceBack } != nil)
  }

  @Test func `Three underruns in ten seconds ask for a larger buffer`() {
    let rig = Rig(pace: .device)
    defer { rig.end() }
    for _ in 0..<3 {
      rig.step(5)
      rig.tape.underrun()
    }
    rig.step(5)
    #expect(MonotonicTime.wait { rig.tape.latencies == [.normal, .high] })
    rig.step(2)
    #expect(rig.engine.underruns == 3)
    #expect(deviceEvents(rig).isEmpty)
  }
}

/// Opens at 48 kHz at first, and has 44.1 kHz of its own from then on.
private struct FickleDevice: AudioOutputProvider {
  let name = "fickle"
  let mayConvert: Bool
  let tape = MemoryOutputTape()
  let gate = PeriodGate()

  func open(_ latency: Latency) throws(OutputError) -> any AudioOutput {
    try device(48_000).open(latency)
  }

  func open(_ latency: Latency, sampleRate: Int) throws(OutputError) -> any AudioOutput {
    try device(mayConvert ? sampleRate : 44_100).open(latency)
  }

  private func device(_ rate: Int) -> MemoryDevice {
    MemoryDevice(tape: tape, gate: gate, sampleRate: rate)
  }
}
