// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Contracts
import Glibc
import TestSupport
import Testing

@testable import ALSA

extension ALSATests {
  /// ALSA over a real sound server.
  @Suite(.serialized, .enabled(if: PulseServer.absence == nil)) struct Pulse {
    private let device = ALSADevice(name: "pulse")

    @Test func `a sound server keeps the promises of every output`() throws {
      let pulse = try PulseServer.ofThisProcess()
      try checkAudioOutputContract(device)
      pulse.stop()
    }

    @Test(arguments: [Latency.low, .normal])
    func `grants the buffer that was asked for`(_ latency: Latency) throws {
      let pulse = try PulseServer.ofThisProcess()
      let output = try device.open(latency)
      let period = 48 * latency.periodMilliseconds
      #expect(
        output.configuration
          == OutputConfiguration(
            sampleRate: 48_000, periodFrames: period, bufferFrames: period * latency.periods))
      output.close()
      pulse.stop()
    }

    @Test(arguments: SampleFormat.allCases)
    func `what is written is heard, whole and without a gap`(_ format: SampleFormat) throws {
      let pulse = try PulseServer.ofThisProcess()
      let noise = Self.noise(periods: 30)
      var heard: [Int16] = []
      // On a busy machine this writer may come too late, which is not the adapter's doing.
      try until("a recording without an underrun") {
        var underruns = 0
        heard = try pulse.record {
          let output = try ALSAOutput(device: device.bytes, latency: .high, formats: [format])
          for period in noise {
            try output.waitForRoom()
            try period.withUnsafeBufferPointer { period in try output.write(period) }
          }
          output.drain()
          underruns = output.underruns
          output.close()
        }
        return underruns == 0
      }
      let wanted = noise.flatMap { period in
        stride(from: 0, to: period.count, by: 2).map { period[$0] * 32_767 }
      }
      let start = try #require(heard.firstIndex { abs(Int($0)) > 2_000 }, "something is heard")
      // The noise begins loud, so its first sample is the first loud one.
      #expect(heard.count - start > wanted.count)
      let worst = zip(heard[start...], wanted).map { abs(Float($0) - $1) }.max() ?? .infinity
      #expect(worst < 3, "sample for sample")
    }

    @Test(.timeLimit(.minutes(1)))
    func `a server that dies is a device that is gone, and comes back`() throws {
      let pulse = try PulseServer.ofThisProcess()
      let output = try device.open(.normal)
      try play(output, periods: 5)
      pulse.stop()
      #expect(throws: OutputError.gone) { try play(output, periods: 200) }
      output.drain()
      output.close()
      #expect(throws: OutputError.notFound) { try device.open(.normal) }

      let revived = try PulseServer.ofThisProcess()
      let again = try device.open(.normal)
      try play(again, periods: 5)
      again.close()
      revived.stop()
    }

    @Test(.timeLimit(.minutes(1)))
    func `a server that hangs holds nobody up`() throws {
      let pulse = try PulseServer.ofThisProcess()
      let output = try device.open(.normal)
      try play(output, periods: 5)
      pulse.freeze()
      #expect(throws: OutputError.gone) { try play(output, periods: 200) }
      output.drain()
      output.close()
      #expect(throws: OutputError.gone) { try device.open(.normal) }
      let threads = try threadCount()
      for _ in 0..<20 { #expect(throws: OutputError.gone) { try device.open(.normal) } }
      #expect(try threadCount() <= threads, "one wait is enough")
      pulse.thaw()
      try until("the server is back") { (try? device.open(.normal))?.close() != nil }
      pulse.stop()
    }

    @Test func `a writer that was late is heard again`() throws {
      let pulse = try PulseServer.ofThisProcess()
      let output = try ALSAOutput(device: device.bytes, latency: .high)
      try play(output, periods: 5)
      try until("the underrun was noticed") {
        try until("the device ran dry") { output.pendingFrames() < 48 }
        try play(output, periods: 10)
        return output.underruns >= 1
      }
      try until("the device is filled again") {
        try play(output, periods: 1)
        return output.pendingFrames() > output.configuration.periodFrames
      }
      output.close()
      pulse.stop()
    }

    private func threadCount() throws -> Int {
      let tasks = try #require(opendir("/proc/self/task"))
      defer { closedir(tasks) }
      var count = 0
      while readdir(tasks) != nil { count += 1 }
      return count
    }

    private func play(_ output: any AudioOutput, periods: Int) throws {
      let silence = [Float](repeating: 0, count: 2 * output.configuration.periodFrames)
      for _ in 0..<periods {
        try output.waitForRoom()
        try silence.withUnsafeBufferPointer { period in try output.write(period) }
      }
    }

    /// The same every time, and loud in its first sample.
    private static func noise(periods: Int) -> [[Float]] {
      var seed: UInt32 = 7
      return (0..<periods).map { period in
        (0..<1920).map { index in
          seed = seed &* 1_664_525 &+ 1_013_904_223
          return period == 0 && index < 2 ? 0.5 : Float(seed >> 8) / 16_777_216 - 0.5
        }
      }
    }
  }
}
