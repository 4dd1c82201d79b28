// SPDX-License-Identifier: GPL-3.0-or-later
import Speech
import TestSupport
import Testing

/// A queue with a clock in seconds, and what it asked of the voice in words.
private struct Listener {
  var queue = SpeechQueue()
  var now = Duration.zero
  private var texts: [UtteranceID: String] = [:]
  private(set) var ids: [String: UtteranceID] = [:]

  @discardableResult
  mutating func say(_ text: String, _ priority: SpeechPriority) -> [String] {
    let (id, actions) = queue.announce(Utterance(text), priority, now: now)
    texts[id] = text
    ids[text] = id
    return words(actions)
  }

  mutating func end(_ text: String) -> [String] {
    guard let id = ids[text] else { return ["?"] }
    return words(queue.ended(id, now: now))
  }

  mutating func cut(_ text: String) -> [String] {
    guard let id = ids[text] else { return ["?"] }
    return words(queue.cut(id, now: now))
  }

  mutating func fail(_ text: String) -> [String] {
    guard let id = ids[text] else { return ["?"] }
    return words(queue.failed(id, now: now))
  }

  mutating func touch() -> [String] { words(queue.touched()) }
  mutating func escape() -> [String] { words(queue.hushAll()) }
  mutating func wake() -> [String] { words(queue.wake(now: now)) }

  private func words(_ actions: [SpeechAction]) -> [String] {
    actions.map {
      switch $0 {
      case .say(_, let utterance, _): "say \(utterance.text)"
      case .hush: "hush"
      case .dropped(let id): "drop \(texts[id] ?? "?")"
      }
    }
  }
}

private enum Meeting: String {
  case replaces
  case waits
}

@Suite struct `Who gives way to whom` {
  /// Rows: arriving; columns: live, in the order of `SpeechPriority.allCases`.
  private static let table: [SpeechPriority: [Meeting]] = [
    .important: [.waits, .replaces, .replaces, .replaces, .replaces],
    .message: [.waits, .replaces, .replaces, .replaces, .replaces],
    .text: [.waits, .waits, .replaces, .replaces, .replaces],
    .notification: [.waits, .waits, .waits, .replaces, .waits],
    .progress: [.waits, .waits, .waits, .waits, .waits],
  ]

  @Test(arguments: SpeechPriority.allCases, SpeechPriority.allCases)
  func `each class meets each class as the table says`(
    arriving: SpeechPriority, live: SpeechPriority
  ) throws {
    let column = try #require(SpeechPriority.allCases.firstIndex(of: live))
    let expected = try #require(Self.table[arriving]?[column])
    var listener = Listener()
    #expect(listener.say("first", live) == ["say first"])
    let actions = listener.say("second", arriving)
    #expect(actions == (expected == .replaces ? ["say second"] : []))
    if expected == .replaces {
      #expect(listener.cut("first") == [], "a late report about the replaced one changes nothing")
      #expect(listener.queue.live?.id == listener.ids["second"])
      #expect(listener.end("second") == [])
    } else {
      #expect(listener.end("first") == ["say second"])
    }
  }

  @Test(arguments: SpeechPriority.allCases)
  func `in silence everything speaks at once`(priority: SpeechPriority) {
    var listener = Listener()
    #expect(listener.say("hello", priority) == ["say hello"])
    #expect(listener.queue.isSpeaking)
    #expect(listener.queue.live?.priority == priority)
    #expect(listener.end("hello") == [])
    #expect(!listener.queue.isSpeaking)
  }

  @Test(arguments: SpeechPriority.allCases)
  func `any key cuts all but important speech`(live: SpeechPriority) {
    var listener = Listener()
    listener.say("speaking", live)
    #expect(listener.touch() == (live == .important ? [] : ["hush"]))
    #expect(listener.queue.isSpeaking == (live == .important))
  }

  @Test(arguments: SpeechPriority.allCases)
  func `Esc cuts everything`(live: SpeechPriority) {
    var listener = Listener()
    listener.say("speaking", live)
    #expect(listener.escape() == ["hush"])
    #expect(!listener.queue.isSpeaking)
    #expect(listener.escape() == [])
  }
}

@Suite struct `What waits` {
  @Test func `identical important speech is said once`() {
    var listener = Listener()
    listener.say("sound lost", .important)
    let first = listener.ids["sound lost"]
    #expect(listener.say("sound lost", .important) == [])
    #expect(listener.ids["sound lost"] == first)
    listener.say("cannot read", .important)
    let second = listener.ids["cannot read"]
    #expect(listener.say("cannot read", .important) == [])
    #expect(listener.ids["cannot read"] == second)
    #expect(listener.end("sound lost") == ["say cannot read"])
    #expect(listener.end("cannot read") == [])
  }

  @Test func `at most one important utterance waits, the newest`() {
    var listener = Listener()
    listener.say("one", .important)
    listener.say("two", .important)
    #expect(listener.say("three", .important) == ["drop two"])
    #expect(listener.end("one") == ["say three"])
  }

  @Test func `an answer waits for important speech and comes if its key was the last`() {
    var listener = Listener()
    listener.say("sound lost", .important)
    #expect(listener.touch() == [])
    listener.say("volume 65", .message)
    #expect(listener.touch() == ["drop volume 65"])
    listener.say("volume 70", .message)
    #expect(listener.end("sound lost") == ["say volume 70"])
  }

  @Test func `important speech waiting is kept through keys and lost with Esc`() {
    var listener = Listener()
    listener.say("one", .important)
    listener.say("two", .important)
    #expect(listener.touch() == [])
    #expect(listener.end("one") == ["say two"])
    listener.say("three", .important)
    #expect(listener.escape() == ["hush", "drop three"])
  }

  @Test func `a notification is said within three seconds or not at all`() {
    var listener = Listener()
    listener.say("12 of 40", .message)
    listener.say("Blue Train", .notification)
    #expect(listener.queue.deadline == .seconds(3))
    listener.now = .milliseconds(2_999)
    #expect(listener.wake() == [])
    #expect(listener.end("12 of 40") == ["say Blue Train"])
    #expect(listener.queue.deadline == nil)

    listener.say("13 of 40", .message)
    listener.say("Moment's Notice", .notification)
    listener.now = .milliseconds(5_999)
    #expect(listener.wake() == ["drop Moment's Notice"])
    #expect(listener.end("13 of 40") == [])
  }

  @Test func `a late end drops the notification even without a wake`() {
    var listener = Listener()
    listener.say("long", .message)
    listener.say("Blue Train", .notification)
    listener.now = .seconds(4)
    #expect(listener.end("long") == ["drop Blue Train"])
  }

  @Test func `only the last notification is kept`() {
    var listener = Listener()
    listener.say("playing", .message)
    listener.say("one", .notification)
    listener.now = .seconds(2)
    #expect(listener.say("two", .notification) == ["drop one"])
    #expect(listener.queue.deadline == .seconds(5))
    #expect(listener.end("playing") == ["say two"])
  }

  @Test func `progress is never interrupted by progress, and its last is always said`() {
    var listener = Listener()
    listener.say("10 percent", .progress)
    #expect(listener.say("20 percent", .progress) == [])
    #expect(listener.say("100 percent", .progress) == ["drop 20 percent"])
    #expect(listener.end("10 percent") == ["say 100 percent"])

    #expect(listener.say("item", .text) == ["say item"])
    listener.say("found 40 tracks", .progress)
    #expect(listener.touch() == ["hush"], "the key hushes, the result of the work is kept")
    #expect(listener.say("next item", .text) == ["say next item"])
    listener.now = .seconds(60)
    #expect(listener.end("next item") == ["say found 40 tracks"])
  }

  @Test func `after a hush nothing begins until the voice has stopped`() {
    var listener = Listener()
    listener.say("item", .text)
    listener.say("found 40 tracks", .progress)
    #expect(listener.touch() == ["hush"])
    #expect(listener.cut("item") == ["say found 40 tracks"])
  }

  @Test func `waiting speech comes in order: important, answer, notification, progress`() {
    var listener = Listener()
    listener.say("first", .important)
    listener.say("progress", .progress)
    listener.say("notification", .notification)
    listener.say("item", .text)
    #expect(listener.say("answer", .message) == ["drop item"])
    listener.say("second", .important)
    #expect(listener.end("first") == ["say second"])
    #expect(listener.end("second") == ["say answer"])
    #expect(listener.end("answer") == ["say notification"])
    #expect(listener.end("notification") == ["say progress"])
    #expect(listener.end("progress") == [])
  }

  @Test func `a failed utterance makes way for the next`() {
    var listener = Listener()
    listener.say("bad", .important)
    listener.say("good", .message)
    #expect(listener.fail("bad") == ["say good"])
    #expect(listener.fail("bad") == [])
  }

  @Test func `holding Down says only the item where it stops`() {
    var listener = Listener()
    var said: [String] = []
    for item in 1...500 {
      said += listener.touch().filter { $0 != "hush" }
      said += listener.say("item \(item)", .text).filter { $0 == "say item 500" || $0 == "drop" }
    }
    #expect(said == ["say item 500"])
    #expect(listener.end("item 500") == [])
  }

  @Test func `numbers are never used twice`() {
    var queue = SpeechQueue()
    let ids = (0..<1_000).map {
      queue.announce(Utterance("\($0)"), .message, now: .zero).id
    }
    #expect(Set(ids).count == 1_000)
    #expect(ids.first == UtteranceID(rawValue: 1))
  }
}

@Suite struct `Any sequence of events` {
  /// What must hold whatever happens: every utterance is said, merged or dropped, and nothing
  /// waits in silence.
  @Test(arguments: 1...20) func `leaves nobody waiting`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    var queue = SpeechQueue()
    var now = Duration.zero
    var open: Set<UtteranceID> = []
    func take(_ actions: [SpeechAction]) {
      for action in actions {
        switch action {
        case .say(let id, _, _), .dropped(let id):
          #expect(open.remove(id) != nil, "said or dropped twice")
        case .hush: break
        }
      }
    }
    for step in 0..<2_000 {
      now += .milliseconds(Int.random(in: 0...900, using: &random))
      let id = queue.live?.id ?? UtteranceID(rawValue: 1)
      switch Int.random(in: 0..<10, using: &random) {
      case 0...4:
        let text = Bool.random(using: &random) ? "same" : "\(step)"
        let priority = SpeechPriority.allCases.randomElement(using: &random) ?? .text
        let before = queue.live?.id
        let (id, actions) = queue.announce(Utterance(text), priority, now: now)
        if !(actions.isEmpty && (id == before || open.contains(id))) { open.insert(id) }
        take(actions)
        // A waiting one is open until it is said or dropped.
        if actions.isEmpty, id != before { open.insert(id) }
      case 5: take(queue.touched())
      case 6: take(queue.hushAll())
      case 7: take(queue.wake(now: now))
      default: take(queue.ended(id, now: now))
      }
      #expect(open.count <= 4, "a backlog")
    }
    while let live = queue.live?.id { take(queue.ended(live, now: now)) }
    take(queue.ended(UtteranceID(rawValue: 1), now: now))
    while let live = queue.live?.id { take(queue.ended(live, now: now)) }
    #expect(open.isEmpty)
    #expect(queue.deadline == nil)
  }
}
