// SPDX-License-Identifier: GPL-3.0-or-later

public import Audio
import Glibc
import Testing

/// What every `SampleRateConverter` keeps (Sources/Audio/SampleRateConverter.swift). `make` makes
/// one from an input rate, an output rate and a number of channels; `decibels` is how far noise and
/// distortion of a 1 kHz tone lie below it, at least.
public func checkSampleRateConverterContract(
  decibels: Double = 60, _ make: (Int, Int, Int) -> any SampleRateConverter
) {
  for (input, output) in [
    (44_100, 48_000), (48_000, 44_100), (22_050, 48_000), (8000, 48_000), (96_000, 44_100),
  ] {
    for channels in [1, 2] {
      let converter = make(input, output, channels)
      checkTone(converter, input, output, channels, decibels)
      checkLength(converter, input, output, channels)
      checkReset(converter, channels)
      checkSilence(converter, channels)
    }
  }
}

/// Runs `input` through in pieces of `piece` frames, with room for `room` frames at a time.
public func convertAll(
  _ converter: any SampleRateConverter, _ input: [Float], channels: Int, piece: Int = 1000,
  room: Int = 700
) -> [Float] {
  var result: [Float] = []
  var output = [Float](repeating: .nan, count: room * channels)
  var start = 0
  var idle = 0
  while start < input.count, idle < 100 {
    let end = min(start + piece * channels, input.count)
    let step = input[start..<end].withUnsafeBufferPointer { from in
      output.withUnsafeMutableBufferPointer { converter.convert(from, into: $0) }
    }
    start += step.consumed * channels
    idle = step.consumed + step.produced == 0 ? idle + 1 : 0
    result += output[..<(step.produced * channels)]
  }
  #expect(start == input.count, "The converter stopped taking its input.")
  while true {
    let count = output.withUnsafeMutableBufferPointer { converter.finish(into: $0) }
    if count == 0 { return result }
    result += output[..<(count * channels)]
  }
}

private func tone(_ hertz: Double, _ frames: Int, _ channels: Int, rate: Int) -> [Float] {
  (0..<frames).flatMap { frame in
    (0..<channels).map { channel in
      let phase = 2 * Double.pi * hertz * Double(frame) / Double(rate)
      // The right channel is turned over, so that mixed up channels show.
      return Float(0.5 * sin(phase)) * (channel == 0 ? 1 : -1)
    }
  }
}

/// The tone comes out with the same level at the same time: the delay is made up for.
private func checkTone(
  _ converter: any SampleRateConverter, _ input: Int, _ output: Int, _ channels: Int,
  _ decibels: Double
) {
  converter.reset()
  let result = convertAll(
    converter, tone(1000, input / 4, channels, rate: input), channels: channels)
  let expected = tone(1000, output / 4, channels, rate: output)
  var wanted = 0.0
  var wrong = 0.0
  for i in output / 20 * channels..<min(result.count, output / 5 * channels) {
    wanted += Double(expected[i]) * Double(expected[i])
    wrong += Double(expected[i] - result[i]) * Double(expected[i] - result[i])
  }
  let distance = 10 * log10(wanted / max(wrong, 1e-30))
  #expect(distance >= decibels, "\(input) to \(output) Hz, \(channels) channels: \(distance) dB")
}

private func checkLength(
  _ converter: any SampleRateConverter, _ input: Int, _ output: Int, _ channels: Int
) {
  for frames in [0, 1, 7, 500, 5123] {
    for piece in [1, 64, 5000] where piece > 1 || frames <= 500 {
      converter.reset()
      let result = convertAll(
        converter, tone(300, frames, channels, rate: input), channels: channels, piece: piece)
      let expected = (frames * output + input - 1) / input
      #expect(
        abs(result.count / channels - expected) <= 1,
        "\(frames) frames from \(input) to \(output) Hz in pieces of \(piece)")
      #expect(result.count.isMultiple(of: channels))
    }
  }
}

/// After a reset nothing is left of the stream before, and pieces do not show in the result.
private func checkReset(_ converter: any SampleRateConverter, _ channels: Int) {
  let source = tone(440, 3000, channels, rate: 48_000)
  converter.reset()
  let first = convertAll(converter, source, channels: channels, piece: 5000, room: 20_000)
  converter.reset()
  _ = [Float](repeating: 0.9, count: 500 * channels).withUnsafeBufferPointer { loud in
    var out = [Float](repeating: 0, count: 100 * channels)
    return out.withUnsafeMutableBufferPointer { converter.convert(loud, into: $0).produced }
  }
  converter.reset()
  let second = convertAll(converter, source, channels: channels, piece: 37, room: 11)
  #expect(first.count == second.count)
  let worst = zip(first, second).map { abs($0 - $1) }.max() ?? 0
  #expect(worst < 1e-6)
}

private func checkSilence(_ converter: any SampleRateConverter, _ channels: Int) {
  converter.reset()
  let result = convertAll(
    converter, [Float](repeating: 0, count: 2000 * channels), channels: channels)
  #expect(result.allSatisfy { $0 == 0 })
}
