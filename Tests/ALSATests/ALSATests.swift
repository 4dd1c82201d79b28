// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Contracts
import Glibc
import TestSupport
import Testing

@testable import ALSA

/// One at a time: the library's configuration and the sound server are the process's own.
@Suite(.serialized) struct ALSATests {
  @Test func `the null device keeps the promises of every output`() throws {
    try checkAudioOutputContract(ALSADevice(name: "null"))
  }

  @Test func `a device that is not there is told as such`() {
    for name in ["no-such-device", "hw:31", "", "plughw:CARD=nothing"] {
      #expect(throws: OutputError.notFound) { try ALSADevice(name: name).open(.normal) }
    }
  }

  @Test func `hostile names only fail`() {
    let names: [[UInt8]] = [
      Array("file:".utf8), Array("plug:plug:plug:x".utf8), [0xFF, 0xFE], [0], Array("'\"{}".utf8),
      [UInt8](repeating: 0x41, count: 100_000),
    ]
    for name in names {
      #expect(throws: OutputError.self) { try ALSADevice(name: name).open(.normal) }
    }
  }

  @Test func `float samples reach the device as they are, behind a buffer of silence`() throws {
    let ramp = (0..<4 * 960).map { Float($0) / 4000 - 0.3 }
    let (bytes, configuration) = try written(ramp, as: .float)
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
    #expect(configuration.sampleRate == 48_000)
    #expect(configuration.periodFrames == 480)
    #expect(samples.prefix(2 * configuration.bufferFrames).allSatisfy { $0 == 0 })
    #expect(Array(samples.dropFirst(2 * configuration.bufferFrames)) == ramp)
  }

  @Test func `32-bit samples are rounded and stay within full scale`() throws {
    let loud: [Float] = [0, 1, -1, 2, -2, .infinity, -.infinity, .nan, 0.5, -0.5]
    let (bytes, configuration) = try written(loud + silence(960 - loud.count), as: .int32)
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int32.self)) }
    let got = samples.dropFirst(2 * configuration.bufferFrames).prefix(loud.count)
    let full: Int32 = 2_147_483_520
    #expect(
      Array(got) == [0, full, -full, full, -full, full, -full, 0, full / 2, -full / 2])
  }

  @Test func `16-bit samples are within a step and a half, and silence is silent`() throws {
    let quiet = (0..<960).map { $0 < 480 ? Float($0 % 100) / 100 - 0.5 : 0 }
    let (bytes, configuration) = try written(quiet, as: .int16)
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    let got = Array(samples.dropFirst(2 * configuration.bufferFrames))
    #expect(got.count == quiet.count)
    for (sample, wanted) in zip(got, quiet) {
      #expect(abs(Float(sample) - wanted * 32_767) <= 1.5)
    }
    #expect(got[480...].allSatisfy { $0 == 0 })
  }

  @Test func `a loud end does not wrap around`() throws {
    let (bytes, configuration) = try written(
      (0..<960).map { $0 % 2 == 0 ? 1 : -1 }, as: .int16)
    let samples = bytes.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    for (index, sample) in samples.dropFirst(2 * configuration.bufferFrames).enumerated() {
      #expect(index % 2 == 0 ? sample > 32_000 : sample < -32_000)
    }
  }

  @Test func `a device that swallows everything is slowed down, one that runs fast is not`() {
    var swallowing = PaceGuard(sampleRate: 48_000, now: .zero)
    for period in 0..<400 { swallowing.wrote(480, now: .microseconds(period * 10)) }
    #expect(swallowing.rest(for: 480) == .milliseconds(10))

    var fast = PaceGuard(sampleRate: 48_000, now: .zero)
    for period in 0..<100_000 { fast.wrote(480, now: .microseconds(period * 9_900)) }
    #expect(fast.rest(for: 480) == .zero)
  }

  @Test func `errors become what a listener can act on`() {
    #expect(ALSAError(rawValue: -ENOENT).whileOpening == .notFound)
    #expect(ALSAError(rawValue: -ECONNREFUSED).whileOpening == .notFound)
    #expect(ALSAError(rawValue: -EINVAL).whileOpening == .notFound)
    #expect(ALSAError(rawValue: -EBUSY).whileOpening == .busy)
    #expect(ALSAError(rawValue: -EACCES).whileOpening == .notPermitted)
    #expect(ALSAError(rawValue: -ENODEV).whilePlaying == .gone)
    #expect(ALSAError(rawValue: -EIO).whilePlaying == .gone)
    #expect(ALSAError(rawValue: -EBADFD).whilePlaying == .gone)
    #expect(ALSAError(rawValue: -EBUSY).description == "Device or resource busy")
  }

  /// What the device gets when `samples` are written: bytes of its format, prefill included.
  private func written(
    _ samples: [Float], as format: SampleFormat
  ) throws -> (bytes: [UInt8], OutputConfiguration) {
    let folder = try ScratchFolder()
    ALSALibrary.silence()
    let output = try ALSAOutput(
      device: Array("file:'\(folder.path)/out.raw',raw".utf8), latency: .normal, formats: [format])
    let period = 2 * output.configuration.periodFrames
    for start in stride(from: 0, to: samples.count, by: period) {
      try output.waitForRoom()
      try samples[start..<start + period].withUnsafeBufferPointer { period in
        try output.write(period)
      }
    }
    output.close()
    return (try folder.read("out.raw"), output.configuration)
  }

  private func silence(_ count: Int) -> [Float] { [Float](repeating: 0, count: count) }
}
