// SPDX-License-Identifier: GPL-3.0-or-later
import Player
import Testing

private func ids(_ range: Range<Int32>) -> [TrackID] { range.map { TrackID(rawValue: $0) } }

private func queue(_ count: Int32, seed: UInt64 = 1) -> PlayQueue {
  var queue = PlayQueue(seed: seed)
  queue.append(ids(0..<count))
  queue.choose(0)
  return queue
}

@Suite struct PlayQueueTests {
  @Test func `in list order the next track follows and the last has none`() {
    var queue = queue(3)
    #expect(queue.advance() == 1)
    #expect(queue.advance() == 2)
    #expect(queue.advance() == nil)
    #expect(queue.current == 2)
    #expect(queue.retreat() == 1)
  }

  @Test func `repeat all goes round in both directions`() {
    var queue = queue(3)
    queue.repeatMode = .all
    #expect(queue.retreat() == 2)
    #expect(queue.advance() == 0)
  }

  @Test func `repeat once plays the track once more and then goes on`() {
    var queue = queue(3)
    queue.repeatMode = .once
    #expect(queue.follow() == 0)
    #expect(queue.repeatMode == .off)
    #expect(queue.follow() == 1)
  }

  @Test func `repeat track holds a natural end, not the next key`() {
    var queue = queue(3)
    queue.repeatMode = .track
    #expect(queue.following() == 0)
    #expect(queue.advance() == 1)
  }

  @Test(arguments: [UInt64(1), 2, 3, 99])
  func `a shuffled round plays each track once, the current one first`(seed: UInt64) {
    var queue = queue(50, seed: seed)
    queue.choose(7)
    queue.shuffle(true)
    var heard = [7]
    while let next = queue.advance() { heard.append(next) }
    #expect(heard.count == 50)
    #expect(Set(heard).count == 50)
    #expect(heard != Array(0..<50))
  }

  @Test func `previous retraces a shuffled round and next follows it again`() {
    var queue = queue(20)
    queue.shuffle(true)
    var heard = [0]
    for _ in 0..<10 { if let next = queue.advance() { heard.append(next) } }
    var back = [heard[10]]
    while let previous = queue.retreat() { back.append(previous) }
    #expect(back == heard.reversed())
    var again = [0]
    for _ in 0..<10 { if let next = queue.advance() { again.append(next) } }
    #expect(again == heard)
  }

  @Test func `what is named as next is what comes`() {
    var queue = queue(30)
    queue.repeatMode = .all
    queue.shuffle(true)
    for _ in 0..<100 {
      let named = queue.next()
      #expect(queue.advance() == named)
    }
  }

  @Test func `a new round never begins with the track that has just been heard`() {
    for seed in 0..<UInt64(40) {
      var queue = queue(3, seed: seed)
      queue.repeatMode = .all
      queue.shuffle(true)
      var last = queue.current
      for _ in 0..<30 {
        let next = queue.advance()
        #expect(next != last)
        last = next
      }
    }
  }

  @Test func `tracks found during a shuffled round are played in it`() {
    var queue = queue(5)
    queue.shuffle(true)
    _ = queue.advance()
    queue.append(ids(5..<40))
    var count = 2
    var heard: Set<Int> = []
    while let next = queue.advance() {
      heard.insert(next)
      count += 1
    }
    #expect(count == 40)
    #expect(heard.isSuperset(of: 5..<40))
  }

  @Test func `bad tracks are passed until chosen`() {
    var queue = queue(4)
    queue.mark(1, bad: true)
    #expect(queue.next() == 2)
    queue.mark(2, bad: true)
    queue.mark(3, bad: true)
    #expect(queue.next() == nil)
    queue.choose(2)
    #expect(queue.retreat() == 0)
    #expect(queue.next() == 2)
    queue.mark(0, bad: true)
    queue.mark(2, bad: true)
    #expect(queue.isAllBad)
  }

  @Test func `two hundred thousand tracks are walked`() {
    var queue = PlayQueue(seed: 5)
    queue.shuffle(true)
    for batch in 0..<Int32(2000) { queue.append(ids(batch * 100..<(batch + 1) * 100)) }
    var count = 0
    while queue.advance() != nil { count += 1 }
    #expect(count == 200_000)
  }
}
