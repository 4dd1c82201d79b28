// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Testing

@testable import Engine

struct LatencyPolicyTests {
  /// Lets time pass in periods; how often the device had to be opened again.
  private func pass(_ seconds: Double, _ policy: inout LatencyPolicy) -> Int {
    (0..<Int(seconds * 100)).count { _ in policy.tookTime(seconds: 0.01) }
  }

  @Test func `One or two underruns are nothing`() {
    var policy = LatencyPolicy(wanted: .normal)
    policy.underran()
    #expect(pass(1, &policy) == 0)
    policy.underran()
    #expect(pass(100, &policy) == 0)
    #expect(policy.current == .normal)
  }

  @Test func `Three in ten seconds grow the buffer, once`() {
    var policy = LatencyPolicy(wanted: .low)
    for _ in 0..<3 {
      policy.underran()
      _ = pass(1, &policy)
    }
    #expect(policy.current == .high)
    #expect(pass(60, &policy) == 0)
  }

  @Test func `Three in half a minute do not`() {
    var policy = LatencyPolicy(wanted: .normal)
    for _ in 0..<6 {
      policy.underran()
      #expect(pass(6, &policy) == 0)
    }
    #expect(policy.current == .normal)
  }

  @Test func `Three calm minutes bring back what was wanted`() {
    var policy = LatencyPolicy(wanted: .normal)
    for _ in 0..<3 { policy.underran() }
    #expect(pass(100, &policy) == 1)
    policy.underran()
    #expect(pass(179, &policy) == 0)
    #expect(policy.current == .high)
    #expect(pass(2, &policy) == 1)
    #expect(policy.current == .normal)
    #expect(pass(600, &policy) == 0)
  }

  @Test func `Underruns in the largest buffer change nothing`() {
    var policy = LatencyPolicy(wanted: .high)
    for _ in 0..<1_000 { policy.underran() }
    #expect(pass(300, &policy) == 0)
    #expect(policy.current == .high)
  }
}
