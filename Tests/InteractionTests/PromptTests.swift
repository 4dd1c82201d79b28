// SPDX-License-Identifier: GPL-3.0-or-later
import Player
import TestSupport
import Testing

@testable import Interaction

@Suite struct PromptTests {
  private func playing() throws -> SessionHarness {
    var it = try SessionHarness()
    it.begin()
    return it
  }

  @Test(arguments: [
    ("1:23:45", GoTo.place(seconds: 5025)), ("1:30", .place(seconds: 90)),
    ("90", .place(seconds: 90)), ("0", .place(seconds: 0)), ("50%", .percent(50)),
    ("100 %", .percent(100)), ("+30", .jump(seconds: 30)), ("-2m", .jump(seconds: -120)),
    ("1h2m", .place(seconds: 3720)), ("45s", .place(seconds: 45)), ("+1:00", .jump(seconds: 60)),
    ("−5", .jump(seconds: -5)), ("١٠", .place(seconds: 10)), ("90:00", .place(seconds: 5400)),
  ])
  func `places are understood`(typed: String, goal: GoTo) {
    #expect(GoTo(typed) == goal)
  }

  @Test(arguments: [
    "", " ", "x", "1:", ":30", "1:60", "1:2:3:4", "101%", "%", "+", "-", "--5", "2m1h", "1m2m",
    "99999999999999999999", "1.5", "5x", "1:-3", "½", "🕐",
  ])
  func `other texts are not`(typed: String) {
    #expect(GoTo(typed) == nil)
  }

  @Test func `typing is echoed and Enter goes there`() throws {
    var it = try playing()
    it.type("g1:30")
    it.press(.enter)
    #expect(
      it.take() == """
        > g
        say "go to"
        > 1
        cut
        say "1"
        > :
        cut
        say "colon"
        > 3
        cut
        say "3"
        > 0
        cut
        say "0"
        > enter
        cut
        seek 90
        say "1 minute 30"
        """
        || it.session.prompt == nil)
    #expect(it.session.prompt == nil)
  }

  @Test func `editing says what it does`() throws {
    var it = try playing()
    it.type("g12", after: .seconds(2))
    for key in [KeyStroke.left, .home, .left, .delete, .end, .backspace, .backspace, .tab, .up] {
      it.press(key, after: .seconds(2))
    }
    it.press(.escape, after: .seconds(2))
    #expect(
      it.take() == """
        > g
        say "go to"
        > 1
        say "1"
        > 2
        say "2"
        > left
        say "2"
        > home
        say "1"
        > left
        cue edge
        say "1"
        > delete
        say "1 deleted"
        > end
        say "end"
        > backspace
        say "2 deleted"
        > backspace
        cue edge
        say "empty"
        > tab
        cue refused
        say "nothing to complete"
        > up
        cue refused
        say "no list here"
        > escape
        say "cancelled"
        """)
  }

  @Test func `what cannot be understood or is beyond the end is refused and can be corrected`()
    throws
  {
    var it = try playing()
    it.type("gxy")
    it.listen()
    _ = it.take()
    it.press(.enter)
    it.listen()
    #expect(
      it.take() == "> enter\ncue refused\nsay \"not a time; try 1:30, 50% or +30\"")
    it.press(.backspace)
    it.press(.backspace)
    it.type("11:00")
    it.listen()
    _ = it.take()
    it.press(.enter)
    #expect(it.take() == "> enter\ncue refused\nsay \"the track is only 10 minutes 42 long\"")
  }

  @Test func `text of a paste goes into the prompt, controls do not`() throws {
    var it = try playing()
    it.type("g")
    it.give(.touched)
    it.give(.paste("2:\u{1B}00\n"))
    #expect(it.session.prompt?.text == "2:00")
  }

  @Test func `function keys keep their meaning in the prompt`() throws {
    var it = try playing()
    it.type("g5")
    it.listen()
    _ = it.take()
    it.press(.function(6))
    it.listen()
    it.press(.function(9))
    #expect(it.take().contains("say \"queue, Blue Train, 1 of 4, playing"))
    #expect(it.session.prompt?.text == "5")
  }
}
