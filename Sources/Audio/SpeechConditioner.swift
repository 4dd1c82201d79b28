// SPDX-License-Identifier: GPL-3.0-or-later

/// Makes of the synthesizer's samples what the mixer takes: no silence before the first sound, one
/// loudness, no peak that would wake the mixer's limiter, the device's rate. Used on the synthesis
/// thread.
public final class SpeechConditioner {
  /// The loudness of conditioned speech as heard from both channels, in LUFS.
  public static var loudness: Float { voiceLoudness }
  /// No sample of conditioned speech is beyond this: with music ducked by 12 dB or more beside it
  /// the sum stays under the mixer's ceiling.
  public static let peak: Float = 0.7

  /// Samples below this, of 32 767, are silence before an utterance.
  private static let threshold: Int16 = 200
  /// Brings eSpeak NG at volume 100 to `loudness`: measured on sentences in several voices and
  /// rates, limiter included.
  private static let gain: Float = 1.4

  private let ratio: Double
  private let converter: PolyphaseConverter
  private var limiter: Limiter
  private let fadeFrames: Int
  private var input: [Float] = []
  private var hasBegun = false
  private var fadedFrames = 0
  /// Frames of the limiter's delay that still stand before the utterance.
  private var lead = 0

  /// A conditioner from the synthesizer's rate to the device's, both in hertz.
  public init(from voiceRate: Int, to deviceRate: Int) {
    ratio = Double(deviceRate) / Double(voiceRate)
    converter = PolyphaseConverter(from: voiceRate, to: deviceRate)
    // Blocks of 1 ms: 2 ms are held back. 2 % a block is about 50 ms of recovery.
    limiter = Limiter(
      channels: 1, blockFrames: deviceRate / 1000, ceiling: Self.peak, recovery: 0.02,
      holdBlocks: 10)
    fadeFrames = max(voiceRate / 1000, 1)
    begin()
  }

  /// Starts an utterance; an unfinished one is forgotten.
  public func begin() {
    converter.reset()
    limiter.reset()
    hasBegun = false
    fadedFrames = 0
    lead = limiter.delay
  }

  /// The most frames `process` can give for `inputFrames` samples; `finish` never gives more than
  /// for 0.
  public func maximumOutput(for inputFrames: Int) -> Int {
    Int((Double(inputFrames) + 32) * ratio) + limiter.delay + 2
  }

  /// Takes samples of the utterance and writes what is ready to `output`, which has room for
  /// `maximumOutput(for: samples.count)`; returns the number of frames. Less than 5 ms are held
  /// back for the next call.
  public func process(
    _ samples: UnsafeBufferPointer<Int16>, into output: UnsafeMutableBufferPointer<Float>
  ) -> Int {
    precondition(
      output.count >= maximumOutput(for: samples.count), "The output has no room for the speech.")
    var at = 0
    if !hasBegun {
      while at < samples.count, unsafe samples[at].magnitude < Self.threshold.magnitude { at += 1 }
      guard at < samples.count else { return 0 }
      hasBegun = true
    }
    unsafe load(UnsafeBufferPointer(rebasing: samples[at...]))
    var consumed = 0
    var produced = 0
    unsafe input.withUnsafeBufferPointer { input in
      while consumed < input.count {
        let step = unsafe converter.convert(
          UnsafeBufferPointer(rebasing: input[consumed...]),
          into: UnsafeMutableBufferPointer(rebasing: output[produced...]))
        consumed += step.consumed
        produced += step.produced
      }
    }
    return unsafe limit(output, produced)
  }

  /// Writes the end of the utterance to `output`, which has room for `maximumOutput(for: 0)`;
  /// returns the number of frames. `begin` comes next.
  public func finish(into output: UnsafeMutableBufferPointer<Float>) -> Int {
    guard hasBegun else { return 0 }
    let rest = unsafe converter.finish(into: output)
    // What the limiter holds comes out when silence goes in.
    for i in rest..<rest + limiter.delay { unsafe output[i] = 0 }
    hasBegun = false
    return unsafe limit(output, rest + limiter.delay)
  }

  /// Scales `samples` into `input`, the first of an utterance with a fade.
  private func load(_ samples: UnsafeBufferPointer<Int16>) {
    input.removeAll(keepingCapacity: true)
    for index in 0..<samples.count {
      var value = unsafe Float(samples[index]) / 32768 * Self.gain
      if fadedFrames < fadeFrames {
        value *= smoothStep(Float(fadedFrames + 1) / Float(fadeFrames + 1))
        fadedFrames += 1
      }
      input.append(value)
    }
  }

  /// Runs the limiter over the first `frames` frames in place, without its delay at the start.
  private func limit(_ output: UnsafeMutableBufferPointer<Float>, _ frames: Int) -> Int {
    guard frames > 0, let base = output.baseAddress else { return 0 }
    unsafe limiter.process(base, into: base, frames: frames)
    let skipped = min(lead, frames)
    lead -= skipped
    guard skipped > 0 else { return frames }
    for i in 0..<frames - skipped { unsafe base[i] = base[i + skipped] }
    return frames - skipped
  }
}
