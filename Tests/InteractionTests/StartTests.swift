// SPDX-License-Identifier: GPL-3.0-or-later
import Interaction
import Player
import TestSupport
import Testing

private func ids(_ count: Int) -> [TrackID] { (0..<count).map { TrackID(rawValue: Int32($0)) } }

@Suite struct StartTests {
  @Test func `music first, then one sentence`() throws {
    var it = try SessionHarness()
    it.give(.launched)
    it.give(.tracksFound(ids(4)))
    it.rest(.seconds(1))
    #expect(
      it.take() == """
        play 0 at 0
        say "EyeMusix. Playing: Blue Train. H for help."
        """)
    it.give(.scanEnded)
    it.rest(.seconds(10))
    #expect(it.take() == "")
  }

  @Test func `music that ends before the search does goes on with what is found later`() throws {
    var it = try SessionHarness()
    it.give(.launched)
    it.give(.tracksFound(ids(1)))
    it.rest(.seconds(650))
    it.give(.tracksFound([TrackID(rawValue: 1)]))
    it.rest(.seconds(3))
    #expect(
      it.take().split(separator: "\n").filter { $0.hasPrefix("play") || $0.contains("say") } == [
        "play 0 at 0", "say \"EyeMusix. Playing: Blue Train. H for help.\"",
        "progress say \"still looking, 1 track so far\"",
        "play 1 at 0", "notification say \"So What\"",
      ])
  }

  @Test func `a bad first track is no reason to stop while more are looked for`() throws {
    var it = try SessionHarness()
    it.broken = [0, 1]
    it.give(.launched)
    it.give(.tracksFound(ids(1)))
    it.rest(.seconds(3))
    it.give(.tracksFound([TrackID(rawValue: 1)]))
    it.rest(.milliseconds(100))
    it.give(.tracksFound([TrackID(rawValue: 2)]))
    it.rest(.milliseconds(100))
    it.give(.scanEnded)
    #expect(it.session.state == .playing)
    let lines = it.take()
    #expect(lines.contains("important say \"cannot play Blue Train, skipping\""))
    #expect(!lines.contains("stopping"))
  }

  @Test func `nothing but bad tracks is told when the search ends`() throws {
    var it = try SessionHarness()
    it.broken = [0, 1]
    it.give(.launched)
    it.give(.tracksFound(ids(1)))
    it.rest(.milliseconds(100))
    it.give(.tracksFound([TrackID(rawValue: 1)]))
    it.rest(.milliseconds(100))
    it.give(.scanEnded)
    #expect(it.session.state == .stopped)
    it.rest(.seconds(5))
    #expect(it.take().contains("important say \"none of the 2 tracks can be played, stopping\""))
  }

  @Test func `who leaves at once is not welcomed`() throws {
    var it = try SessionHarness()
    it.give(.launched)
    it.press(.character("q"), after: .zero)
    it.give(.tracksFound(ids(1)))
    it.rest(.seconds(3))
    #expect(!it.take().contains("EyeMusix"))
  }

  @Test func `the very first welcome is slow`() throws {
    var start = StartOptions()
    start.isFirstStart = true
    var it = try SessionHarness(start: start)
    it.give(.launched)
    it.give(.tracksFound(ids(4)))
    it.rest(.seconds(1))
    #expect(it.take().hasSuffix("H for help.\" at 175"))
  }

  @Test func `a kept place waits, paused`() throws {
    var it = try SessionHarness()
    it.session.restore(ids(4), current: 1, place: .seconds(90), plays: false)
    it.give(.launched)
    it.give(.scanEnded)
    it.rest(.seconds(4))
    it.press(.character("e"))
    it.listen()
    it.press(.character(" "))
    it.rest(.seconds(1))
    #expect(
      it.take() == """
        say "EyeMusix. Paused: So What. H for help."
        > e
        say "1 minute 30"
        > Space
        cue play
        play 1 at 90
        say "playing"
        """)
  }

  @Test func `a kept place goes on when it played`() throws {
    var it = try SessionHarness()
    it.session.restore(ids(4), current: 1, place: .seconds(90), plays: true)
    it.give(.launched)
    it.rest(.seconds(1))
    #expect(
      it.take() == "play 1 at 90\nsay \"EyeMusix. Playing: So What. H for help.\"")
  }

  @Test func `starting at a later track waits until it is found`() throws {
    var start = StartOptions()
    start.index = 2
    var it = try SessionHarness(start: start)
    it.give(.launched)
    it.give(.tracksFound(ids(2)))
    it.rest(.milliseconds(500))
    #expect(it.take() == "")
    it.give(.tracksFound([TrackID(rawValue: 2)]))
    #expect(it.take() == "play 2 at 0")
  }

  @Test func `starting at a track that is not there begins with the first`() throws {
    var start = StartOptions()
    start.index = 20
    var it = try SessionHarness(start: start)
    it.give(.launched)
    it.give(.tracksFound(ids(4)))
    it.give(.scanEnded)
    #expect(
      it.take() == """
        important say "only 4 tracks, starting with the first"
        play 0 at 0
        """)
  }

  @Test func `nothing found is a sentence on how to name a folder`() throws {
    var it = try SessionHarness(FakeTracks())
    it.give(.launched)
    it.give(.scanEnded)
    it.rest(.seconds(10))
    #expect(
      it.take() == """
        say "EyeMusix. No music found. Press Q, then type eyemusix and the name of a folder. \
        H for help."
        """)
  }

  @Test func `a long search ticks, says one line, and tells its result`() throws {
    var it = try SessionHarness()
    it.give(.launched)
    it.rest(.seconds(8))
    #expect(
      it.take() == """
        cue working
        cue working
        cue working
        progress say "still looking for music"
        cue working
        """)
    it.give(.tracksFound(ids(4)))
    it.give(.scanEnded)
    it.rest(.seconds(10))
    #expect(
      it.take() == """
        play 0 at 0
        progress say "4 tracks"
        say "EyeMusix. Playing: Blue Train. H for help."
        """)
  }

  @Test func `troubles of a search are named, many are counted`() throws {
    var it = try SessionHarness()
    it.begin()
    it.give(.scanTrouble(.notFound(name: "Jazz")))
    it.rest(.seconds(6))
    #expect(it.take() == "cue error\nimportant say \"Jazz is not there\"")
    it.give(.scanTrouble(.missingTargets(playlist: "mix.m3u", count: 3, first: "a.mp3")))
    it.rest(.seconds(6))
    #expect(
      it.take() == "cue error\nimportant say \"mix.m3u: 3 tracks are missing, first a.mp3\"")
    for name in ["a", "b", "c", "d", "e"] { it.give(.scanTrouble(.notPermitted(name: name))) }
    it.rest(.seconds(6))
    #expect(
      it.take() == """
        cue error
        important say "5 problems, first: no permission to read a"
        """)
  }

  @Test func `the welcome comes even when no sound does`() throws {
    var it = try SessionHarness()
    it.broken = [0, 1, 2, 3]
    it.give(.launched)
    it.give(.deviceMissing)
    it.give(.tracksFound(ids(4)))
    it.rest(.seconds(20))
    #expect(it.take().contains("EyeMusix. Ready: "))
  }
}
