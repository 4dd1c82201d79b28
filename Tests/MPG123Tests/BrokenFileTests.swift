// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Contracts
import MPG123
import TestSupport
import Testing

@Suite(.enabled(if: Tool.hasLame), .timeLimit(.minutes(2)))
struct BrokenFileTests {
  let scratch: ScratchFolder
  let whole: [UInt8]
  let frames = 3 * 44_100

  init() throws {
    scratch = try ScratchFolder()
    try scratch.encode(Sound.stereo, ["-V", "4"])
    whole = try scratch.read("file.mp3")
  }

  @Test("a file that was cut off plays to where it ends, and its length is about right before")
  func truncated() throws {
    let path = try scratch.write(Array(whole.prefix(whole.count * 6 / 10)))
    let decoder = try MPG123Decoder(path)
    guard case .estimated(let estimate) = decoder.length else {
      Issue.record("said to be exact: \(decoder.length)")
      return
    }
    let heard = try decodeAll(decoder).count / 2
    #expect(heard > frames / 2 && heard < frames * 7 / 10)
    #expect(abs(estimate - heard) < 44_100 / 2)
    try checkAudioDecoderContract { try MPG123Decoders().open(path) }
  }

  @Test("a header that tells half the length does not cut the song, nor do absurd numbers harm")
  func lyingHeader() throws {
    let mark = try #require(
      whole.indices.first { whole[$0...].starts(with: Array("Xing".utf8)) })
    func lie(_ frames: UInt32, _ size: UInt32?) throws -> MPG123Decoder {
      var bytes = whole
      func put(_ value: UInt32, at place: Int) {
        for index in 0..<4 {
          bytes[place + index] = UInt8(truncatingIfNeeded: value >> (24 - 8 * index))
        }
      }
      put(frames, at: mark + 8)
      if let size { put(size, at: mark + 12) }
      return try MPG123Decoder(scratch.write(bytes))
    }
    #expect(try decodeAll(lie(UInt32(frames / 1152 / 2), nil)).count >= 2 * frames)
    for frames in [0, 1, 0xFFFF_FFFF] as [UInt32] {
      for size in [0, 1, 0x7FFF_FFFF, 0xFFFF_FFFF] as [UInt32] {
        let decoder = try lie(frames, size)
        if case .exact = decoder.length { Issue.record("\(frames) \(size) taken for true") }
        #expect(try decodeAll(decoder).count >= 2 * self.frames)
      }
    }
  }

  @Test("a last frame that is cut off is the end")
  func halfFrame() throws {
    try checkAudioDecoderContract(
      open: { try MPG123Decoders().open(scratch.write(silentFrames(10) + [0xFF, 0xFB, 0x90])) })
  }

  @Test("damage right behind the encoder's header costs no more than what is damaged")
  func damagedBeginning() throws {
    var bytes = whole
    let mark = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("Xing".utf8)) })
    // From the second frame of sound on, so that the first is followed by nothing.
    for place in (mark + 900)..<(mark + 2200) { bytes[place] = 0x55 }
    let decoder = try MPG123Decoder(scratch.write(bytes))
    #expect(abs(try decodeAll(decoder).count / 2 - frames) < 12 * 1152)
  }

  @Test("two files in one both play, and seeks across the join are exact")
  func concatenated() throws {
    let path = try scratch.write(whole + whole)
    let heard = try decodeAll(MPG123Decoder(path)).count / 2
    #expect(heard >= 2 * frames && heard < 2 * frames + 5000)
    try checkAudioDecoderContract(seeks: 100) { try MPG123Decoders().open(path) }
  }

  @Test("junk before the sound, 300 KB of it, changes nothing")
  func leadingJunk() throws {
    let clean = try decodeAll(MPG123Decoder(scratch.write(whole)))
    let decoder = try MPG123Decoder(scratch.write(noise(300_000) + whole))
    #expect(decoder.length == .exact(frames))
    let isEqual = try decodeAll(decoder) == clean
    #expect(isEqual)
  }

  @Test("junk behind the sound is not played")
  func trailingJunk() throws {
    let decoder = try MPG123Decoder(scratch.write(whole + Array(repeating: 0x41, count: 50_000)))
    #expect(decoder.length == .exact(frames))
    #expect(try decodeAll(decoder).count == 2 * frames)
  }

  @Test("after junk in the middle the sound goes on")
  func junkInside() throws {
    try scratch.encode(Sound.stereo, ["-b", "128", "-t"])
    let plain = try scratch.read("file.mp3")
    let clean = try decodeAll(MPG123Decoder(scratch.write(plain))).count
    let half = plain.count / 2
    let path = try scratch.write(
      Array(plain[..<half]) + Array(repeating: 0x55, count: 70_000) + plain[half...])
    let heard = try decodeAll(MPG123Decoder(path))
    #expect(abs(heard.count - clean) < 6 * 1152 * 2)
    let isBounded = heard.allSatisfy { abs($0) <= 8 }
    #expect(isBounded)
  }

  @Test("a change of format in the middle ends a read, and both parts are heard")
  func changeOfFormat() throws {
    let path = try changing()
    let decoder = try MPG123Decoder(path)
    let first = decoder.format
    let before = try decodeFully(decoder, 1_000_000)
    #expect(decoder.format == StreamFormat(sampleRate: 22_050, channels: 1))
    let change = decoder.position
    #expect(first == StreamFormat(sampleRate: 44_100, channels: 2))
    #expect(before.count == change * 2)
    #expect(abs(change - 3 * 44_100) < 2400)
    let after = try decodeFully(decoder, 1_000_000)
    #expect(abs(after.count - 2 * 22_050) < 2400)
    try decoder.scan()
    #expect(decoder.length == .exact(change + after.count))
    #expect(try decodeFully(decoder, 10).isEmpty)
  }

  @Test("seeks are exact on both sides of a change of format, known or not")
  func seekAcrossFormats() throws {
    let path = try changing()
    let straight = try MPG123Decoder(path)
    let before = try decodeFully(straight, 1_000_000)
    let change = straight.position
    let after = try decodeFully(straight, 1_000_000)
    for place in [change + 5000, 100, change - 1, change, change + 20_000, 77_777] {
      for decoder in [straight, try MPG123Decoder(path)] {
        try decoder.seek(to: place)
        #expect(decoder.position == place)
        #expect(decoder.format.channels == (place < change ? 2 : 1))
        let part = try decodeFully(decoder, 50)
        let expected =
          place < change
          ? before[(place * 2)...].prefix(100) : after[(place - change)...].prefix(50)
        let isEqual = isSame(part, expected)
        #expect(isEqual, "samples at \(place), change at \(change)")
      }
    }
  }

  private func changing() throws -> [UInt8] {
    try scratch.encode(Sound.stereo, ["-b", "128", "-t"], as: "first.mp3")
    let low = Sound(seconds: 2, rate: 22_050, channels: 1)
    try scratch.encode(low, ["-b", "64", "-t"], as: "second.mp3")
    return try scratch.write(scratch.read("first.mp3") + scratch.read("second.mp3"))
  }

  @Test("a file that has been damaged in a thousand places gives samples or an error, never noise")
  func damaged() throws {
    for seed in 1...12 {
      var bytes = whole
      for (index, byte) in noise(2000, seed: UInt32(seed)).enumerated() {
        bytes[(index * 7919 + seed * 131) % bytes.count] = byte
      }
      guard let decoder = try? MPG123Decoder(scratch.write(bytes)) else { continue }
      var heard = 0
      do {
        while true {
          let part = try decodeFrames(decoder, 4096)
          if part.isEmpty { break }
          let isBounded = part.allSatisfy { abs($0) <= 8 }
          #expect(isBounded)
          heard += part.count / decoder.format.channels
        }
      } catch DecodingError.damaged(let frame) {
        #expect(frame == decoder.position)
      }
      #expect(heard < 2 * frames)
      try? decoder.scan()
      try? decoder.seek(to: frames / 2)
    }
  }
}
