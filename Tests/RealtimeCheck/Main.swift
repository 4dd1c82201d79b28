// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Glibc
import MallocCounter

/// Renders 10 000 periods with everything going on at once and counts what the allocator is asked
/// for meanwhile. Prints the count; exits 1 when it is not 0, 2 when the counter does not count.
/// With `--time` it prints what a frame of plain music costs, and under speech.
@main
struct Main {
  static let periodFrames = 480

  static func main() {
    guard counterWorks() else {
      print("the allocation counter does not count")
      exit(2)
    }
    var busy = BusyMixer(periodFrames: periodFrames)
    let calls = busy.render(periods: 10_000)
    print("\(calls) allocator calls in 10000 periods, \(busy.events) events")
    if CommandLine.arguments.contains("--time") { printTimes() }
    exit(calls == 0 && busy.events > 1000 ? 0 : 1)
  }

  /// The control: an array that is made must be seen.
  static func counterWorks() -> Bool {
    malloc_counter_start()
    let array = Array(repeating: CommandLine.argc, count: 1000)
    let sum = array.reduce(0, +)
    return malloc_counter_stop() > 0 && sum > 0
  }

  static func printTimes() {
    for speaks in [false, true] {
      var busy = BusyMixer(periodFrames: periodFrames)
      busy.isCalm = true
      busy.speaks = speaks
      _ = busy.render(periods: 20_000)
      let frame = Double(busy.nanoseconds) / 20_000 / Double(periodFrames)
      print("\(speaks ? "music under speech" : "music alone"): \(frame) ns a frame")
    }
  }
}

/// A mixer whose other threads are played by this one between the periods.
struct BusyMixer {
  private let mixer: Mixer
  private let periodFrames: Int
  private let samples: UnsafeMutablePointer<Float>
  private let period: UnsafeMutablePointer<Float>
  private var random = SystemRandomNumberGenerator()
  private var position = 0
  private(set) var events = 0
  private(set) var nanoseconds = 0
  var isCalm = false
  var speaks = true

  init(periodFrames: Int) {
    self.periodFrames = periodFrames
    mixer = Mixer(MixerConfiguration(periodFrames: periodFrames, speechFrames: 48_000))
    samples = .allocate(capacity: 2 * 4096)
    period = .allocate(capacity: 2 * periodFrames)
    for i in 0..<2 * 4096 { samples[i] = Float.random(in: -0.4...0.4, using: &random) }
    mixer.advanceMusic()
  }

  /// Returns the allocator calls made while rendering.
  mutating func render(periods: Int) -> Int {
    var calls = 0
    for _ in 0..<periods {
      feed()
      if !isCalm { command() }
      let start = now()
      malloc_counter_start()
      mixer.render(into: period, frames: periodFrames)
      calls += malloc_counter_stop()
      nanoseconds += now() - start
      while mixer.nextEvent() != nil { events += 1 }
    }
    return calls
  }

  private func now() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }

  private mutating func feed() {
    let length = isCalm ? 1152 : Int.random(in: 1...1152, using: &random)
    while mixer.musicRoom >= length {
      let chunk = MusicChunk(
        generation: mixer.musicGeneration, token: UInt32(position / 50_000), position: position,
        frames: length, endsTrack: !isCalm && Int.random(in: 0..<20, using: &random) == 0)
      guard mixer.writeMusic(samples, chunk) else { break }
      position += length
    }
    guard speaks, mixer.speechRoom > 40_000 else { return }
    let chunk = SpeechChunk(
      generation: mixer.speechGeneration, utterance: UInt32(position & 0xFFFF), frames: 1000,
      endsUtterance: !isCalm && Bool.random(using: &random))
    _ = mixer.writeSpeech(samples, chunk)
  }

  private mutating func command() {
    switch Int.random(in: 0..<24, using: &random) {
    case 0, 1: mixer.advanceSpeech()
    case 2: mixer.advanceMusic()
    case 3: mixer.isPaused.toggle()
    case 4: mixer.setMusicGain(Float.random(in: 0...2, using: &random))
    case 5: mixer.setMuted(Bool.random(using: &random))
    case 6: mixer.setSpeechGain(Float.random(in: 0...4, using: &random))
    case 7: mixer.setDucking(Bool.random(using: &random) ? .automatic : .fixed(decibels: 12))
    case 8...11: mixer.play(Earcon.allCases.randomElement(using: &random) ?? .step)
    default: break
    }
  }
}
