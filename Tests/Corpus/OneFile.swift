// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Glibc
import MPG123
import Player
import TestSupport

/// One file, decoded in a process of its own with little time and memory. Prints what it is.
struct OneFile {
  /// Seconds of processor time, and bytes of address space.
  static let seconds = 10
  static let memory = 200 << 20

  let path: String
  let scratch: String

  func run() throws {
    limit(__rlimit_resource_t(RLIMIT_CPU.rawValue), Self.seconds)
    limit(__rlimit_resource_t(RLIMIT_AS.rawValue), Self.memory)
    let bytes = Array(path.utf8)
    var samples: [Float]?
    let reference = path.hasSuffix(".bit") ? Reference(beside: path) : nil
    if let reference { tell("reference", "\(reference.count)") }
    do {
      samples = reference == nil ? nil : []
      try decode(MPG123Decoder(bytes), &samples)
      if let reference, let samples {
        tell("rms", "\(reference.difference(from: samples) ?? .infinity)")
      }
    } catch {
      tell("refused", "\(error)")
    }
    guard let info = try MPG123Decoders().info(bytes) ?? withSound() else { return }
    if let title = info.title { tell("title", title) }
    if let artist = info.artist { tell("artist", artist) }
    if let album = info.album { tell("album", album) }
  }

  private func decode(_ decoder: MPG123Decoder, _ samples: inout [Float]?) throws {
    tell("rate", "\(decoder.format.sampleRate)")
    tell("channels", "\(decoder.format.channels)")
    // Told even when damage ends it.
    defer { tell("frames", "\(decoder.position)") }
    var buffer = [Float](repeating: 0, count: 16_384)
    while true {
      let channels = decoder.format.channels
      let read = try buffer.withUnsafeMutableBufferPointer { try decoder.read(into: $0) }
      if read == 0 { break }
      let part = buffer[..<(read * channels)]
      if !part.allSatisfy({ abs($0) <= 8 }) { tell("noise", "\(decoder.position)") }
      samples?.append(contentsOf: part)
    }
    if decoder.format.channels == 0 { tell("noise", "no channels") }
  }

  /// What the tags of a file without sound say, once there is some between them.
  private func withSound() throws -> TrackInfo? {
    guard let bytes = ByteFile.read(path) else { return nil }
    var first = 0
    if bytes.count > 10, bytes.starts(with: Array("ID3".utf8)) {
      first = bytes[6...9].reduce(0) { $0 << 7 | Int($1 & 0x7F) } + 10
    }
    let silence: [UInt8] = [0xFF, 0xFB, 0x90, 0x64] + Array(repeating: 0, count: 413)
    let sound = (0..<20).flatMap { _ in silence }
    let copy = scratch + "/tags"
    try ByteFile.write(bytes.prefix(first) + sound + bytes.dropFirst(first), to: copy)
    return MPG123Decoders().info(Array(copy.utf8))
  }

  private func limit(_ what: __rlimit_resource_t, _ value: Int) {
    var limit = rlimit(rlim_cur: rlim_t(value), rlim_max: rlim_t(value))
    if setrlimit(what, &limit) != 0 { tell("noise", "no limit") }
  }

  private func tell(_ what: String, _ value: String) {
    print("\(what)\t\(value)")
    fflush(nil)
  }
}
