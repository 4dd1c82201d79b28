// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A voice definition in eSpeak's format, as far as its safety asks.
struct VoiceFile {
  /// The languages it names. A variant, a file without one or with one that the library does not
  /// have crashes the library when it is loaded as a voice.
  let languages: [String]
  /// It has an echo, whose tail the library keeps after an abort and puts before the next words.
  let hasEcho: Bool

  /// What the text says; keys are the first words of lines.
  init(_ text: some StringProtocol) {
    var languages: [String] = []
    var hasEcho = false
    for line in text.split(whereSeparator: \.isNewline) {
      let words = line.split(maxSplits: 2) { $0 == " " || $0 == "\t" }
      if words.first == "language" { languages.append(String(words.dropFirst().first ?? "")) }
      if words.first == "echo" { hasEcho = true }
    }
    self.languages = languages
    self.hasEcho = hasEcho
  }

  /// Reads the file `name` in an open folder; nil unless it is a regular file of sane size.
  init?(named name: String, in folder: Int32) {
    let descriptor = unsafe openat(folder, name, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { Glibc.close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      (1...Self.mostBytes).contains(status.st_size)
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: status.st_size)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    self.init(String(decoding: bytes[..<count], as: UTF8.self))
  }

  private static let mostBytes = 65_536
}

/// A folder held open, so that its files can be named shortly: the library cuts the path of a
/// voice file at 59 bytes and makes it lower-case.
final class VoiceFolder {
  private let descriptor: Int32

  /// Opens the folder; nil when it is not there.
  init?(path: [UInt8]) {
    let name = path.map { CChar(bitPattern: $0) } + [0]
    descriptor = unsafe open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
  }

  deinit { if descriptor >= 0 { Glibc.close(descriptor) } }

  /// The voice file of this name.
  func file(named name: String) -> VoiceFile? { VoiceFile(named: name, in: descriptor) }

  /// A path to the file that the library does not spoil.
  func shortPath(to name: String) -> String { "/proc/self/fd/\(descriptor)/\(name)" }

  /// A name that survives the library: short, lower-case, no path.
  static func isPlain(_ name: some StringProtocol) -> Bool {
    (1...24).contains(name.utf8.count)
      && name.utf8.allSatisfy { byte in
        (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
          || byte == 0x5F
      }
  }
}
