// SPDX-License-Identifier: GPL-3.0-or-later
import Player
import TestSupport
import Testing

@testable import Interaction

@Suite struct KeyTests {
  private func playing(_ detail: Detail = .normal) throws -> SessionHarness {
    var settings = Settings()
    settings.detail = detail
    var it = try SessionHarness(settings: settings)
    it.begin()
    return it
  }

  private func many(_ count: Int) throws -> SessionHarness {
    var tracks = FakeTracks()
    for number in 1...count {
      tracks.rows.append((Track(path: Array("/m/\(number) - Song \(number).mp3".utf8)), nil))
    }
    var it = try SessionHarness(tracks)
    it.begin()
    return it
  }

  @Test func `holding Down says only the item where it stops`() throws {
    var it = try many(500)
    it.press(.down)
    for _ in 0..<60 { it.press(.down, after: .milliseconds(33)) }
    it.rest(.seconds(3))
    let lines = it.take().split(separator: "\n")
    #expect(
      lines.filter { $0.contains("say") } == [
        "say \"Song 2, 2 of 500\"", "say \"Song 62, 62 of 500\"",
      ])
    #expect(lines.filter { $0 == "cut" }.count == 1)
    #expect(lines.filter { $0 == "cue step" }.count == 60)
  }

  @Test func `a held key never goes round, a fresh one does after the edge`() throws {
    var it = try many(5)
    for _ in 0..<20 { it.press(.down, after: .milliseconds(33)) }
    it.rest(.seconds(2))
    #expect(it.session.queueCursor == 4)
    it.press(.down)
    #expect(it.session.queueCursor == 4)
    it.listen()
    it.press(.down)
    #expect(it.session.queueCursor == 0)
    #expect(it.take().hasSuffix("cue wrap\nsay \"Song 1, 1 of 5\""))
  }

  @Test func `the volume is said once it rests, its name at the start of a run only`() throws {
    var it = try playing()
    for _ in 0..<3 { it.press(.character("-"), after: .milliseconds(150)) }
    it.rest(.seconds(2))
    it.press(.character("+"))
    it.rest(.seconds(9))
    it.press(.character("+"))
    it.rest(.seconds(2))
    let said = it.take().split(separator: "\n").filter { $0.hasPrefix("say") }
    #expect(said == ["say \"volume 85\"", "say \"90\"", "say \"volume 95\""])
  }

  @Test func `the volume ends at 0 and 200`() throws {
    var it = try playing()
    for _ in 0..<30 { it.press(.character("+")) }
    #expect(it.session.settings.volume == 200)
    #expect(it.take().hasSuffix("cue edge"))
    for _ in 0..<50 { it.press(.character("-")) }
    #expect(it.session.settings.volume == 0)
  }

  @Test func `the second press counts until a second and a half after the answer`() throws {
    var it = try playing()
    it.press(.character("e"))
    it.listen()
    it.press(.character("e"), after: .milliseconds(1300))
    it.listen()
    it.press(.character("e"), after: .milliseconds(1700))
    let said = it.take().split(separator: "\n").filter { $0.hasPrefix("say") }
    #expect(said == ["say \"10 seconds\"", "say \"2 percent\"", "say \"15 seconds\""])
  }

  @Test func `a second press that cuts the first answer counts too`() throws {
    var it = try playing()
    it.press(.character("r"))
    it.press(.character("r"), after: .milliseconds(300))
    #expect(
      it.take() == """
        > r
        say "10 minutes 32"
        > r
        cut
        say "queue, about 34 minutes 52"
        """)
  }

  @Test func `facts wait eight seconds for the next press and pass what is not known`() throws {
    var it = try playing()
    it.press(.down)
    it.listen()
    _ = it.take()
    for gap in [1, 7, 7, 9] {
      it.press(.character("i"), after: .seconds(gap))
      it.listen()
    }
    let said = it.take().split(separator: "\n").filter { $0.hasPrefix("say") }
    #expect(
      said == [
        "say \"So What\"", "say \"length 9 minutes 22\"", "say \"file 2.mp3, folder music\"",
        "say \"So What\"",
      ])
  }

  @Test func `Backspace says again, spells, and goes back`() throws {
    var it = try playing()
    it.press(.character("m"))
    it.listen()
    it.press(.down)
    it.listen()
    _ = it.take()
    for _ in 0..<3 {
      it.press(.backspace)
      it.listen()
    }
    #expect(
      it.take() == """
        > backspace
        say "So What, 9 minutes 22, 2 of 4"
        > backspace
        say "cap sierra, oscar, space, cap whiskey, hotel, alpha, tango"
        > backspace
        say "muted"
        """)
  }

  @Test func `keys of other layouts act by their place`() throws {
    for (key, id): (Character, CommandID) in [
      ("у", .elapsed), ("ю", .forward10), ("б", .back10), ("ж", .smallerJump), ("й", .quit),
      ("ε", .elapsed), ("ν", .next), ("ק", .elapsed), ("צ", .mute), ("ث", .elapsed),
      ("م", .repeatMode),
      ("٠", .playPause), ("۸", .up),
    ] {
      guard case .command(let row) = Keymap.meaning(.character(key)) else {
        Issue.record("\(key) has no command")
        continue
      }
      #expect(row.id == id, "\(key)")
    }
  }

  @Test func `a capital looks for a name that begins with it`() throws {
    var it = try playing()
    it.tracks.rows[2].info?.title = "Жизнь"
    it.give(.trackLearned(TrackID(rawValue: 2)))
    it.press(.character("T"))
    it.listen()
    it.press(.character("Ж"))
    it.listen()
    it.press(.character("Z"))
    it.listen()
    it.press(.character("Z"))
    #expect(
      it.take() == """
        > T
        say "Take Five, about 5 minutes 24, 4 of 4"
        > Ж
        cue wrap
        say "Жизнь, 9 minutes 35, 3 of 4"
        > Z
        cue refused
        say "no item with Z"
        > Z
        cue refused
        say "is Caps Lock on?"
        """)
  }

  @Test func `detail decides what an item is`() throws {
    let expected: [Detail: String] = [
      .full: "> down\nsay \"So What, 9 minutes 22, 2 of 4\"",
      .normal: "> down\nsay \"So What, 9 minutes 22, 2 of 4\"",
      .short: "> down\nsay \"So What\"", .onDemand: "> down\ncue step", .sounds: "> down\ncue step",
    ]
    for detail in Detail.allCases {
      var it = try playing(detail)
      it.press(.down)
      #expect(it.take() == expected[detail])
    }
  }

  @Test func `full detail tells artist and mark, and a hint after two seconds`() throws {
    var it = try playing(.full)
    it.press(.character("f"))
    it.listen()
    it.rest(.seconds(5))
    it.press(.character("f"), after: .seconds(5))
    it.listen()
    it.rest(.seconds(5))
    #expect(
      it.take() == """
        > f
        say "Blue Train by John Coltrane, 10 minutes 42, playing, 1 of 4"
        notification say "Enter plays, H for help"
        > f
        say "Blue Train by John Coltrane, 10 minutes 42, playing, 1 of 4"
        """)
  }

  @Test func `the detail key says every level, and rescue comes back from silence`() throws {
    var it = try playing()
    for _ in 0..<5 {
      it.press(.character("v"))
      it.listen()
    }
    let said = it.take().split(separator: "\n").filter { $0.hasPrefix("say") }
    #expect(
      said == [
        "say \"short detail\"", "say \"on demand\"", "say \"sounds only\"", "say \"full detail\"",
        "say \"normal detail\"",
      ])
    for _ in 0..<3 { it.press(.function(4)) }
    it.press(.function(6))
    it.listen()
    _ = it.take()
    it.press(.character("!"))
    #expect(it.take().hasSuffix("say \"speech reset\""))
    #expect(it.session.settings.detail == .normal)
    #expect(it.session.settings.rate == 220)
  }

  @Test func `a paste outside a prompt is refused aloud`() throws {
    var it = try playing()
    it.give(.touched)
    it.give(.paste("q\nq"))
    #expect(it.take() == "cue refused\nsay \"pasting works only while you type\"")
  }

  @Test func `quit says goodbye, a second press waits for nothing`() throws {
    var it = try playing()
    it.press(.character("q"))
    it.press(.control("c"), after: .milliseconds(200))
    #expect(it.take() == "> q\nsay \"goodbye\"\nquit\n> Ctrl+c\ncut\nquitNow")
  }

  @Test func `the screen has the item and the last words, without control characters`() throws {
    var it = try playing()
    it.tracks.rows[1].info?.title = "So\u{1B}[31m What\u{7}"
    it.press(.down)
    #expect(it.screen.item == "So[31m What, 9 minutes 22, 2 of 4")
    #expect(it.screen.announcement == "So[31m What, 9 minutes 22, 2 of 4")
  }

  @Test func `long names are cut and "&" is a word`() throws {
    var it = try playing()
    it.tracks.rows[1].info?.title = "Simon & Garfunkel " + String(repeating: "very ", count: 60)
    it.press(.down)
    let said = it.take()
    #expect(said.contains("Simon and Garfunkel very"))
    #expect(said.contains("very and so on, 9 minutes 22, 2 of 4"))
    #expect(said.count < 200)
  }
}
