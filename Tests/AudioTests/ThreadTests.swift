// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Glibc
import Synchronization
import TestSupport
import Testing

/// All four threads at once; run under ThreadSanitizer as well.
@Suite struct ThreadTests {
  /// Counts up through generations; the samples say which frame of which generation they are.
  private final class Run: Sendable {
    let mixer = Mixer(MixerConfiguration(periodFrames: 64, musicFrames: 1024, speechFrames: 1024))
    let isOver = Atomic<Bool>(false)
    let heard = Atomic<Int>(0)
    let torn = Atomic<Int>(0)
    let beyond = Atomic<Int>(0)

    func decode() {
      let samples = UnsafeMutablePointer<Float>.allocate(capacity: 512)
      samples.initialize(repeating: 0, count: 512)
      defer { samples.deallocate() }
      var generation: UInt32 = 0
      var position = 0
      while !isOver.load(ordering: .acquiring) {
        if mixer.musicGeneration != generation {
          generation = mixer.musicGeneration
          position = 0
        }
        let frames = min(mixer.musicRoom, 1 + position % 200)
        guard frames > 0 else {
          sched_yield()
          continue
        }
        for i in 0..<frames {
          samples[2 * i] = Float((position + i) % 1000 + 1) / 1100
          samples[2 * i + 1] = samples[2 * i]
        }
        let chunk = MusicChunk(
          generation: generation, token: generation, position: position, frames: frames)
        if mixer.writeMusic(samples, chunk) { position += frames }
      }
    }

    func speak() {
      let samples = UnsafeMutablePointer<Float>.allocate(capacity: 100)
      samples.initialize(repeating: 0, count: 100)
      defer { samples.deallocate() }
      var utterance: UInt32 = 0
      while !isOver.load(ordering: .acquiring) {
        let chunk = SpeechChunk(
          generation: mixer.speechGeneration, utterance: utterance, frames: 100,
          endsUtterance: true)
        if mixer.writeSpeech(samples, chunk) { utterance += 1 } else { sched_yield() }
      }
    }

    func command(rounds: Int) {
      var random = SplitMix(seed: 9)
      var round = 0
      // On a busy machine the other threads may not have had their turn yet.
      while round < rounds || heard.load(ordering: .relaxed) <= 100 {
        round += 1
        switch Int.random(in: 0..<6, using: &random) {
        case 0: mixer.advanceMusic()
        case 1: mixer.advanceSpeech()
        case 2: mixer.isPaused.toggle()
        case 3: mixer.play(.step)
        case 4: mixer.setDucking(.fixed(decibels: 0))
        default: mixer.setSpeechGain(1)
        }
        while mixer.nextEvent() != nil { heard.wrappingAdd(1, ordering: .relaxed) }
        // A playhead of one generation and the token of another would be a torn one.
        let head = mixer.playhead
        if head.token != head.generation { torn.wrappingAdd(1, ordering: .relaxed) }
        _ = mixer.isSilent
        _ = mixer.awaitsMusic
        sched_yield()
      }
      isOver.store(true, ordering: .releasing)
    }

    func play() {
      let out = UnsafeMutablePointer<Float>.allocate(capacity: 128)
      defer { out.deallocate() }
      while !isOver.load(ordering: .acquiring) {
        mixer.render(into: out, frames: 64)
        for i in 0..<128 where !(out[i].magnitude <= 0.98) {
          beyond.wrappingAdd(1, ordering: .relaxed)
        }
        sched_yield()
      }
    }
  }

  @Test func `Four threads at once`() {
    let run = Run()
    let threads = [
      JoinableThread { run.decode() }, JoinableThread { run.speak() },
      JoinableThread { run.command(rounds: 20_000) }, JoinableThread { run.play() },
    ]
    // Joined, not counted: ThreadSanitizer sees no reference counts, so a thread that is the last
    // to let the mixer go must be known to come after all others.
    for thread in threads { thread.join() }
    #expect(run.heard.load(ordering: .relaxed) > 100)
    #expect(run.torn.load(ordering: .relaxed) == 0)
    #expect(run.beyond.load(ordering: .relaxed) == 0)
  }
}

/// A thread of its own that is waited for.
private final class JoinableThread {
  private final class Body {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  private var thread = pthread_t()

  init(_ body: @escaping @Sendable () -> Void) {
    let status = pthread_create(
      &thread, nil,
      { argument in
        if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
        return nil
      }, Unmanaged.passRetained(Body(body)).toOpaque())
    precondition(status == 0, "no thread could be started")
  }

  func join() { pthread_join(thread, nil) }
}
