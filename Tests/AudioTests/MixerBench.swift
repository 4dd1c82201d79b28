// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import TestSupport

/// A mixer whose other threads are played by the test, and what came out of it so far.
final class MixerBench {
  let mixer: Mixer
  let period: Int
  /// Everything rendered, one channel each.
  private(set) var left: [Float] = []
  private(set) var right: [Float] = []
  private(set) var events: [MixerEvent] = []

  init(period: Int = 480, musicFrames: Int? = 96_000, speechFrames: Int? = nil) {
    self.period = period
    mixer = Mixer(
      MixerConfiguration(
        periodFrames: period, musicFrames: musicFrames, speechFrames: speechFrames))
  }

  /// Writes mono samples as the music of both channels; true when they fitted.
  @discardableResult
  func music(
    _ samples: [Float], token: UInt32 = 1, at position: Int = 0, generation: UInt32? = nil,
    endsTrack: Bool = false, endsQueue: Bool = false
  ) -> Bool {
    stereoMusic(
      interleaved(samples, samples), token: token, at: position, generation: generation,
      endsTrack: endsTrack, endsQueue: endsQueue)
  }

  @discardableResult
  func stereoMusic(
    _ samples: [Float], token: UInt32 = 1, at position: Int = 0, generation: UInt32? = nil,
    endsTrack: Bool = false, endsQueue: Bool = false
  ) -> Bool {
    let chunk = MusicChunk(
      generation: generation ?? mixer.musicGeneration, token: token, position: position,
      frames: samples.count / 2, endsTrack: endsTrack, endsQueue: endsQueue)
    return (samples + [0]).withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { mixer.writeMusic($0, chunk) } ?? false
    }
  }

  @discardableResult
  func speech(
    _ samples: [Float], utterance: UInt32 = 1, generation: UInt32? = nil, ends: Bool = true
  ) -> Bool {
    let chunk = SpeechChunk(
      generation: generation ?? mixer.speechGeneration, utterance: utterance,
      frames: samples.count, endsUtterance: ends)
    return (samples + [0]).withUnsafeBufferPointer { buffer in
      buffer.baseAddress.map { mixer.writeSpeech($0, chunk) } ?? false
    }
  }

  /// Renders `frames` frames in periods and returns the left channel of them.
  @discardableResult
  func render(_ frames: Int) -> [Float] {
    var out = [Float](repeating: .nan, count: 2 * period)
    var done = 0
    while done < frames {
      let count = min(period, frames - done)
      out.withUnsafeMutableBufferPointer { buffer in
        if let base = buffer.baseAddress { mixer.render(into: base, frames: count) }
      }
      for i in 0..<count {
        left.append(out[2 * i])
        right.append(out[2 * i + 1])
      }
      done += count
      takeEvents()
    }
    return Array(left.suffix(frames))
  }

  func takeEvents() {
    while let event = mixer.nextEvent() { events.append(event) }
  }

  var kinds: [MixerEvent.Kind] { events.map(\.kind) }
}

/// A sine of `count` samples.
func sine(_ hertz: Double, _ count: Int, level: Float = 0.5, rate: Double = 48_000) -> [Float] {
  (0..<count).map { level * Float(sinFunction(2 * Double.pi * hertz * Double($0) / rate)) }
}

/// Two channels as one stream.
func interleaved(_ left: [Float], _ right: [Float]) -> [Float] {
  var both = [Float](repeating: 0, count: 2 * left.count)
  for i in 0..<left.count {
    both[2 * i] = left[i]
    both[2 * i + 1] = right[i]
  }
  return both
}

/// The gated loudness of the same samples in both channels.
func loudness(_ mono: [Float], rate: Int = 48_000) -> Float {
  var meter = LoudnessMeter(sampleRate: rate, channels: 2)
  interleaved(mono, mono).withUnsafeBufferPointer { meter.measure($0) }
  return meter.integrated
}

/// Noise that is the same in every run.
func noise(_ count: Int, level: Float = 0.5, seed: UInt64 = 1) -> [Float] {
  var random = SplitMix(seed: seed)
  return (0..<count).map { _ in Float.random(in: -level...level, using: &random) }
}

/// The greatest bend between neighbouring samples: what a click is made of.
func sharpestBend(_ samples: some Collection<Float>) -> Float {
  let all = Array(samples)
  guard all.count > 2 else { return 0 }
  var sharpest: Float = 0
  for i in 2..<all.count {
    let bend: Float = (all[i] - all[i - 1]) - (all[i - 1] - all[i - 2])
    sharpest = max(sharpest, bend.magnitude)
  }
  return sharpest
}

func rms(_ samples: some Collection<Float>) -> Float {
  guard !samples.isEmpty else { return 0 }
  let sum = samples.reduce(0.0) { $0 + Double($1) * Double($1) }
  return Float((sum / Double(samples.count)).squareRoot())
}
