// SPDX-License-Identifier: GPL-3.0-or-later
import Player
import Testing

private func id(_ number: Int32) -> TrackID { TrackID(rawValue: number) }

private func player(_ count: Int32) -> Player {
  var player = Player(seed: 1)
  player.append((0..<count).map(id))
  return player
}

/// A player whose first track sounds.
private func sounding(_ count: Int32) -> Player {
  var player = player(count)
  _ = player.toggle()
  _ = player.followUp()
  _ = player.started(id(0))
  return player
}

@Suite struct PlayerStateTests {
  @Test func `an empty player does nothing`() {
    var player = Player(seed: 1)
    #expect(player.state == .empty)
    #expect(player.toggle().isEmpty)
    #expect(player.stop().isEmpty)
    #expect(player.seek(to: .seconds(3)).isEmpty)
    #expect(player.skip(forward: true) == nil)
  }

  @Test func `play, pause, play, stop`() {
    var player = player(2)
    #expect(player.toggle() == [.play(id(0), at: .zero)])
    #expect(player.toggle() == [.pause])
    #expect(player.toggle() == [.resume])
    #expect(player.stop() == [.stop])
    #expect(player.stop().isEmpty)
    #expect(player.toggle() == [.play(id(0), at: .zero)])
  }

  @Test func `what follows is told once and again when it changes`() {
    var player = player(3)
    #expect(player.followUp().isEmpty)
    _ = player.toggle()
    #expect(player.followUp() == [.follow(id(1))])
    #expect(player.followUp().isEmpty)
    player.setRepeat(.track)
    #expect(player.followUp() == [.follow(id(0))])
  }

  @Test func `a track that came by itself becomes the current one`() {
    var player = sounding(3)
    let cameByItself = player.started(id(1))
    #expect(cameByItself)
    #expect(player.track == id(1))
    #expect(player.followUp() == [.follow(id(2))])
  }

  @Test func `the late start of a track that was skipped changes nothing`() {
    var player = sounding(4)
    player.shuffle(false)
    _ = player.play(3)
    let cameByItself = player.started(id(1))
    #expect(!cameByItself)
    #expect(player.track == id(3))
  }

  @Test func `skipping in a pause holds the next track at its start`() {
    var player = sounding(3)
    _ = player.toggle()
    #expect(player.skip(forward: true) == [.stop])
    #expect(player.state == .paused)
    #expect(player.toggle() == [.play(id(1), at: .zero)])
  }

  @Test func `a held place is where the music goes on`() {
    var player = player(3)
    player.hold(2, at: .seconds(61))
    #expect(player.seek(to: .seconds(71)).isEmpty)
    #expect(player.toggle() == [.play(id(2), at: .seconds(71))])
  }

  @Test func `a failed track is skipped`() {
    var player = player(3)
    _ = player.toggle()
    let (failure, orders) = player.failed(id(0))
    #expect(failure == .skipped)
    #expect(orders == [.play(id(1), at: .zero)])
  }

  @Test func `a track that fails ahead leaves the current one alone`() {
    var player = sounding(3)
    let (failure, orders) = player.failed(id(1))
    #expect(failure == .skipped)
    #expect(orders.isEmpty)
    #expect(player.followUp() == [.follow(id(2))])
  }

  @Test func `only bad tracks stop the music`() {
    var player = player(3)
    _ = player.toggle()
    var last = Player.Failure.skipped
    for number in 0..<Int32(3) { last = player.failed(id(number)).0 }
    #expect(last == .allBad)
    #expect(player.state == .stopped)
  }

  @Test func `ten failures in a row stop the music`() {
    var player = player(30)
    _ = player.toggle()
    let failures = (0..<Int32(10)).map { player.failed(id($0)).0 }
    #expect(failures.dropLast().allSatisfy { $0 == .skipped })
    #expect(failures.last == .gaveUp)
    #expect(player.state == .stopped)
  }

  @Test func `the end of the queue waits at its first track`() {
    var player = sounding(2)
    _ = player.started(id(1))
    let ending = player.ended()
    #expect(ending == .over)
    #expect(player.state == .stopped)
    #expect(player.track == id(0))
  }

  @Test func `a track that is over before the next was told does not end the queue`() {
    var player = sounding(3)
    let ending = player.ended()
    #expect(ending == .goesOn([.play(id(1), at: .zero)]))
    #expect(player.state == .playing)
    let late = player.ended()
    #expect(late == .stale)
  }
}
