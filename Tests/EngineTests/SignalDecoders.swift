// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine

/// Tracks cut out of one endless signal; the path tells where: "start frames rate channels".
struct SignalDecoders: AudioDecoderProvider {
  let signal: @Sendable (Int) -> Float

  init(_ signal: @escaping @Sendable (Int) -> Float) { self.signal = signal }

  static func request(
    _ token: UInt32, _ start: Int, _ frames: Int, rate: Int = 48_000, channels: Int = 2
  ) -> MusicRequest {
    MusicRequest(token: token, path: Array("\(start) \(frames) \(rate) \(channels)".utf8))
  }

  func open(_ path: [UInt8]) throws(DecodingError) -> any AudioDecoder {
    let numbers = String(decoding: path, as: UTF8.self).split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 4 else { throw .notFound }
    return SignalDecoder(
      signal, start: numbers[0], frames: numbers[1],
      format: StreamFormat(sampleRate: numbers[2], channels: numbers[3]))
  }
}

/// A stretch of a signal.
final class SignalDecoder: AudioDecoder {
  let format: StreamFormat
  var length: TrackFrames { .exact(frames) }
  private(set) var position = 0
  private let signal: @Sendable (Int) -> Float
  private let start: Int
  private let frames: Int

  init(
    _ signal: @escaping @Sendable (Int) -> Float, start: Int, frames: Int, format: StreamFormat
  ) {
    self.signal = signal
    self.start = start
    self.frames = frames
    self.format = format
  }

  func read(into buffer: UnsafeMutableBufferPointer<Float>) throws(DecodingError) -> Int {
    let count = min(buffer.count / format.channels, frames - position)
    for index in 0..<count * format.channels {
      buffer[index] = signal(start + position + index / format.channels)
    }
    position += count
    return count
  }

  func seek(to frame: Int) throws(DecodingError) { position = min(frame, frames) }
  func scan() throws(DecodingError) {}
}
