// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Contracts
import MPG123
import TestSupport
import Testing

@Suite(.enabled(if: Tool.hasLame))
struct DecodingTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  @Test(
    "a decoder keeps its promises, whatever the encoder did",
    arguments: [
      ["-b", "128"], ["-V", "4"], ["-V", "4", "-t"], ["-b", "64", "-t"], ["--abr", "150"],
      ["-b", "320", "--nores"], ["--freeformat", "-b", "400"],
    ])
  func keepsContract(options: [String]) throws {
    let path = try scratch.encode(Sound.stereo, options)
    try checkAudioDecoderContract(seeks: 200) { try MPG123Decoders().open(path) }
  }

  @Test(
    "mono and low rates come as they are",
    arguments: [(22_050, 1, "-b", "32"), (16_000, 2, "-b", "8"), (8000, 1, "-V", "9")])
  func nativeFormat(rate: Int, channels: Int, option: String, value: String) throws {
    let sound = Sound(seconds: 2, rate: rate, channels: channels)
    let path = try scratch.encode(sound, [option, value, "--resample", "\(Double(rate) / 1000)"])
    let decoder = try MPG123Decoder(path)
    #expect(decoder.format == StreamFormat(sampleRate: rate, channels: channels))
    try checkAudioDecoderContract(seeks: 60) { try MPG123Decoders().open(path) }
  }

  @Test("the sound is the recording's, from its first frame to its last")
  func equalsSource() throws {
    let sound = Sound.stereo
    for options in [["-b", "320"], ["-V", "0"]] {
      let decoded = try decodeAll(MPG123Decoder(scratch.encode(sound, options)))
      let source = sound.samples.map { Float($0) / 32_768 }
      #expect(decoded.count == source.count)
      #expect(difference(decoded[...], source[...]) < 0.01)
      #expect(difference(decoded.prefix(2000), source.prefix(2000)) < 0.01)
      #expect(difference(decoded.suffix(2000), source.suffix(2000)) < 0.01)
    }
  }

  @Test("two cuts of one take join without a seam")
  func gapless() throws {
    let take = Sound.stereo
    // Not a whole number of MPEG frames.
    let cut = 83_333
    let parts = [take.cut(0..<cut), take.cut(cut..<take.frames)]
    let joined = try parts.map { try decodeAll(MPG123Decoder(scratch.encode($0, ["-b", "192"]))) }
    #expect(joined.map { $0.count / 2 } == parts.map(\.frames))
    let sound = joined.flatMap { $0 }
    let source = take.samples.map { Float($0) / 32_768 }
    let join = (cut - 500) * 2..<(cut + 500) * 2
    #expect(difference(sound[join], source[join]) < 1.5 * difference(sound[...], source[...]))
  }

  @Test("the samples are those that mpg123 itself gives", .enabled(if: Tool.hasBoth))
  func equalsReference() throws {
    for options in [["-b", "128"], ["-V", "5"], ["-V", "2", "-t"], ["-m", "m", "-b", "56"]] {
      let path = try scratch.encode(Sound.stereo, options)
      let raw = try scratch.run(
        "mpg123", ["-q", "-e", "f32", "-s", String(decoding: path, as: UTF8.self)])
      let reference = raw.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
      let decoded = try decodeAll(MPG123Decoder(path))
      #expect(decoded.count == reference.count)
      #expect(difference(decoded[...], reference[...]) < 1e-6)
    }
  }
}

@Suite
struct ToneDecoderTests {
  @Test("the decoder that other tests use keeps the same promises")
  func keepsContract() throws {
    var estimated = ToneTrack(number: 1, frames: 50_000)
    estimated.isLengthEstimated = true
    let mono = ToneTrack(
      number: 2, frames: 70_001, format: StreamFormat(sampleRate: 22_050, channels: 1))
    for track in [ToneTrack(number: 0, frames: 30_000), estimated, mono] {
      let decoders = ToneDecoders([track])
      try checkAudioDecoderContract { try decoders.open(ToneDecoders.path(0)) }
    }
  }

  @Test("a tone's sample tells its track and frame")
  func origin() {
    for track in [0, 1, 63] {
      for frame in [0, 1, 1023, 44_100, 65_535] {
        let sample = ToneTrack.sample(track: track, frame: frame, channel: 0)
        let origin = ToneTrack.origin(of: sample)
        #expect(origin?.track == track && origin?.frame == frame)
      }
    }
    #expect(ToneTrack.origin(of: 0.123_456_79) == nil)
  }

  @Test("a tone fails where it is told to")
  func fails() throws {
    var damaged = ToneTrack(number: 0, frames: 1000)
    damaged.damagedAt = 300
    var closed = ToneTrack(number: 1)
    closed.openingError = .notPermitted
    let decoders = ToneDecoders([damaged, closed])
    let decoder = try decoders.open(ToneDecoders.path(0))
    #expect(try decodeFrames(decoder, 500).count == 600)
    #expect(throws: DecodingError.damaged(frame: 300)) { try decodeFrames(decoder, 500) }
    #expect(throws: DecodingError.notPermitted) { try decoders.open(ToneDecoders.path(1)) }
    #expect(throws: DecodingError.notFound) { try decoders.open([1, 2, 3]) }
    #expect(decoders.opened.count == 3)
  }
}
