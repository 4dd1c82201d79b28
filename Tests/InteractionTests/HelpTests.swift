// SPDX-License-Identifier: GPL-3.0-or-later
import Player
import TestSupport
import Testing

@testable import Interaction

@Suite struct HelpTests {
  private func playing() throws -> SessionHarness {
    var it = try SessionHarness()
    it.begin()
    return it
  }

  @Test func `a command is found by its letter, run by Enter, and the list is closed`() throws {
    var it = try playing()
    it.press(.character("h"))
    it.listen()
    it.press(.character("N"))
    it.listen()
    it.press(.down)
    it.listen()
    it.press(.character("N"))
    it.listen()
    it.press(.enter)
    #expect(
      it.take() == """
        > h
        say "commands, play or pause, Space, 1 of 45"
        > N
        say "next item, Down, 4 of 45"
        > down
        say "ten items up, Page Up, 5 of 45"
        > N
        say "next track, N, 21 of 45"
        > enter
        play 1 at 0
        say "So What"
        """)
    #expect(it.session.view == .queue)
  }

  @Test func `playback keys work in the command list, Escape leaves it`() throws {
    var it = try playing()
    it.press(.character("h"))
    it.listen()
    it.press(.character("e"))
    it.listen()
    it.press(.escape)
    #expect(
      it.take() == """
        > h
        say "commands, play or pause, Space, 1 of 45"
        > e
        say "13 seconds"
        > escape
        say "queue, Blue Train, 10 minutes 42, 1 of 4"
        """)
  }

  @Test func `every command of the list can be run from it`() throws {
    for index in CommandTable.rows.indices {
      var it = try playing()
      it.press(.character("h"))
      it.listen()
      for _ in 0..<index { it.press(.down) }
      it.listen()
      _ = it.take()
      it.press(.enter)
      #expect(
        it.effects.contains {
          switch $0 {
          case .say, .cue: true
          default: false
          }
        }, "\(CommandTable.rows[index].id)")
    }
  }

  @Test func `learn mode tells and does nothing, and ends after a minute`() throws {
    var it = try playing()
    it.press(.character("k"))
    it.listen()
    for key in [KeyStroke.character("n"), .character("K"), .function(2), .unknown] {
      it.press(key)
      it.listen()
    }
    it.rest(.seconds(61))
    #expect(
      it.take() == """
        > k
        say "learn mode. Keys say what they do. K or Escape leaves."
        > n
        say "next track: Goes to the next track."
        > K
        say "item by letter: Shift and a letter: goes to the next item that begins with it."
        > F2
        cue refused
        say "not used here"
        > unknown
        cue refused
        say "unknown key"
        say "learn mode off"
        """)
    #expect(it.session.currentTrack == TrackID(rawValue: 0))
  }
}
