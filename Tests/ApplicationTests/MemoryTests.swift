// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Interaction
import Library
import Player
import Speech
import TestSupport
import Testing

@testable import Application

struct StoredSettingsTests {
  private func session(_ settings: Settings) -> Session {
    Session(settings: settings, phrases: Phrasebook())
  }

  private func read(_ name: String, _ value: String) -> Settings {
    StoredState(fields: [name: value]).settings
  }

  @Test func `Settings come back as they were`() {
    var settings = Settings()
    settings.volume = 135
    settings.isMuted = true
    settings.rate = 1_200
    settings.speechLevel = -7
    settings.detail = .onDemand
    settings.jump = .tenth
    settings.repeatMode = .once
    settings.isShuffled = true
    #expect(StoredState(session(settings), place: .zero).settings == settings)
    #expect(StoredState(session(Settings()), place: .zero).settings == Settings())
  }

  @Test func `Every level and mode comes back`() {
    for detail in Detail.allCases {
      #expect(read("detail", detail.rawValue).detail == detail)
    }
    for jump in JumpLevel.allCases { #expect(read("jump", jump.rawValue).jump == jump) }
    for mode in RepeatMode.allCases {
      #expect(read("repeat", mode.rawValue).repeatMode == mode)
    }
  }

  @Test(arguments: [
    "volume", "rate", "speech-level", "muted", "shuffle", "detail", "jump", "repeat", "track",
    "place-ms", "playing",
  ])
  func `A value that makes no sense is the default`(name: String) {
    for value in [
      "", "x", "-99999", "99999999999999999999999", "1.5", " 1", "NaN", "\u{0}", "YES", "true",
    ] {
      let state = StoredState(fields: [name: value])
      #expect(state.settings == Settings(), "\(name) = \(value)")
      #expect(state.place >= .zero)
      #expect(state.place < .seconds(400 * 86_400))
      #expect(!state.isPlaying)
      #expect(state.track == nil || state.track ?? -1 >= 0)
    }
  }

  @Test func `Nothing kept is nothing special`() {
    let state = StoredState()
    #expect(state.settings == Settings())
    #expect(state.track == nil && state.place == .zero && !state.isPlaying)
  }

  @Test func `The place is kept to the millisecond, and whether music played`() {
    var session = session(Settings())
    session.restore(
      [TrackID(rawValue: 0), TrackID(rawValue: 1)], current: 1, place: .seconds(5), plays: false)
    let state = StoredState(session, place: .milliseconds(61_234))
    #expect(state.track == 1)
    #expect(state.place == .milliseconds(61_234))
    #expect(!state.isPlaying)
  }
}

struct MemoryTests {
  private struct NoTags: TrackInfoReader {
    func info(_ path: [UInt8]) -> TrackInfo? { nil }
  }

  private func session(volume: Int, _ tracks: [TrackID] = []) -> Session {
    var settings = Settings()
    settings.volume = volume
    var session = Session(settings: settings, phrases: Phrasebook())
    if !tracks.isEmpty { session.restore(tracks, current: 0, place: .zero, plays: false) }
    return session
  }

  @Test func `The newest is what is kept, and nothing is lost at the end`() throws {
    let folder = try ScratchFolder()
    let table = TrackTable(reading: NoTags(), scanning: { _ in nil })
    defer { table.end() }
    let ids = table.add([Track(path: Array("/a.mp3".utf8)), Track(path: [0x2F, 0xFF])])
    do {
      let memory = Memory(try StateStore(folder: Array(folder.path.utf8)))
      for volume in 0...200 {
        memory.keep(session(volume: volume, ids), place: .zero, tracks: table, now: .zero)
      }
      memory.end()
    }
    let store = try StateStore(folder: Array(folder.path.utf8))
    #expect(store.load().value?.settings.volume == 200)
    #expect(store.loadQueue().value?.tracks.map(\.path) == [Array("/a.mp3".utf8), [0x2F, 0xFF]])
  }

  @Test func `A queue is not lost when settings are kept right after it`() throws {
    let folder = try ScratchFolder()
    let table = TrackTable(reading: NoTags(), scanning: { _ in nil })
    defer { table.end() }
    let ids = table.add([Track(path: Array("/a.mp3".utf8))])
    let memory = Memory(try StateStore(folder: Array(folder.path.utf8)))
    for volume in [10, 20] {
      memory.keep(session(volume: volume, ids), place: .zero, tracks: table, now: .zero)
    }
    memory.end()
    let store = try StateStore(folder: Array(folder.path.utf8))
    #expect(store.loadQueue().value?.tracks.count == 1)
  }

  @Test func `What changes is kept within some seconds`() throws {
    let folder = try ScratchFolder()
    let memory = Memory(try StateStore(folder: Array(folder.path.utf8)))
    defer { memory.end() }
    #expect(memory.deadline == nil)
    memory.note(now: .seconds(10))
    memory.note(now: .seconds(11))
    let deadline = try #require(memory.deadline)
    #expect(deadline > .seconds(10) && deadline <= .seconds(15))
    let table = TrackTable(reading: NoTags(), scanning: { _ in nil })
    defer { table.end() }
    memory.keep(session(volume: 1), place: .zero, tracks: table, now: deadline)
    #expect(memory.deadline == nil)
  }

  @Test func `Without a folder nothing is kept and nothing is waited for`() {
    let memory = Memory(nil)
    memory.note(now: .zero)
    #expect(memory.deadline == nil)
    memory.end()
  }
}

struct VoiceWatchTests {
  private let id = UtteranceID(rawValue: 5)

  @Test func `A voice that gives nothing for two seconds has failed, once`() {
    var watch = VoiceWatch()
    watch.watch(id, now: .seconds(10))
    #expect(watch.deadline == .seconds(12))
    #expect(watch.expired(now: .seconds(11.9), answered: 4).isEmpty)
    #expect(watch.expired(now: .seconds(12), answered: 4) == [id])
    #expect(watch.expired(now: .seconds(20), answered: 4).isEmpty)
    #expect(watch.deadline == nil)
  }

  @Test func `A voice that has answered is not watched any more`() {
    var watch = VoiceWatch()
    watch.watch(id, now: .seconds(10))
    #expect(watch.expired(now: .seconds(10.1), answered: 5).isEmpty)
    #expect(watch.deadline == nil)
    #expect(watch.expired(now: .seconds(13), answered: 4).isEmpty)
  }

  @Test func `Only the newest text is watched, and none after a hush`() {
    var watch = VoiceWatch()
    watch.watch(id, now: .seconds(10))
    watch.watch(UtteranceID(rawValue: 6), now: .seconds(11))
    #expect(watch.expired(now: .seconds(12.5), answered: 4).isEmpty)
    watch.clear()
    #expect(watch.deadline == nil)
    #expect(watch.expired(now: .seconds(20), answered: 4).isEmpty)
  }
}
