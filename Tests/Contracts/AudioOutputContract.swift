// SPDX-License-Identifier: GPL-3.0-or-later

public import Audio
import Testing

/// What every output promises the engine, real or not. Run it for each adapter and each double.
///
/// Needs an output that plays; about 0.2 s of sound is written.
public func checkAudioOutputContract(_ provider: any AudioOutputProvider) throws {
  #expect(!provider.name.isEmpty, "the device has a name to say")
  for latency in Latency.allCases {
    let output = try provider.open(latency)
    defer { output.close() }
    let configuration = output.configuration
    #expect((8_000...192_000).contains(configuration.sampleRate))
    #expect(configuration.periodFrames > 0)
    #expect(
      configuration.bufferFrames == 0 || configuration.bufferFrames >= configuration.periodFrames)

    try playContractPeriods(output)

    #expect(output.underruns >= 0)
    output.drain()
    output.drain()
    output.close()
    output.close()
  }
  let again = try provider.open(.normal)
  try playContractPeriods(again)
  again.close()
}

/// Writes silence, a tone, full scale and what no mixer should give; none of it may trap.
private func playContractPeriods(_ output: any AudioOutput) throws {
  let samples = 2 * output.configuration.periodFrames
  let periods: [[Float]] = [
    [Float](repeating: 0, count: samples),
    (0..<samples).map { Float($0 % 64) / 64 - 0.5 },
    [Float](repeating: 1, count: samples),
    [Float](repeating: -1, count: samples),
    [Float](repeating: 0, count: samples),
  ]
  for period in periods {
    try output.waitForRoom()
    try period.withUnsafeBufferPointer { period in try output.write(period) }
  }
}
