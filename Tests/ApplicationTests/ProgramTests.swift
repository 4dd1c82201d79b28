// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Interaction
import Library
import Player
import Speech
import TestSupport
import Testing

@testable import Application

/// From keys to sound, through everything but the system's libraries.
@Suite(.serialized) struct ProgramTests {
  private func track(_ number: Int, seconds: Double = 60) -> ToneTrack {
    ToneTrack(
      number: number, frames: Int(seconds * 48_000),
      format: StreamFormat(sampleRate: 48_000, channels: 2))
  }

  private func silent(_ options: inout Options) { options.isSilent = true }

  @Test func `Music first, then the words; keys do what they say`() throws {
    let rig = try ProgramRig([track(1), track(2), track(3)])
    defer { rig.quit() }
    #expect(rig.says("Title 1"))
    #expect(rig.pass { rig.heard == 1 })
    rig.press(" ")
    #expect(rig.says("paused"))
    #expect(rig.pass { rig.isStill })
    rig.press(" ")
    #expect(rig.says("playing"))
    #expect(rig.pass { rig.heard == 1 })
    rig.press("n")
    #expect(rig.says("Title 2"))
    #expect(rig.pass { rig.heard == 2 })
    rig.press("m")
    #expect(rig.pass { rig.isStill })
    rig.press("m")
    #expect(rig.pass { rig.heard == 2 })
    rig.press("s")
    #expect(rig.says("stopped"))
    #expect(rig.pass { rig.isStill })
    rig.press("q")
    #expect(rig.says("goodbye"))
    #expect(rig.end() == 0)
  }

  @Test func `A jump is heard and told`() throws {
    let rig = try ProgramRig([track(1, seconds: 600)])
    defer { rig.quit() }
    #expect(rig.pass { rig.heard == 1 })
    rig.press(">")
    rig.press("e")
    #expect(rig.says("1 minute"), "\(rig.script.texts)")
    #expect(rig.pass { rig.heard == 1 })
  }

  @Test func `Tracks follow each other, and each is told`() throws {
    let rig = try ProgramRig((1...4).map { track($0, seconds: 3) })
    defer { rig.quit() }
    for number in 1...4 {
      #expect(rig.says("Title \(number)"), "\(number)")
    }
    #expect(rig.pass { rig.isStill })
    // Stopped at the beginning: the music starts anew.
    rig.press(" ")
    #expect(rig.pass { rig.heard == 1 })
  }

  @Test func `Tracks of a quarter of a second are all played`() throws {
    let rig = try ProgramRig(
      (1...6).map { track($0, seconds: 0.25) } + [track(7, seconds: 60)],
      .init(arrange: { $0.isSilent = true }))
    defer { rig.quit() }
    #expect(rig.pass { rig.heard == 7 })
    let heard = Set(
      stride(from: 0, to: rig.tape.samples.count, by: 2).compactMap {
        ToneTrack.origin(of: rig.tape.samples[$0])?.track
      })
    #expect(heard.isSuperset(of: 1...7))
  }

  @Test func `A track that cannot be opened is told and passed over`() throws {
    var bad = track(2)
    bad.openingError = .unsupportedFormat
    let rig = try ProgramRig([track(1, seconds: 3), bad, track(3)])
    defer { rig.quit() }
    #expect(rig.says("Title 2"))
    #expect(rig.pass { rig.heard == 3 })
  }

  @Test func `A track that breaks off is told, and the next one plays`() throws {
    var bad = track(1)
    bad.damagedAt = 20 * 48_000
    let rig = try ProgramRig([bad, track(2)])
    defer { rig.quit() }
    #expect(rig.pass { rig.heard == 1 })
    #expect(rig.says("damaged"))
    #expect(rig.pass { rig.heard == 2 })
  }

  @Test func `A follower broken at its first sample does not end the music`() throws {
    var bad = track(2)
    bad.damagedAt = 0
    let rig = try ProgramRig([track(1, seconds: 2), bad, track(3)])
    defer { rig.quit() }
    #expect(rig.pass { rig.heard == 3 })
    #expect(rig.says("damaged"))
  }

  @Test func `Where nothing can be played it says so and waits`() throws {
    var bad = track(1)
    bad.openingError = .notPermitted
    let rig = try ProgramRig([bad, bad])
    defer { rig.quit() }
    #expect(rig.pass { !rig.script.texts.isEmpty })
    let count = rig.script.texts.count
    rig.press("c")
    #expect(rig.pass { rig.script.texts.count > count })
  }

  // MARK: - Without speech

  @Test func `Without speech everything is printed, and only the music is heard`() throws {
    let rig = try ProgramRig([track(1), track(2)], .init(arrange: { $0.isSilent = true }))
    defer { rig.quit() }
    #expect(rig.prints("Title 1"))
    rig.press(" ")
    #expect(rig.prints("paused"))
    rig.press(" ")
    #expect(rig.prints("playing"))
    rig.press("n")
    #expect(rig.prints("Title 2"))
    #expect(rig.pass { rig.heard == 2 })
    rig.press("hhh")
    rig.press("q")
    #expect(rig.prints("goodbye"))
    #expect(rig.end() == 0)
    #expect(rig.script.texts.isEmpty)
  }

  @Test func `A voice that cannot start is printed, and the music plays`() throws {
    let rig = try ProgramRig([track(1)], .init(voice: RecordingVoices(failure: .noData)))
    defer { rig.quit() }
    let words = Words(phrases: try Checkout.englishPhrases())
    #expect(rig.prints(words(.noVoice, ["reason": .text(words(.reasonVoiceData))])))
    #expect(rig.pass { rig.heard == 1 })
    rig.press(" ")
    #expect(rig.pass { rig.isStill })
  }

  @Test func `A voice that is not there is told by the usual one`() throws {
    let rig = try ProgramRig([track(1)], .init(arrange: { $0.voice = "nobody" }))
    defer { rig.quit() }
    #expect(rig.says("no voice nobody"))
    #expect(rig.says("Title 1"))
    #expect(rig.script.spoken.allSatisfy { $0.voice == "en" })
  }

  @Test func `A voice that hangs does not hold the keys`() throws {
    let rig = try ProgramRig([track(1)])
    defer { rig.quit() }
    #expect(rig.says("Title 1"))
    #expect(rig.pass { rig.heard == 1 })
    rig.script.stall()
    rig.press("e")
    rig.press(" ")
    defer { rig.script.resume() }
    // The engine waits for the voice here; the session does not.
    #expect(rig.prints("paused"))
    rig.script.resume()
    #expect(rig.pass { rig.isStill })
  }

  // MARK: - The device

  @Test func `A lost device comes back, and the music with it`() throws {
    let rig = try ProgramRig([track(1)])
    defer { rig.quit() }
    #expect(rig.says("Title 1"))
    #expect(rig.pass { rig.heard == 1 })
    rig.tape.failNext(.gone)
    #expect(rig.pass { rig.tape.timesOpened == 2 })
    #expect(rig.pass { rig.heard == 1 })
    #expect(rig.tape.timesClosed == 1)
  }

  @Test func `Without a device the program runs, and takes the one that comes`() throws {
    let rig = try ProgramRig([track(1)], .init(failingOpens: [.notFound, .notFound]))
    defer { rig.quit() }
    #expect(rig.prints("\n"))
    #expect(rig.pass { rig.heard == 1 })
  }

  // MARK: - The end

  @Test func `It quits at the end when it is asked to, after the last words`() throws {
    let rig = try ProgramRig(
      [track(1, seconds: 1), track(2, seconds: 1)], .init(arrange: { $0.quitsAtEnd = true }))
    #expect(rig.end() == 0)
    let left = stride(from: 0, to: rig.tape.samples.count, by: 2).map { rig.tape.samples[$0] }
    #expect(left.count > 96_000)
    #expect(left.suffix(100).allSatisfy { $0 == 0 })
  }

  @Test func `Quitting at the end without a sound is a failure`() throws {
    var bad = track(1)
    bad.openingError = .notPermitted
    let rig = try ProgramRig([bad], .init(arrange: { $0.quitsAtEnd = true }))
    #expect(rig.end() == 1)
    let empty = try ProgramRig([], .init(arrange: { $0.quitsAtEnd = true }))
    #expect(empty.end() == 1)
  }

  @Test func `Quitting at the end works without speech too`() throws {
    let rig = try ProgramRig(
      [track(1, seconds: 1)],
      .init(arrange: {
        $0.quitsAtEnd = true
        $0.isSilent = true
      }))
    #expect(rig.end() == 0)
  }

  @Test func `The end of a pipe of keys is not the end of the music`() throws {
    let rig = try ProgramRig([track(1, seconds: 4)], .init(arrange: { $0.quitsAtEnd = true }))
    rig.endInput()
    #expect(rig.pass { rig.heard == 1 })
    #expect(rig.end() == 0)
  }

  // MARK: - What is kept

  @Test func `The place is found again at the next start`() throws {
    let memory = try ScratchFolder()
    let tracks = [track(1), track(2, seconds: 600)]
    let first = try ProgramRig(tracks, .init(memory: memory))
    #expect(first.pass { first.heard == 1 })
    first.press("n")
    #expect(first.pass { first.heard == 2 })
    first.press(">")
    first.press("e")
    #expect(first.says("1 minute"))
    first.press("----")
    first.press(" ")
    #expect(first.says("paused"))
    first.press("q")
    #expect(first.end() == 0)

    let kept = try #require(
      try StateStore(folder: Array(memory.path.utf8)).load().value)
    #expect(kept.settings.volume == 80)
    #expect(kept.track == 1)
    #expect(kept.place >= .seconds(60))
    #expect(!kept.isPlaying)
  }

  @Test func `A damaged place is no reason not to start`() throws {
    let memory = try ScratchFolder()
    let queue = Track(path: Array("/nowhere.mp3".utf8))
    do {
      let store = try StateStore(folder: Array(memory.path.utf8))
      _ = try store.saveQueue([queue])
      _ = try store.save(
        StoredState(fields: [
          "place-ms": "31535999999", "track": "0", "playing": "yes", "volume": "-3",
        ]))
    }
    let rig = try ProgramRig(
      [track(1)],
      .init(
        arrange: {
          $0.resumes = true
          $0.sources = []
        }, memory: memory))
    #expect(rig.pass { !rig.script.texts.isEmpty })
    rig.press("q")
    #expect(rig.end() == 0)
  }
}
