// SPDX-License-Identifier: GPL-3.0-or-later

import Contracts
import ESpeakNG
import Glibc
import Speech
import TestSupport
import Testing

extension ESpeakTests {
  @SpeechThread @Suite(.serialized) struct Voices {
    @Test(arguments: [
      "en", "EN-US", "en-gb", "en_GB", "de", "de-AT", "gmw/en", "English (America)", "plain",
      "Plain", "en+f3", "en-gb+Andy",
    ])
    func `finds a voice by name or language`(_ name: String) throws {
      let (samples, _) = try collectSamples(makeVoice(name), "one", rate: 175)
      #expect(samples.count > 2000)
    }

    @Test(arguments: [
      "", "+", "+f3", "en+", "en+nosuch", "f3", "!v/f3", "en+../en", "../../etc/passwd",
      "/etc/passwd", "mb-en1", "zz", "nosuch", "en\u{0}de", "en+f3+f2", "plain+Andy",
      String(repeating: "a", count: 5000),
    ])
    func `tells when there is no such voice`(_ name: String) throws {
      #expect(throws: SpeechError.voiceNotFound(name)) { try makeVoice(name) }
    }

    @Test(arguments: ["en", "plain"])
    func `a variant changes the voice, also of a file of ours`(_ base: String) throws {
      let voice = try makeVoice(base)
      let (plain, _) = try collectSamples(voice, "hello there", rate: 175)
      try voice.selectVoice(base + "+f3")
      let (varied, _) = try collectSamples(voice, "hello there", rate: 175)
      #expect(plain.prefix(6000) != varied.prefix(6000))
      #expect(varied.contains { $0 != 0 })
    }

    @Test func `a wrong name leaves the old voice`() throws {
      let voice = try makeVoice("plain")
      let (before, _) = try collectSamples(voice, "same voice", rate: 175)
      for name in ["nosuch", "mb-en1", "en+nosuch", ""] {
        #expect(throws: SpeechError.voiceNotFound(name)) { try voice.selectVoice(name) }
      }
      let (after, _) = try collectSamples(voice, "same voice", rate: 175)
      #expect(before.prefix(6000) == after.prefix(6000))
    }

    @Test func `an echo does not carry what was hushed into the next words`() throws {
      let voice = try makeVoice("en+f3")
      for cut in 3..<20 {
        var chunks = 0
        _ = try voice.synthesize("All along the watchtower by somebody", rate: 175) { _ in
          chunks += 1
          return chunks < cut
        }
        let (next, _) = try collectSamples(voice, "Play", rate: 175)
        // "Play" begins with 49 ms of silence; the echo would sound in its first 20.
        let loudest = next.prefix(441).map { abs(Int($0)) }.max() ?? 0
        #expect(loudest < 200, "after \(cut) pieces")
      }
    }

    @Test(arguments: [
      "variant": "name variant\nlanguage variant\npitch 80 100\n",
      "nolanguage": "name nolanguage\nflutter 0\n",
      "noise": String(decoding: (0..<4000).map { UInt8($0 % 251) }, as: UTF8.self),
      "empty": "",
      "huge": "language en\n" + String(repeating: "x", count: 100_000),
      "unknown": "name unknown\nlanguage zz\n",
    ])
    func `files that are no voices are not loaded`(_ name: String, _ text: String) throws {
      let folder = try ScratchFolder()
      try folder.write("voices/" + name, text)
      #expect(throws: SpeechError.voiceNotFound(name)) {
        try makeVoice(name, folder: folder.path)
      }
    }

    @Test func `a voice file is found under a long path with capitals`() throws {
      let folder = try ScratchFolder()
      let deep = "A/Very/Long/Path/With/Capitals/That/The/Library/Would/Cut/And/Spoil/Voices"
      try folder.write(deep + "/voices/mine", "name mine\nlanguage en\nflutter 0\n")
      let voice = try makeVoice("Mine", folder: folder.path + "/" + deep)
      #expect(try collectSamples(voice, "one", rate: 175).0.count > 2000)
    }

    @Test func `synthesizers made and let go of leave no files open`() throws {
      _ = try collectSamples(makeVoice("plain"), "a", rate: 400)
      let before = openDescriptors()
      for _ in 0..<50 {
        _ = try collectSamples(makeVoice("plain"), "a", rate: 400)
      }
      // Other tests of the process open files meanwhile.
      #expect(openDescriptors() < before + 25)
    }
  }
}

private func openDescriptors() -> Int {
  (0..<1024).count { fcntl(Int32($0), F_GETFD) >= 0 }
}
