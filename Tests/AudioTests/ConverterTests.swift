// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Contracts
import TestSupport
import Testing

@Suite struct ConverterTests {
  @Test func `The voice's converter keeps the contract`() {
    checkSampleRateConverterContract { PolyphaseConverter(from: $0, to: $1, channels: $2) }
  }

  @Test(arguments: [(22_050, 48_000), (22_050, 44_100), (16_000, 48_000), (22_050, 47_999)])
  func `Speech frequencies come through clean`(rates: (from: Int, to: Int)) {
    for hertz in [100.0, 1000, 3000, 4500] {
      let source = sine(hertz, rates.from / 2, rate: Double(rates.from))
      let result = convertAll(
        PolyphaseConverter(from: rates.from, to: rates.to), source, channels: 1)
      let expected = sine(hertz, result.count, rate: Double(rates.to))
      let inner = 1000..<result.count - 1000
      let wrong = zip(result[inner], expected[inner]).map { $0 - $1 }
      #expect(decibels(rms(wrong) / rms(expected[inner])) < -45, "\(hertz) Hz")
    }
  }

  @Test func `A constant stays exactly constant`() {
    let result = convertAll(
      PolyphaseConverter(from: 22_050, to: 48_000), Array(repeating: 0.5, count: 5000), channels: 1)
    #expect(result[100..<10_000].allSatisfy { ($0 - 0.5).magnitude < 1e-6 })
  }

  @Test func `No more than 8 input frames are held back`() {
    let converter = PolyphaseConverter(from: 22_050, to: 48_000)
    var out = [Float](repeating: 0, count: 5000)
    let step = sine(440, 1000).withUnsafeBufferPointer { input in
      out.withUnsafeMutableBufferPointer { converter.convert(input, into: $0) }
    }
    #expect(step.consumed == 1000)
    #expect(step.produced >= 992 * 48_000 / 22_050)
  }

  @Test func `Nothing above the lower rate's reach folds down`() {
    let source = sine(20_000, 48_000, rate: 48_000)
    let result = convertAll(PolyphaseConverter(from: 48_000, to: 22_050), source, channels: 1)
    #expect(decibels(rms(result[1000..<20_000]) / rms(source)) < -45)
  }
}
