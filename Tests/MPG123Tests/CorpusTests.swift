// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Foundation
import MPG123
import Player
import TestSupport
import Testing

/// Real files other projects met; not part of the repository.
enum Corpus {
  static let folder = SharedMaterial.folder + "/data"
  private static let all =
    (FileManager.default.enumerator(atPath: folder)?
    .compactMap { $0 as? String } ?? []).sorted()
  static let files = withEnding([".mp1", ".mp2", ".mp3", ".bit", ".id3", ".tag"])

  /// The files with one of these endings; `mpeglayer3.wav`, MPEG in another's coat, left out.
  static func withEnding(_ endings: [String]) -> [String] {
    all.filter { name in
      endings.contains { name.hasSuffix($0) } && !name.hasSuffix("/mpeglayer3.wav")
    }
  }
}

@Suite(.enabled(if: !Corpus.files.isEmpty), .timeLimit(.minutes(3)))
struct CorpusTests {
  @Test("every odd file decodes, ends or is refused, and its tags agree with its sound")
  func all() throws {
    for name in Corpus.files {
      let path = Array("\(Corpus.folder)/\(name)".utf8)
      let info = MPG123Decoders().info(path)
      for text in [info?.title, info?.artist, info?.album].compactMap({ $0 }) {
        #expect(!text.isEmpty && text.unicodeScalars.count <= 500, "\(name)")
      }
      do {
        try check(try MPG123Decoder(path), info, name)
      } catch .unsupportedFormat {
        // One frame and a bit can look like sound and give none.
        let time = info?.length.duration ?? .zero
        #expect(time < .milliseconds(50), "\(name) has tags and no sound")
      } catch {
        Issue.record("\(name): \(error)")
      }
    }
  }

  private func check(
    _ decoder: MPG123Decoder, _ info: TrackInfo?, _ name: String
  ) throws(DecodingError) {
    #expect(info?.format?.sampleRate == decoder.format.sampleRate, "\(name)")
    let declared = decoder.length
    var frames = 0
    var buffer = [Float](repeating: 0, count: 8192)
    while true {
      let format = decoder.format
      let read = try readFrames(decoder, &buffer)
      if read == 0 { break }
      let samples = buffer[..<(read * format.channels)]
      let isBounded = samples.allSatisfy { abs($0) <= 8 }
      #expect(isBounded, "\(name)")
      frames += read
    }
    #expect(decoder.position == frames, "\(name)")
    // Some old encoders counted one MPEG frame too many.
    if case .exact(let length) = declared { #expect(abs(length - frames) <= 1152, "\(name)") }
    try decoder.scan()
    guard case .exact(let length) = decoder.length else {
      Issue.record("\(name) not exact after a scan")
      return
    }
    #expect(abs(length - frames) <= 1152 || name.contains("he_mode"), "\(name)")
  }

  private func readFrames(
    _ decoder: MPG123Decoder, _ buffer: inout [Float]
  ) throws(DecodingError) -> Int {
    try buffer.withUnsafeMutableBufferPointer { (room) throws(DecodingError) in
      try decoder.read(into: room)
    }
  }
}
