// SPDX-License-Identifier: GPL-3.0-or-later
public import Player
import Speech

/// The whole conversation as a value: what is heard of a key in a given state. No clock, no
/// thread, no device; the Application carries out the effects.
public struct Session: Sendable {
  /// What the listener changed.
  public internal(set) var settings: Settings

  let phrases: Phrasebook
  let start: StartOptions
  var player: Player
  var speech = SpeechQueue()
  var deadlines = Deadlines()
  var effects: [Effect] = []

  // Views and modes.
  var view = View.queue
  var queueCursor = 0
  var commandCursor = 0
  var prompt: LineEditor?
  var isLearning = false
  var hinted: Set<View> = []
  var initials = Initials()

  // The last key and what it led to.
  var isTouched = false
  var wasSounding = false
  var lastKey: (key: KeyStroke, at: Duration)?
  var isRepeating = false
  var hasCue = false
  var followUp: FollowUp?
  var deferred: Deferred?
  var lastSetting: (phrase: AnswerPhrase, at: Duration)?
  var letterMisses = 0

  // What is still to be said or done.
  var history: [Announcement] = []
  var shownItem: String?
  var awaitedWord: AnswerPhrase?
  var pendingSeek: Duration?
  var recentSeek: (place: Duration, at: Duration)?

  // Start, search, end.
  var isLaunched = false
  var isScanning = true
  var launchedAt = Duration.zero
  var greets = true
  var wantsStart = true
  /// Where the music goes on: it had come to the end of what was found so far.
  var waitsAt: Int?
  var saidSearching = false
  var troubles: [ScanTrouble] = []
  var extraFailures: [(track: TrackID, trouble: TrackTrouble)] = []
  var hasFailed = false
  /// A track that was ordered by nobody: its title is told when it begins.
  var untold: TrackID?
  var isQuitting = false
  var suspension = Suspension.none
  var lastWake: Duration?

  /// A conversation with these settings and words. Nothing happens before the first input, which
  /// is best `Input.launched`.
  public init(settings: Settings, phrases: Phrasebook, start: StartOptions = StartOptions()) {
    self.settings = settings
    self.phrases = phrases
    self.start = start
    player = Player(seed: start.seed)
    player.setRepeat(settings.repeatMode)
    if settings.isShuffled { player.shuffle(true) }
  }

  /// Takes what happened at `now` (time since the program began, monotonic) and returns what is
  /// to be done, in order.
  public mutating func handle(
    _ input: Input, now: Duration, playback: Playback, tracks: any TrackLookup
  ) -> [Effect] {
    let moment = Moment(now: now, playback: playback, tracks: tracks)
    effects = []
    if !isLaunched { launch(moment) }
    take(input, moment)
    carry(player.followUp())
    askToBeWoken()
    defer { effects = [] }
    return effects
  }
}

/// How the program was started.
public struct StartOptions: Sendable {
  /// The first start on this machine: the welcome is slow.
  public var isFirstStart = false
  /// Where to begin, counted from 0; `nil`: at the first track, or at any when shuffled.
  public var index: Int?
  /// Whether music starts by itself.
  public var plays = true
  /// Decides how the queue is shuffled.
  public var seed: UInt64 = 0

  /// The usual start.
  public init() {}
}

/// When and in what music a thing happens.
struct Moment {
  let now: Duration
  let playback: Playback
  let tracks: any TrackLookup
}

/// A list that can be walked.
enum View: Hashable, Sendable {
  case queue
  case commands
}

/// What a key led to, for the same key pressed again.
struct FollowUp: Sendable {
  var command: CommandID
  /// How many times it was pressed again.
  var stage: Int
  var pressedAt: Duration
  /// The answer, when it was spoken.
  var utterance: UtteranceID?
  /// When the answer was over.
  var overAt: Duration?
  /// Whether it met the end of a list.
  var isAtEdge = false
}

/// What a held key came to, said when it rests.
enum Deferred: Sendable {
  case item
  case words(Announcement)
  case lastAgain
}

/// How far a suspension has come.
enum Suspension: Hashable, Sendable {
  case none
  /// "Suspended" is being said.
  case leaving(UtteranceID?, wasPlaying: Bool)
  /// The process sleeps.
  case away(wasPlaying: Bool)
}
