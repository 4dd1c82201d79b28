// SPDX-License-Identifier: GPL-3.0-or-later
import Player

@testable import MPG123

/// Tags and the search for the first frame.
@Sendable func fuzzTags(_ bytes: [UInt8]) {
  let file = MemoryFile(bytes)
  guard let info = MPG123Decoders().info(file.path) else { return }
  for text in [info.title, info.artist, info.album].compactMap({ $0 }) {
    promise(!text.isEmpty && text.unicodeScalars.count <= 500, "a text is empty or too long")
    promise(isPlain(text), "a text holds controls")
  }
  promise(info.number.map { (1...99_999).contains($0) } ?? true, "the number cannot be")
  promise(info.year.map { (1...9_999).contains($0) } ?? true, "the year cannot be")
  switch info.length {
  case .exact(let time), .about(let time): promise(time >= .zero, "the length is negative")
  case .unknown: break
  }
  promise(info.format.map { $0.sampleRate > 0 && (1...2).contains($0.channels) } ?? true, "format")
}
