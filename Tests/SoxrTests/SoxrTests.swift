// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Foundation
import Soxr
import Testing

@Suite
struct SoxrTests {
  /// Converts `input` in pieces of `step` frames into rooms of `room` frames.
  private func convert(
    _ input: [Float], _ converter: any SampleRateConverter, channels: Int = 1, step: Int = 997,
    room: Int = 512
  ) -> [Float] {
    var result: [Float] = []
    var buffer = [Float](repeating: 0, count: room * channels)
    var place = 0
    while place < input.count {
      let piece = input[place..<min(input.count, place + step * channels)]
      let moved = piece.withUnsafeBufferPointer { from in
        buffer.withUnsafeMutableBufferPointer { converter.convert(from, into: $0) }
      }
      place += moved.consumed * channels
      result += buffer[..<(moved.produced * channels)]
    }
    while true {
      let count = buffer.withUnsafeMutableBufferPointer { converter.finish(into: $0) }
      if count == 0 { return result }
      result += buffer[..<(count * channels)]
    }
  }

  private func sine(_ hertz: Double, rate: Int, frames: Int) -> [Float] {
    (0..<frames).map { Float(0.5 * sin(2 * .pi * hertz * Double($0) / Double(rate))) }
  }

  @Test(
    "a sine comes out as the same sine at the same time",
    arguments: [
      (44_100, 48_000), (48_000, 44_100), (22_050, 48_000), (8000, 48_000), (11_025, 44_100),
    ])
  func sineIsAligned(input: Int, output: Int) {
    for hertz in [100.0, 997, 3000] {
      let converter = SoxrConverters().converter(from: input, to: output, channels: 1)
      let result = convert(sine(hertz, rate: input, frames: input), converter)
      #expect(abs(result.count - output) <= 1)
      let ideal = sine(hertz, rate: output, frames: output)
      // The edges ring, as a sine that starts suddenly must.
      let middle = (output / 10)..<(output * 9 / 10)
      let error = middle.map { pow(Double(result[$0] - ideal[$0]), 2) }.reduce(0, +)
      let noise = 10 * log10(error / Double(middle.count) / 0.125)
      #expect(noise < -100, "\(hertz) Hz from \(input) to \(output): \(noise) dB")
    }
  }

  @Test(
    "a click sounds at its own time",
    arguments: [(44_100, 48_000), (48_000, 44_100), (24_000, 48_000)])
  func clickIsAligned(input: Int, output: Int) {
    for place in [0, 441, 10_000] {
      var click = [Float](repeating: 0, count: 20_000)
      click[place] = 1
      let result = convert(click, SoxrConverter(from: input, to: output, channels: 1))
      let top = result.indices.max { abs(result[$0]) < abs(result[$1]) } ?? -1
      let ideal = Double(place) * Double(output) / Double(input)
      #expect(abs(Double(top) - ideal) <= 1)
    }
  }

  @Test(
    "the number of frames is right for every length", arguments: [1, 2, 63, 1000, 44_099, 44_101])
  func length(frames: Int) {
    for (input, output) in [(44_100, 48_000), (48_000, 44_100), (32_000, 48_000)] {
      let converter = SoxrConverter(from: input, to: output, channels: 2)
      let sound = [Float](repeating: 0.25, count: frames * 2)
      let result = convert(sound, converter, channels: 2)
      let ideal = Int((Double(frames) * Double(output) / Double(input)).rounded(.up))
      #expect(abs(result.count / 2 - ideal) <= 1)
    }
  }

  @Test("the result does not depend on the size of the pieces, nor on what was before a reset")
  func pieces() {
    let sound = sine(700, rate: 44_100, frames: 20_000)
    let converter = SoxrConverter(from: 44_100, to: 48_000, channels: 1)
    let whole = convert(sound, converter, step: 20_000, room: 40_000)
    converter.reset()
    _ = sine(99, rate: 44_100, frames: 500).withUnsafeBufferPointer { input in
      withUnsafeTemporaryAllocation(of: Float.self, capacity: 100) {
        converter.convert(input, into: $0)
      }
    }
    converter.reset()
    let again = convert(sound, converter, step: 33, room: 7)
    #expect(again.count == whole.count)
    let gap = zip(whole, again).map { abs($0 - $1) }.max() ?? 1
    #expect(gap < 1e-6)
  }

  @Test("the channels stay apart")
  func channels() {
    var sound = [Float](repeating: 0, count: 20_000)
    for (index, sample) in sine(1000, rate: 44_100, frames: 10_000).enumerated() {
      sound[index * 2] = sample
    }
    let converter = SoxrConverter(from: 44_100, to: 48_000, channels: 2)
    let result = convert(sound, converter, channels: 2)
    let right = stride(from: 1, to: result.count, by: 2).map { abs(result[$0]) }.max() ?? 1
    #expect(right < 1e-6)
  }

  @Test("full scale does not overflow into the other sign")
  func loud() {
    let square: [Float] = (0..<8000).map { $0 / 20 % 2 == 0 ? 1 : -1 }
    let result = convert(square, SoxrConverter(from: 44_100, to: 48_000, channels: 1))
    #expect(result.allSatisfy { abs($0) < 1.5 })
    #expect(result.contains { abs($0) > 1 })
  }
}
