// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import SystemOutput
import TestSupport
import Testing

@testable import Application

@Suite struct StandInDeviceTests {
  private let wanted = MemoryOutputTape()
  private let usual = MemoryOutputTape()

  private var device: StandInDevice {
    StandInDevice(wanted: MemoryDevice(tape: wanted), standIn: MemoryDevice(tape: usual))
  }

  @Test func `The wanted device plays when it is there`() throws {
    let device = self.device
    try device.open(.normal).close()
    #expect(device.refusal == nil)
  }

  @Test func `Another one plays in its place, and goes on when both are there`() throws {
    let device = self.device
    wanted.failNextOpen(.notFound)
    try device.open(.normal).close()
    #expect(device.refusal == .notFound)
    try device.open(.normal).close()
    #expect(device.refusal == .notFound)
    usual.failNextOpen(.gone)
    try device.open(.normal).close()
    #expect(device.refusal == nil)
  }

  @Test func `Without either the wanted one's reason is told`() {
    wanted.failNextOpen(.busy)
    usual.failNextOpen(.gone)
    #expect(throws: OutputError.busy) { try device.open(.normal) }
  }
}
