// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// From a key to the word for it, in the sound that leaves the machine.
  @Suite struct KeyToVoiceTests {
    @Test func `start, ask the time, pause, leave`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 60, in: scratch.path)
      let journey = try Journey([track])
      let mode = try #require(journey.run.terminal).mode
      #expect(journey.hearsSound())

      let elapsed = try #require(try journey.spokenAnswer(to: "e"), "no answer to e is heard")
      #expect(elapsed.contains("second"))
      #expect(try !journey.hears("shuffle on", within: 0), "anything would be heard")
      #expect(try journey.spokenAnswer(to: "r") != nil)
      #expect(try #require(journey.run.terminal).mode.isRaw)

      let pressed = journey.recording.frameCount
      #expect(try #require(journey.answer(to: " ")) == "paused")
      #expect(try journey.hears("paused", after: pressed))
      journey.recording.listen(seconds: 1.5)
      let end = journey.recording.frameCount
      #expect(SpeechOnset.level(journey.recording.mono(from: end - 24_000)[...]) < 0.0005)

      journey.run.send("q")
      #expect(journey.run.end(within: 5) == .exit(0))
      #expect(try #require(journey.run.terminal).mode == mode)
      #expect(journey.run.errors == "")
    }

    @Test func `any key cuts what is being said`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 60, in: scratch.path)
      let journey = try Journey([track])
      #expect(journey.hearsSound())
      journey.run.send("m")
      journey.recording.listen(seconds: 3)
      let pressed = journey.recording.frameCount
      let words = try #require(journey.answer(to: "w"))
      #expect(try journey.hears(words, after: pressed))
      journey.run.send("\u{1B}")
      let hushed = journey.recording.frameCount
      journey.recording.listen(seconds: 2)
      let treble = SpeechOnset.treble(journey.recording.mono(from: hushed))
      let gone = try #require(SpeechOnset.end(in: treble, from: 0, quiet: 500))
      let saidWhole = try journey.length(of: words)
      #expect(gone < saidWhole, "it was spoken to its end")
    }

    @Test func `without speech the same is printed, and only music sounds`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 60, in: scratch.path)
      let journey = try Journey(["--no-speech", track])
      #expect(journey.hearsSound())
      #expect(try #require(journey.answer(to: "e")).contains("second"))
      #expect(journey.answer(to: "t") != nil)
      journey.recording.listen(seconds: 1)
      let treble = SpeechOnset.treble(journey.recording.mono())
      #expect(SpeechOnset.first(in: treble, above: 0.02) == nil)
    }

    @Test func `the demo is played from a folder`() throws {
      let demo = Player.checkout + "/demo"
      try #require(!FolderListing.names(in: demo).isEmpty)
      let journey = try Journey([demo])
      #expect(journey.hearsSound())
      #expect(try journey.spokenAnswer(to: "n") != nil)
    }
  }
}
