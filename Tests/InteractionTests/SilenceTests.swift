// SPDX-License-Identifier: GPL-3.0-or-later
import Player
import TestSupport
import Testing

@testable import Interaction

@Suite struct SilenceTests {
  private static func isHeard(_ effect: Effect) -> Bool {
    switch effect {
    case .say, .cue, .play, .resume, .pause, .stop, .hush, .quitNow: true
    default: false
    }
  }

  @Test(arguments: SessionState.allCases, Detail.allCases)
  func `no key is silent`(state: SessionState, detail: Detail) throws {
    let base = try state.harness(detail: detail)
    // What letters mean does not depend on the detail level, so one level tries all layouts.
    for key in detail == .normal ? SessionState.allKeys : SessionState.plainKeys {
      var it = base
      it.press(key)
      #expect(it.effects.contains(where: Self.isHeard), "\(key) is silent")
      // And held down, and once more after its answer.
      _ = it.take()
      it.press(key, after: .milliseconds(30))
      #expect(it.effects.contains(where: Self.isHeard), "held \(key) is silent")
      it.rest(.milliseconds(300))
      it.listen()
      _ = it.take()
      it.press(key, after: .milliseconds(500))
      #expect(it.effects.contains(where: Self.isHeard), "\(key) again is silent")
    }
  }

  @Test(arguments: SessionState.allCases, Detail.allCases)
  func `questions change nothing and are answered in words`(
    state: SessionState, detail: Detail
  ) throws {
    guard state != .prompt, state != .learning else { return }
    let base = try state.harness(detail: detail)
    for row in CommandTable.rows where row.isQuestion {
      var it = base
      let before = it.session.settings
      for _ in 0..<3 {
        guard let key = row.key else { continue }
        it.press(key)
        #expect(it.log.contains { $0.contains("say ") }, "\(row.id) has no words")
        let changes = it.effects.filter {
          switch $0 {
          case .say, .hush, .cue, .show, .wake: false
          default: true
          }
        }
        #expect(changes.isEmpty, "\(row.id) does \(changes)")
        it.listen()
        _ = it.take()
      }
      #expect(it.session.settings == before)
    }
  }

  @Test(arguments: SessionState.allCases)
  func `any key cuts what is said, all but important words`(state: SessionState) throws {
    var it = try state.harness()
    it.give(.resumed)
    #expect(it.take().contains("say \"ready\""))
    it.rest(.milliseconds(50))
    it.give(.touched)
    #expect(it.log == ["cut"])
    it.give(.deviceLost)
    it.rest(.milliseconds(50))
    _ = it.take()
    it.give(.touched)
    #expect(it.log.isEmpty)
    it.give(.key(.escape))
    #expect(it.log.first == "cut", "Esc leaves important words")
  }

  @Test func `random keys for a long time end in a session that still answers`() throws {
    var generator = SeededGenerator(seed: 11)
    for state in SessionState.allCases {
      var it = try state.harness()
      for _ in 0..<800 {
        guard let key = SessionState.allKeys.randomElement(using: &generator) else { continue }
        it.press(key, after: .milliseconds(Int64.random(in: 5...900, using: &generator)))
        #expect(it.effects.contains(where: Self.isHeard), "\(key) in \(it.session.state)")
        _ = it.take()
      }
    }
  }
}
