// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Contracts
import Foundation
import MPG123
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(1)))
struct RefusalTests {
  let scratch: ScratchFolder
  let decoders = MPG123Decoders()

  init() throws { scratch = try ScratchFolder() }

  private func refuses(_ path: [UInt8], _ error: DecodingError = .unsupportedFormat) {
    #expect(throws: error) { try decoders.open(path) }
    #expect(decoders.info(path) == nil)
  }

  @Test("what is not there is not found")
  func missing() {
    refuses(scratch.bytes("nothing.mp3"), .notFound)
    refuses(scratch.bytes("nothing.mp3/more.mp3"), .notFound)
    refuses([], .notFound)
    refuses(Array("/tmp/a".utf8) + [0] + Array("b".utf8), .notFound)
  }

  @Test("what may not be read is not permitted", .enabled(if: getuid() != 0))
  func forbidden() throws {
    let path = try scratch.write(silentFrames(4))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0], ofItemAtPath: String(decoding: path, as: UTF8.self))
    refuses(path, .notPermitted)
  }

  @Test("folders, pipes and devices are refused without waiting")
  func notFiles() throws {
    refuses(Array(scratch.path.utf8))
    mkfifo("\(scratch.path)/pipe.mp3", 0o600)
    refuses(scratch.bytes("pipe.mp3"))
    refuses(Array("/dev/zero".utf8))
    refuses(Array("/dev/null".utf8))
  }

  @Test("empty files, text, pictures and noise are not played as sound")
  func notSound() throws {
    let text = Array(String(repeating: "All work and no play. ", count: 100_000).utf8)
    let picture: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + noise(3_000_000)
    let wide: [UInt8] = [0xFF, 0xFE] + text.flatMap { [$0, 0] }
    let lone: [UInt8] = [0xFF, 0xFB, 0x90, 0x64]
    let files: [[UInt8]] = [
      [], [0xFF], lone, silentFrames(1), Array("ID3".utf8), text, picture, wide,
      noise(2000), Array(repeating: 0xFF, count: 100_000), Array(repeating: 0, count: 100_000),
      lone + noise(100_000), Sound(seconds: 2).wave,
    ]
    for file in files { refuses(try scratch.write(file)) }
  }

  @Test("layer 2 in free format, of which libmpg123 makes noise, is refused")
  func freeLayerTwo() throws {
    let frame: [UInt8] = [0xFF, 0xFD, 0x00, 0x04] + Array(repeating: 0, count: 296)
    refuses(try scratch.write((0..<30).flatMap { _ in frame }))
  }

  @Test("a file of a hundred megabytes that is something else is refused after its first megabyte")
  func large() throws {
    let path = try scratch.write(noise(2 << 20))
    truncate(String(decoding: path, as: UTF8.self), 100 << 20)
    refuses(path)
  }

  @Test("a tag that claims more than the file has is no sound, and no memory is taken for it")
  func lyingTag() throws {
    refuses(
      try scratch.write(
        Array("ID3".utf8) + [4, 0, 0, 0x7F, 0x7F, 0x7F, 0x7F] + Array("TIT2".utf8)
          + [0x7F, 0x7F, 0x7F, 0x7F, 0, 0, 3, 0x41]))
  }

  @Test("names that are not UTF-8 open")
  func strangeName() throws {
    let path = try scratch.write(silentFrames(10), as: "plain.mp3")
    let strange = Array("\(scratch.path)/a\u{20}'\"\n".utf8) + [0xFF, 0xC3]
    #expect(
      rename(path.map { CChar(bitPattern: $0) } + [0], strange.map { CChar(bitPattern: $0) } + [0])
        == 0)
    #expect(try decodeAll(decoders.open(strange)).count == 10 * 1152 * 2)
    #expect(decoders.info(strange) != nil)
  }

  @Test("an error says the library's own sentence")
  func sentence() {
    #expect(MPG123Error.outOfMemory.description.lowercased().contains("memory"))
    #expect(MPG123Error.resyncFailed.decodingError(at: 7) == .damaged(frame: 7))
    #expect(MPG123Error.resyncFailed.decodingError(at: nil) == .unsupportedFormat)
  }
}
