// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Contracts
import Glibc
import SystemOutput
import TestSupport
import Testing

@Suite struct SystemOutputTests {
  @Test(arguments: [true, false])
  func `the null output keeps the promises of every output`(_ isFast: Bool) throws {
    try checkAudioOutputContract(NullDevice(isFast: isFast))
  }

  @Test func `the memory double keeps them too`() throws {
    try checkAudioOutputContract(MemoryDevice())
  }

  @Test(arguments: [true, false])
  func `the WAVE file keeps them too`(_ isFast: Bool) throws {
    let folder = try ScratchFolder()
    try checkAudioOutputContract(
      SystemOutput.WAVFile(path: Array((folder.path + "/out.wav").utf8), isFast: isFast))
  }

  @Test func `the null output keeps time and never gets ahead of it`() throws {
    let output = try NullDevice().open(.low)
    let silence = [Float](repeating: 0, count: 2 * output.configuration.periodFrames)
    var before = timespec()
    clock_gettime(CLOCK_MONOTONIC, &before)
    for _ in 0..<24 {
      try output.waitForRoom()
      try silence.withUnsafeBufferPointer { try output.write($0) }
    }
    var after = timespec()
    clock_gettime(CLOCK_MONOTONIC, &after)
    let elapsed =
      (after.tv_sec - before.tv_sec) * 1_000_000 + (after.tv_nsec - before.tv_nsec) / 1000
    // 24 periods of 5 ms, four of them in the buffer. A lower bound only: load makes it longer.
    #expect(elapsed >= 99_000)
  }

  @Test func `asking for priority is answered, not an error`() async {
    let first = await onThreadOfItsOwn { RealtimePriority.request() }
    let second = await onThreadOfItsOwn { RealtimePriority.request() }
    #expect(first == second)
  }

  /// Priority stays with a thread, so it must not be one of the test runner's.
  private func onThreadOfItsOwn(_ body: @escaping @Sendable () -> Bool) async -> Bool {
    await withCheckedContinuation { continuation in
      let context = Unmanaged.passRetained(Body { continuation.resume(returning: body()) })
      var thread = pthread_t()
      pthread_create(
        &thread, nil,
        { context in
          if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
          return nil
        }, context.toOpaque())
      pthread_detach(thread)
    }
  }
}

private final class Body {
  let run: () -> Void
  init(_ run: @escaping () -> Void) { self.run = run }
}
