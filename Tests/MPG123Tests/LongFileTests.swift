// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Contracts
import Glibc
import MPG123
import TestSupport
import Testing

@Suite(.enabled(if: Tool.hasLame))
struct LongFileTests {
  private static let seconds = 26 * 3600

  @Test("26 hours: the length, and the last seconds to the sample")
  func day() throws {
    let scratch = try ScratchFolder()
    let sound = Sound(seconds: 20, rate: 8000, channels: 1)
    let short = try scratch.encode(sound, ["-b", "8", "-t", "--nores", "--resample", "8"])
    let bytes = try scratch.read("file.mp3")
    let whole = try decodeAll(MPG123Decoder(short))
    let frames = whole.count / 576
    #expect(bytes.count == frames * 72)
    // The middle again and again: what a frame is decoded to depends on the one before.
    let head = bytes[..<(72 * 72)]
    let body = bytes[(72 * 72)..<(197 * 72)]
    let rounds = Self.seconds * 8000 / 576 / 125
    let path = scratch.bytes("long.mp3")
    try scratch.write("long.mp3", head)
    let file = open("\(scratch.path)/long.mp3", O_WRONLY | O_APPEND | O_CLOEXEC)
    let block = (0..<100).flatMap { _ in body }
    for round in stride(from: 0, to: rounds, by: 100) {
      let part = block.prefix(min(100, rounds - round) * body.count)
      #expect(Array(part).withUnsafeBytes { write(file, $0.baseAddress, $0.count) } == part.count)
    }
    close(file)

    let length = (72 + rounds * 125) * 576
    let decoder = try MPG123Decoder(path)
    guard case .estimated(let about) = decoder.length else {
      Issue.record("no header says the length, and it was not counted")
      return
    }
    #expect(abs(about - length) < 8000)
    try decoder.scan()
    #expect(decoder.length == .exact(length))
    let last = 100 * 576
    try decoder.seek(to: length - last)
    let heard = try decodeAll(decoder)
    #expect(heard.count == last)
    let end = 197 * 576
    #expect(difference(heard[...], whole[(end - last)..<end]) < 1e-6)
  }
}
