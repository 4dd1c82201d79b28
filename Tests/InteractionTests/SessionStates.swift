// SPDX-License-Identifier: GPL-3.0-or-later
import Interaction
import Player
import TestSupport

/// The states in which every key is tried.
enum SessionState: String, CaseIterable {
  case playing, paused, stopped, empty, searching, commands, prompt, learning

  /// A session in this state, at rest, nothing being said.
  func harness(detail: Detail = .normal) throws -> SessionHarness {
    var settings = Settings()
    settings.detail = detail
    var it = try SessionHarness(
      self == .empty || self == .searching ? FakeTracks() : .jazz(), settings: settings)
    if self == .searching {
      it.give(.launched)
      it.rest(.milliseconds(500))
      return it
    }
    it.begin()
    switch self {
    case .playing, .empty, .searching: break
    case .paused: it.press(.character(" "))
    case .stopped: it.press(.character("s"))
    case .commands: it.press(.character("h"))
    case .prompt: it.press(.character("g"))
    case .learning: it.press(.character("k"))
    }
    it.rest(.seconds(1))
    it.listen()
    it.rest(.seconds(2))
    _ = it.take()
    return it
  }

  /// Every key a terminal can tell, of all layouts that are known.
  static let allKeys: [KeyStroke] =
    plainKeys
    + [0x391...0x3C9, 0x410...0x44F, 0x5D0...0x5EA, 0x621...0x64A].joined()
    .compactMap { Unicode.Scalar(UInt32($0)).map { .character(Character($0)) } }
    + "іїєґёéß漢😀٣".map { .character($0) } + (13...24).map { .function($0) }

  /// The keys of a plain keyboard.
  static let plainKeys: [KeyStroke] =
    (0x20..<0x7F).map { KeyStroke.character(Character(Unicode.Scalar(UInt8($0)))) }
    + [
      .enter, .escape, .backspace, .tab, .backTab, .up, .down, .left, .right, .pageUp, .pageDown,
      .home, .end, .insert, .delete, .unknown,
    ] + (1...12).map { .function($0) } + "abcdefghijklmnopqrstuvwxyz".map { .control($0) }
}
