// SPDX-License-Identifier: GPL-3.0-or-later

/// Names a command for good: in catalogues, key files, logs.
enum CommandID: String, Hashable, Sendable, CaseIterable {
  case playPause = "play-pause"
  case act
  case up
  case down
  case jumpBack = "jump-back"
  case jumpForward = "jump-forward"
  case pageUp = "page-up"
  case pageDown = "page-down"
  case first
  case last
  case back10 = "back-10-seconds"
  case forward10 = "forward-10-seconds"
  case backMinute = "back-1-minute"
  case forwardMinute = "forward-1-minute"
  case smallerJump = "smaller-jump"
  case largerJump = "larger-jump"
  case previous
  case next
  case stop
  case louder
  case quieter
  case mute
  case elapsed
  case remaining
  case total
  case clock
  case whereAmI = "where-am-i"
  case facts
  case sayAgain = "say-again"
  case hush
  case findPlaying = "find-playing"
  case repeatMode = "repeat"
  case shuffle
  case goTo = "go-to"
  case letterJump = "letter-jump"
  case detail
  case slowerSpeech = "slower-speech"
  case fasterSpeech = "faster-speech"
  case quieterSpeech = "quieter-speech"
  case louderSpeech = "louder-speech"
  case help
  case learn
  case rescue
  case quit
  case suspend
}

/// What a key does while it is held down.
enum RepeatBehaviour: Sendable {
  /// Each repetition is a step; what it came to is said when the key rests.
  case steps
  /// The first press counts; while the key is held its answer waits.
  case once
}

/// One row of the command table. Keymap, learn mode, the command list and `docs/keys.md` are made
/// from these rows.
struct Command: Sendable {
  /// Its name for good.
  let id: CommandID
  /// The key that is named to the listener. The first of several is its main key.
  let key: KeyStroke?
  /// Other keys that do the same.
  let twins: [KeyStroke]
  /// What a held key does.
  let onRepeat: RepeatBehaviour
  /// Whether it only asks: it never changes anything.
  let isQuestion: Bool
  /// How long after its answer the same key counts as pressed again.
  let again: Duration
  /// Does it.
  let run: @Sendable (inout Session, Moment) -> Void

  init(
    _ id: CommandID, _ key: KeyStroke?, _ twins: [KeyStroke] = [],
    onRepeat: RepeatBehaviour = .once, isQuestion: Bool = false,
    again: Duration = .milliseconds(1500), run: @escaping @Sendable (inout Session, Moment) -> Void
  ) {
    self.id = id
    self.key = key
    self.twins = twins
    self.onRepeat = onRepeat
    self.isQuestion = isQuestion
    self.again = again
    self.run = run
  }
}

/// What a command is called, for the listener.
struct CommandName: PhraseKey {
  let rawValue: String
  init?(rawValue: String) { self.rawValue = rawValue }
  init(_ id: CommandID) { rawValue = "command.\(id.rawValue)" }
  static var allCases: [CommandName] { CommandID.allCases.map { CommandName($0) } }
}

/// What a command does, in a sentence for learn mode and help.
struct CommandSentence: PhraseKey {
  let rawValue: String
  init?(rawValue: String) { self.rawValue = rawValue }
  init(_ id: CommandID) { rawValue = "command.\(id.rawValue).does" }
  static var allCases: [CommandSentence] { CommandID.allCases.map { CommandSentence($0) } }
}
