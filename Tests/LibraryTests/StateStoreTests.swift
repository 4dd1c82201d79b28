// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Player
import TestSupport
import Testing

@testable import Library

@Suite("Memory")
struct StateStoreTests {
  let folder: ScratchFolder
  private let state = StoredState(fields: ["volume": "65", "track": "a=b\n%\té 日本", "empty": ""])
  private let tracks = [
    Track(path: Array("/music/a b.mp3".utf8), listedTitle: "A\tB %20\n日本"),
    Track(path: [0x2F, 0xFF, 0x0A, 0x09, 0x25, 0x20, 0xE9]),
    Track(path: Array("/é.mp3".utf8)),
  ]

  init() throws { folder = try ScratchFolder() }

  @Test("What was saved is found at the next start")
  func roundTrip() throws {
    do {
      let store = try StateStore(folder: folder["s"])
      #expect(store.isOwner)
      #expect(store.load() == .nothing)
      #expect(store.loadQueue() == .nothing)
      #expect(try store.save(state))
      #expect(try store.saveQueue(tracks, order: [2, 0, 1]))
    }
    let store = try StateStore(folder: folder["s"])
    #expect(store.load() == .known(state))
    #expect(store.loadQueue() == .known(StoredQueue(tracks: tracks, order: [2, 0, 1])))
    #expect(folder.text("s/state")?.contains("volume = 65\n") == true)
  }

  @Test("What did not change is not written again")
  func unchanged() throws {
    let store = try StateStore(folder: folder.bytes)
    #expect(try store.save(state))
    #expect(try !store.save(state))
    #expect(try store.saveQueue(tracks))
    #expect(try !store.saveQueue(tracks))
    #expect(try store.saveQueue(tracks, order: [1, 0, 2]))
  }

  @Test("An empty queue is remembered as one")
  func emptyQueue() throws {
    let store = try StateStore(folder: folder.bytes)
    #expect(try store.saveQueue([Track]()))
    #expect(store.loadQueue() == .known(StoredQueue(tracks: [])))
  }

  @Test("The second program reads the memory and writes nothing")
  func secondProgram() throws {
    let first = try StateStore(folder: folder.bytes)
    try first.save(state)
    folder.file("queue", "nonsense")
    let second = try StateStore(folder: folder.bytes)
    #expect(!second.isOwner)
    #expect(second.load() == .known(state))
    #expect(second.loadQueue() == .damaged(aside: nil))
    #expect(try !second.save(StoredState(fields: ["volume": "1"])))
    #expect(try !second.saveQueue(tracks))
    #expect(first.load() == .known(state))
    #expect(folder.text("queue") == "nonsense")
  }

  @Test("A file that cannot be understood is set aside, also when it was never read")
  func damaged() throws {
    folder.file("state", "volume: 65\n")
    folder.file("state.damaged-1", "older")
    let store = try StateStore(folder: folder.bytes)
    #expect(store.load() == .damaged(aside: "state.damaged-2"))
    #expect(folder.text("state.damaged-2") == "volume: 65\n")
    #expect(folder.text("state.damaged-1") == "older")
    folder.file("queue", "strange")
    #expect(try store.saveQueue(tracks))
    #expect(folder.text("queue.damaged-1") == "strange")
  }

  @Test("What cannot be moved away is left alone")
  func untouchable() throws {
    folder.file("state", "strange")
    for number in 1...99 { folder.file("state.damaged-\(number)") }
    let store = try StateStore(folder: folder.bytes)
    #expect(store.load() == .damaged(aside: nil))
    #expect(try !store.save(state))
    #expect(folder.text("state") == "strange")
  }

  @Test("Damage of any kind is noticed or harmless", arguments: 0..<200)
  func anyDamage(_ seed: Int) throws {
    let store = try StateStore(folder: folder.bytes)
    let whole = [
      "state": state.encoded,
      "queue": Array(
        "eyemusix-queue 1\nt /a b.mp3\tA%09B\nt /%FF%25\nt /é.mp3\no 2 0 1\nend 3\n".utf8),
    ]
    var random = SplitMix(seed: UInt64(seed))
    for name in ["state", "queue"] {
      let original = try #require(whole[name])
      var bytes = original
      switch seed % 4 {
      case 0: bytes.removeLast(1 + random.below(bytes.count))
      case 1: bytes[random.below(bytes.count)] = UInt8(random.below(256))
      case 2:
        bytes.insert(contentsOf: [0, UInt8(random.below(256))], at: random.below(bytes.count))
      default: bytes.replaceSubrange(0..<random.below(bytes.count), with: bytes.suffix(3))
      }
      folder.file(bytes: Array(name.utf8), bytes)
      let (isKnown, aside) =
        name == "state" ? outcome(store.load()) : outcome(store.loadQueue())
      #expect(isKnown != (aside != nil))
      if let aside { #expect(try contents(of: folder[aside], limit: 10_000) == bytes) }
      // A file cut short is never taken for a whole one, the last line end aside.
      if seed % 4 == 0, original.count - bytes.count > 1 { #expect(!isKnown) }
    }
  }

  @Test("The memory goes on after damage")
  func afterDamage() throws {
    folder.file("state", "strange")
    let store = try StateStore(folder: folder.bytes)
    _ = store.load()
    #expect(try store.save(state))
    #expect(store.load() == .known(state))
  }

  private func outcome<Value>(_ result: Remembered<Value>) -> (isKnown: Bool, aside: String?) {
    switch result {
    case .nothing: (false, nil)
    case .known: (true, nil)
    case .damaged(let aside, _): (false, aside)
    case .unreadable: (false, nil)
    }
  }

  @Test("An order that is none, a path that is none, a file without end: set aside")
  func hostileQueues() throws {
    let heading = "eyemusix-queue 1\n"
    for text in [
      "t /a\no 1\nend 1\n", "t /a\no 0 0\nend 1\n", "t a\nend 1\n", "t /a%00b\nend 1\n",
      "t /a%4\nend 1\n", "t /a\nend 2\n", "t /a\n", "x\n", "o 0\nend 0\n", "t /a\no x\nend 1\n",
      "t /a\t%FF\nend 1\n", "t /" + String(repeating: "a", count: 70_000) + "\nend 1\n",
    ] {
      folder.file("queue", heading + text)
      let store = try StateStore(folder: folder.bytes)
      #expect(outcome(store.loadQueue()).aside != nil, "\(text.prefix(40))")
    }
    folder.file("state", String(repeating: "a", count: 400_000))
    #expect(outcome(try StateStore(folder: folder.bytes).load()).aside != nil)
  }

  @Test("A memory that the system does not let read stays where it is, and is not written")
  func unreadable() throws {
    folder.file("x")
    for name in ["state", "queue"] {
      // Opens like a file and cannot be read from its beginning.
      #expect(symlink("/proc/self/mem", folder.path + "/" + name) == 0)
    }
    let store = try StateStore(folder: folder.bytes)
    #expect(store.load() == .unreadable(SystemError(rawValue: EIO)))
    #expect(store.loadQueue() == .unreadable(SystemError(rawValue: EIO)))
    #expect(try !store.save(state))
    #expect(try !store.saveQueue(tracks))
    #expect(folder.text("state.damaged-1") == nil)
  }

  @Test("Where nothing can be written, what was remembered is read")
  func readOnly() throws {
    do { try StateStore(folder: folder.bytes).save(state) }
    unlink(folder.path + "/lock")
    folder.folder("lock")
    let store = try StateStore(folder: folder.bytes)
    #expect(store.refusal == SystemError(rawValue: EISDIR))
    #expect(store.load() == .known(state))
    #expect(try !store.save(StoredState(fields: ["volume": "1"])))
    #expect(folder.text("state")?.contains("volume = 65\n") == true)
  }

  @Test("Of a damaged state the sound lines are taken, and the file is kept as it was")
  func soundLines() throws {
    let text = "eyemusix-state 1\nrate = 300\nvol\u{1}me = 65\nplace-ms = 5%\nshuffle = yes\nend\n"
    folder.file("state", text)
    let store = try StateStore(folder: folder.bytes)
    let sound = StoredState(fields: ["rate": "300", "shuffle": "yes"])
    #expect(store.load() == .damaged(aside: "state.damaged-1", sound: sound))
    #expect(folder.text("state.damaged-1") == text)
    #expect(try store.save(sound))
    #expect(store.load() == .known(sound))
  }

  @Test("A single bit that turned is noticed, wherever it is")
  func anyBit() throws {
    let whole = state.encoded
    for index in whole.indices {
      for bit in 0..<8 {
        var bytes = whole
        bytes[index] ^= 1 << UInt8(bit)
        // A line end more or less between the lines tells nothing and costs nothing.
        let (read, isWhole) = StoredState.read(bytes)
        #expect(!isWhole || read == state, "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test("A folder in the place of a file, a FIFO in the place of a file: set aside")
  func notFiles() throws {
    folder.file("state/x")
    _ = withCPath(folder["queue"]) { mkfifo($0, 0o600) }
    let store = try StateStore(folder: folder.bytes)
    #expect(store.load() == .damaged(aside: "state.damaged-1"))
    #expect(store.loadQueue() == .damaged(aside: "queue.damaged-1"))
    #expect(try store.save(state))
  }

  @Test("A folder that cannot be made is told in the system's words")
  func noFolder() {
    folder.file("file")
    #expect(throws: SystemError(rawValue: ENOTDIR)) {
      _ = try StateStore(folder: folder["file/state"])
    }
    #expect(throws: SystemError.self) { _ = try StateStore(folder: Array("/proc/none".utf8)) }
    #expect(SystemError(rawValue: ENOTDIR).description == "Not a directory")
  }

  @Test("What a writer that died left behind changes nothing", arguments: [0, 1, 40, 10_000])
  func killedWriter(_ length: Int) throws {
    do { try StateStore(folder: folder.bytes).save(state) }
    folder.file("state.new", String(repeating: "half", count: length))
    let store = try StateStore(folder: folder.bytes)
    #expect(store.load() == .known(state))
    let next = StoredState(fields: ["volume": "1"])
    #expect(try store.save(next))
    #expect(store.load() == .known(next))
    #expect(folder.text("state.new") == nil)
  }

  @Test("The file with the old memory is never written into")
  func oldFileStaysWhole() throws {
    let store = try StateStore(folder: folder.bytes)
    try store.save(state)
    try store.saveQueue(tracks)
    let oldState = try OpenFile.reading(folder["state"])
    let oldQueue = try OpenFile.reading(folder["queue"])
    try store.save(StoredState(fields: ["volume": "1"]))
    try store.saveQueue([Track]())
    var bytes = [UInt8]()
    _ = try oldState.read(onto: &bytes, atMost: 10_000)
    #expect(try StoredState(encoded: bytes) == state)
    bytes = []
    _ = try oldQueue.read(onto: &bytes, atMost: 10_000)
    #expect(bytes.suffix(6).elementsEqual("end 3\n".utf8))
  }
}
