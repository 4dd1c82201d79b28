// SPDX-License-Identifier: GPL-3.0-or-later

/// Sound in a WAV file: 16-bit or 32-bit float samples, read as floats between −1 and 1.
public struct WAVFile: Sendable {
  /// Frames a second.
  public var rate: Int
  /// Samples a frame.
  public var channels: Int
  /// Interleaved samples.
  public var samples: [Float]

  /// A file that is not what was expected.
  public struct Damaged: Error {}

  /// Sound to be written.
  public init(rate: Int, channels: Int, samples: [Float]) {
    self.rate = rate
    self.channels = channels
    self.samples = samples
  }

  /// Reads a file. One whose sizes were never filled in is read to its end.
  public init(contentsOf path: String) throws {
    guard let bytes = ByteFile.read(path) else { throw Damaged() }
    try self.init(bytes: bytes)
  }

  init(bytes: [UInt8]) throws {
    func number(_ offset: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
    }
    guard bytes.count >= 12, bytes.starts(with: Array("RIFF".utf8)) else { throw Damaged() }
    var (format, bits, rate, channels) = (0, 0, 0, 0)
    var offset = 12
    while offset + 8 <= bytes.count {
      let name = String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
      let start = offset + 8
      let end = min(bytes.count, start + number(offset + 4, 4))
      if name == "fmt ", end - start >= 16 {
        (format, channels) = (number(start, 2), number(start + 2, 2))
        (rate, bits) = (number(start + 4, 4), number(start + 14, 2))
        if format == 0xFFFE, end - start >= 26 { format = number(start + 24, 2) }
      } else if name == "data" {
        self.init(rate: rate, channels: channels, samples: [])
        switch (format, bits) {
        case (1, 16):
          samples = stride(from: start, to: end - 1, by: 2).map {
            Float(Int16(truncatingIfNeeded: number($0, 2))) / 32768
          }
        case (3, 32):
          samples = stride(from: start, to: end - 3, by: 4).map {
            Float(bitPattern: UInt32(number($0, 4)))
          }
        default: throw Damaged()
        }
        return
      }
      offset = start + number(offset + 4, 4) + number(offset + 4, 4) % 2
    }
    throw Damaged()
  }

  /// The file's bytes with 32-bit float or rounded 16-bit samples.
  public func bytes(float: Bool = false) -> [UInt8] {
    func little(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let width = float ? 4 : 2
    let data =
      float
      ? samples.withUnsafeBytes { Array($0) }
      : samples.map { Int16((max(-1, min(1, $0)) * 32767).rounded()) }.withUnsafeBytes { Array($0) }
    var result = Array("RIFF".utf8) + little(36 + data.count, 4) + Array("WAVEfmt ".utf8)
    result += little(16, 4) + little(float ? 3 : 1, 2) + little(channels, 2) + little(rate, 4)
    result += little(rate * channels * width, 4) + little(channels * width, 2)
    result += little(width * 8, 2) + Array("data".utf8) + little(data.count, 4)
    return result + data
  }

  /// Writes the file.
  public func write(to path: String, float: Bool = false) throws {
    try ByteFile.write(bytes(float: float), to: path)
  }

  /// The mean of the channels.
  public var mono: [Float] {
    guard channels > 1 else { return samples }
    return stride(from: 0, to: samples.count - channels + 1, by: channels).map { frame in
      (0..<channels).reduce(0) { $0 + samples[frame + $1] } / Float(channels)
    }
  }
}
