// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc
import TestSupport

extension ScratchFolder {
  /// The path of `name` in the folder, as the decoder takes it.
  func bytes(_ name: String) -> [UInt8] { Array("\(path)/\(name)".utf8) }

  /// Writes `content` as `name` and returns its path.
  func write(_ content: [UInt8], as name: String = "file.mp3") throws -> [UInt8] {
    try write(name, content)
    return bytes(name)
  }

  /// Encodes `sound` with LAME to `name` and returns its path.
  @discardableResult
  func encode(_ sound: Sound, _ options: [String], as name: String = "file.mp3") throws -> [UInt8] {
    let wave = name + ".wav"
    try write(wave, sound.wave)
    try run("lame", ["--quiet"] + options + ["\(path)/\(wave)", "\(path)/\(name)"])
    return bytes(name)
  }

  /// Runs `program` and returns what it printed; it must end well.
  @discardableResult
  func run(_ program: String, _ arguments: [String]) throws -> [UInt8] {
    let output = open("\(path)/output", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(output) }
    let process = try ChildProcess(
      Executable.find(program) ?? program, arguments, environment: ["LC_ALL": "C.UTF-8"],
      descriptors: (-1, output, -1))
    guard process.end(within: 60) == .exit(0) else {
      throw SpawnFailure(description: "\(program) did not end well")
    }
    return try read("output")
  }
}

/// Programs that tests can do without.
enum Tool {
  static let hasLame = Executable.find("lame") != nil
  static let hasBoth = hasLame && Executable.find("mpg123") != nil
}

/// 16-bit sound to encode: a sweep with noise in it, so that no two moments are alike.
struct Sound {
  var rate = 44_100
  var channels = 2
  var samples: [Int16]

  /// Three seconds of stereo at 44.1 kHz.
  static let stereo = Sound(seconds: 3)

  init(seconds: Double, rate: Int = 44_100, channels: Int = 2) {
    self.rate = rate
    self.channels = channels
    var state: UInt32 = 7
    samples = []
    for frame in 0..<Int(seconds * Double(rate)) {
      let time = Double(frame) / Double(rate)
      let sweep = sin(2 * .pi * (200 + 150 * time) * time)
      for channel in 0..<channels {
        state = state &* 1_664_525 &+ 1_013_904_223
        let noise = Double(state >> 16) / 65_536 - 0.5
        let part = channel == 0 ? sweep : sweep * 0.5
        samples.append(Int16(10_000 * part + 1500 * noise))
      }
    }
  }

  var frames: Int { samples.count / channels }

  /// The frames in `range` as a sound of their own.
  func cut(_ range: Range<Int>) -> Sound {
    var part = self
    part.samples = Array(samples[(range.lowerBound * channels)..<(range.upperBound * channels)])
    return part
  }

  /// A RIFF file of the samples.
  var wave: [UInt8] {
    func number<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    let data = samples.withUnsafeBytes { Array($0) }
    let head = Array("RIFF".utf8) + number(UInt32(36 + data.count)) + Array("WAVEfmt ".utf8)
    let form =
      number(UInt32(16)) + number(UInt16(1)) + number(UInt16(channels)) + number(UInt32(rate))
      + number(UInt32(rate * channels * 2)) + number(UInt16(channels * 2)) + number(UInt16(16))
    return head + form + Array("data".utf8) + number(UInt32(data.count)) + data
  }
}

/// Frames of silence in layer 3, made by hand: 128 kbit/s, 44.1 kHz, stereo, 417 bytes each.
func silentFrames(_ count: Int) -> [UInt8] {
  let frame: [UInt8] = [0xFF, 0xFB, 0x90, 0x64] + Array(repeating: 0, count: 413)
  return (0..<count).flatMap { _ in frame }
}

/// Bytes that look like nothing, the same in every run.
func noise(_ count: Int, seed: UInt32 = 1) -> [UInt8] {
  var state = seed
  return (0..<count).map { _ in
    state = state &* 1_664_525 &+ 1_013_904_223
    return UInt8(truncatingIfNeeded: state >> 23)
  }
}

/// Root mean square of the difference of two sounds, over the length of the shorter.
func difference(_ a: ArraySlice<Float>, _ b: ArraySlice<Float>) -> Double {
  let count = min(a.count, b.count)
  var sum = 0.0
  a.withUnsafeBufferPointer { a in
    b.withUnsafeBufferPointer { b in
      for index in 0..<count {
        let gap = Double(a[index] - b[index])
        sum += gap * gap
      }
    }
  }
  return (sum / Double(max(1, count))).squareRoot()
}
