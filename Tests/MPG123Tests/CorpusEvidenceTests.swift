// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Contracts
import Glibc
import MPG123
import Player
import TestSupport
import Testing

/// Files with which libmpg123 alone goes wrong: what `docs/decisions/0004` rests on.
@Suite(.enabled(if: !Corpus.files.isEmpty), .timeLimit(.minutes(5)))
struct CorpusEvidenceTests {
  private func path(_ name: String) -> [UInt8] { Array("\(Corpus.folder)/\(name)".utf8) }

  @Test(
    "titles the library loses are told",
    arguments: [
      ("tags/audio-scan/v2.4-itunes81.mp3", "Track Title"),
      ("tags/audio-scan/v2.3-invalid-rvad.mp3", "Track Title"),
      ("tags/audio-scan/v2.3-unsync.mp3", "Silent Running"),
      ("tags/audio-scan/v2.3-ext-header-invalid.mp3", "SHAKE YOUR TAIL FEATHER"),
      ("tags/gst-plugins-good1.0/id3-577468-unsynced-tag.tag", "ARTIST"),
      ("tags/mutagen/issue_21.id3", "Punk To Funk"),
      ("audio/lofty-rs/issue_87_duplicate_id3v2.mp3", "title test"),
    ])
  func titles(name: String, title: String) {
    #expect(MPG123Decoders().info(path(name))?.title == title)
  }

  @Test("the files that are small fit what other programs say of them, or the reason is written")
  func table() throws {
    let program = try #require(Self.program)
    let scratch = try ScratchFolder()
    let output = open("\(scratch.path)/table", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    defer { close(output) }
    let child = try ChildProcess(
      program, ["--fast"],
      environment: ["LC_ALL": "C.UTF-8", "EYEMUSIX_SHARED": SharedMaterial.folder],
      descriptors: (-1, output, -1))
    let end = child.end(within: 240)
    child.stop()
    let table = TextFile.read("\(scratch.path)/table") ?? ""
    #expect(end == .exit(0), "\(table.split(separator: "\n").filter { $0.contains("MISS") })")
  }

  /// `corpus`, built beside the tests.
  private static var program: String? {
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &path, path.count)
    guard count > 0 else { return nil }
    let own = String(decoding: path[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = own.lastIndex(of: "/").map { own[..<$0] } ?? "."
    return ["\(folder)/corpus", ".build/debug/corpus"].first { access($0, X_OK) == 0 }
  }

  @Test(
    "music of other formats is not played as noise",
    arguments: Corpus.withEnding([
      ".wav", ".flac", ".aif", ".aiff", ".aac", ".m4a", ".opus", ".pcm",
    ]))
  func otherFormats(name: String) {
    #expect(MPG123Decoders().info(path(name)) == nil)
    #expect(throws: DecodingError.unsupportedFormat) { try MPG123Decoder(path(name)) }
  }

  @Test("seeks the library refuses after a damaged tag are exact")
  func seeks() throws {
    let path = path("tags/wahwah/invalid_id3.mp3")
    try checkAudioDecoderContract(seeks: 60) { try MPG123Decoders().open(path) }
  }
}
