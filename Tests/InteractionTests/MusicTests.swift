// SPDX-License-Identifier: GPL-3.0-or-later
import Interaction
import Player
import Speech
import TestSupport
import Testing

@Suite struct MusicTests {
  /// A session that plays the first of four tracks.
  private func playing(_ detail: Detail = .normal) throws -> SessionHarness {
    var settings = Settings()
    settings.detail = detail
    var it = try SessionHarness(settings: settings)
    it.begin()
    return it
  }

  @Test func `the word for a pause comes when the music is silent, unless another key came`()
    throws
  {
    var it = try playing()
    it.press(.character(" "))
    #expect(it.take() == "> Space\ncue pause\npause")
    it.rest(.milliseconds(60))
    #expect(it.take() == "say \"paused\"")
    it.press(.character(" "), after: .seconds(2))
    it.press(.character("e"), after: .milliseconds(10))
    it.rest(.seconds(2))
    #expect(
      it.take() == "> Space\ncue play\nresume\n> e\nsay \"10 seconds\"")
  }

  @Test func `a pause is printed once, when its key is pressed`() throws {
    var it = try playing()
    it.press(.character(" "))
    #expect(it.screen.announcement == "paused")
    it.rest(.seconds(1))
    let prints = it.effects.count {
      if case .show(_, "paused") = $0 { true } else { false }
    }
    #expect(prints == 1)
  }

  @Test func `a held jump key seeks once`() throws {
    var it = try playing()
    it.press(.right)
    for _ in 0..<10 { it.press(.right, after: .milliseconds(40)) }
    it.rest(.seconds(1))
    let lines = it.take().split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("seek") } == ["seek 20", "seek 120"])
    #expect(lines.filter { $0 == "cue step" }.count == 11)
  }

  @Test func `jumps in a pause tell the place once they rest`() throws {
    var it = try playing()
    it.press(.character(" "))
    it.rest(.seconds(2))
    _ = it.take()
    it.press(.character("."))
    it.press(.character("."), after: .milliseconds(200))
    it.rest(.seconds(1))
    #expect(
      it.take() == """
        > .
        cue step
        seek 20
        > .
        cue step
        seek 30
        say "30 seconds"
        """)
  }

  @Test func `forward jumps stop a second before the end`() throws {
    var it = try playing()
    for _ in 0..<12 { it.press(.character(">")) }
    let lines = it.take().split(separator: "\n")
    #expect(lines.last { $0.hasPrefix("seek") } == "seek 641")
    #expect(lines.contains("cue edge"))
    #expect(it.session.currentTrack == TrackID(rawValue: 0))
  }

  @Test func `elapsed and remaining add up to the total at any moment`() throws {
    var it = try playing()
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<40 {
      let place = Duration.milliseconds(Int64.random(in: 0...641_900, using: &generator))
      let phrases = try Checkout.englishPhrases()
      let playback = Playback(
        track: TrackID(rawValue: 0), position: place, length: .exact(.milliseconds(642_300)))
      let said = "ert".map { key -> String in
        let effects =
          it.session.handle(
            .key(.character(key)), now: it.now + .seconds(100), playback: playback,
            tracks: it.tracks)
        return effects.compactMap { effect -> String? in
          if case .say(_, let utterance, _) = effect { return utterance.text }
          return nil
        }.joined()
      }
      let seconds = Int((place + .milliseconds(500)).components.seconds)
      #expect(said[0] == phrases.time(.seconds(seconds), precise: true))
      #expect(said[1] == phrases.time(.seconds(642 - seconds), precise: true))
      #expect(said[2] == phrases.time(.seconds(642), precise: true))
    }
  }

  @Test func `a track that comes by itself is told when nothing else is said`() throws {
    var it = try playing()
    it.rest(.seconds(640))
    #expect(it.take() == "notification say \"So What\"")
    #expect(it.session.currentTrack == TrackID(rawValue: 1))
    var quiet = try playing(.short)
    quiet.rest(.seconds(640))
    #expect(quiet.take() == "")
  }

  @Test func `after the last track the first one waits`() throws {
    var it = try playing(.full)
    it.rest(.seconds(3000))
    let lines = it.take().split(separator: "\n")
    #expect(lines.suffix(2) == ["cue pause", "notification say \"end of queue\""])
    #expect(it.session.state == .stopped)
    #expect(it.session.currentTrack == TrackID(rawValue: 0))
  }

  @Test func `repeat once is used up`() throws {
    var it = try playing()
    it.press(.character("l"))
    it.rest(.seconds(650))
    #expect(it.session.currentTrack == TrackID(rawValue: 0))
    #expect(it.session.settings.repeatMode == .off)
    it.rest(.seconds(645))
    #expect(it.session.currentTrack == TrackID(rawValue: 1))
  }

  @Test func `a bad track is named and skipped`() throws {
    var it = try playing()
    it.broken = [1]
    it.press(.character("n"))
    it.rest(.seconds(5))
    #expect(
      it.take() == """
        > n
        play 1 at 0
        say "So What"
        cue error
        important say "cannot play So What, skipping"
        play 2 at 0
        notification say "Moanin'"
        """)
  }

  @Test func `a very short track is followed all the same`() throws {
    var it = try playing()
    it.give(.playbackEnded)
    it.rest(.seconds(3))
    #expect(it.take() == "play 1 at 0\nnotification say \"So What\"")
    #expect(it.session.currentTrack == TrackID(rawValue: 1))
  }

  @Test func `only bad tracks are one more sentence`() throws {
    var it = try playing()
    it.press(.character("s"))
    it.broken = [0, 1, 2, 3]
    it.listen()
    _ = it.take()
    it.press(.enter)
    it.rest(.seconds(10))
    let lines = it.take().split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("important") } == [
        "important say \"cannot play Blue Train, skipping\"",
        "important say \"none of the 4 tracks can be played, stopping\"",
      ])
    #expect(it.session.state == .stopped)
  }

  @Test func `ten bad tracks in a row are one sentence`() throws {
    var tracks = FakeTracks()
    for number in 0..<40 {
      tracks.rows.append((Track(path: Array("/m/Song \(number).mp3".utf8)), nil))
    }
    var it = try SessionHarness(tracks)
    it.broken = Set(1..<30)
    it.begin()
    it.press(.character("n"))
    it.rest(.seconds(15))
    let lines = it.take().split(separator: "\n")
    #expect(
      lines.filter { $0.hasPrefix("important") } == [
        "important say \"cannot play Song 1, skipping\"",
        "important say \"10 tracks in a row cannot be played, stopping\"",
      ])
    #expect(it.session.state == .stopped)
  }

  @Test func `a bad track ahead is told while the current one plays on`() throws {
    var it = try playing()
    it.give(.trackFailed(TrackID(rawValue: 1), .damaged(at: .zero)))
    it.rest(.seconds(4))
    #expect(it.take() == "cue error\nimportant say \"So What is damaged, skipping\"")
    #expect(it.session.currentTrack == TrackID(rawValue: 0))
    it.rest(.seconds(640))
    #expect(it.session.currentTrack == TrackID(rawValue: 2))
  }

  @Test func `a lost device is told and only Escape ends the words`() throws {
    var it = try playing()
    it.give(.deviceLost)
    it.press(.character("e"), after: .milliseconds(100))
    it.press(.escape, after: .milliseconds(100))
    #expect(
      it.take() == """
        important say "sound device lost"
        > e
        > escape
        cut
        """)
    it.give(.deviceBack)
    #expect(it.take() == "important say \"sound is back\"")
  }

  @Test func `suspended music plays on afterwards`() throws {
    var it = try playing()
    it.give(.suspending)
    it.rest(.seconds(2))
    it.give(.resumed)
    it.rest(.seconds(2))
    #expect(it.take() == "pause\nsay \"suspended\"\nsuspend\nresume\nsay \"ready\"")
  }

  @Test func `who is told to end does not fall asleep before it`() throws {
    for end in [Input.terminated, .key(.character("q"))] {
      var it = try playing()
      it.give(end)
      it.give(.suspending)
      it.press(.control("z"))
      it.rest(.seconds(3))
      #expect(!it.take().split(separator: "\n").contains("suspend"))
    }
    var it = try playing()
    it.give(.suspending)
    it.give(.terminated)
    it.rest(.seconds(3))
    #expect(!it.take().split(separator: "\n").contains("suspend"))
  }
}
