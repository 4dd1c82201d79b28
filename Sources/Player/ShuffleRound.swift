// SPDX-License-Identifier: GPL-3.0-or-later

/// The random order of play: a round in which each place of the list is drawn once, and the way
/// that was gone, which "previous" retraces. Places are indexes of the list.
struct ShuffleRound: Sendable {
  private var generator: SeededGenerator
  /// A permutation of all places; from `drawn` on they are still to come, unless used otherwise.
  private var order: [Int32]
  private var drawn = 0
  private var isUsed: [Bool]
  /// The order of the next round, made when it is first asked for.
  private var pending: [Int32]?
  private var way: [Int32] = []
  /// Where on the way we are.
  private var step = -1

  /// A new round over `count` places that begins with `current`.
  init(count: Int, current: Int?, generator: SeededGenerator) {
    self.generator = generator
    order = (0..<Int32(count)).shuffled(using: &self.generator)
    isUsed = Array(repeating: false, count: count)
    if let current { choose(current) }
  }

  /// The generator, to go on with in a later round.
  var nextGenerator: SeededGenerator { generator }

  /// More places at the end of the list: each at a random point of what is still to come.
  mutating func append(_ places: Range<Int>) {
    for place in places {
      order.append(Int32(place))
      order.swapAt(order.count - 1, Int.random(in: drawn..<order.count, using: &generator))
      isUsed.append(false)
      if pending != nil {
        pending?.append(Int32(place))
        pending?.swapAt(place, Int.random(in: 0...place, using: &generator))
      }
    }
  }

  /// The listener went to `place`, whatever the round had in mind.
  mutating func choose(_ place: Int) {
    way.removeSubrange((step + 1)...)
    way.append(Int32(place))
    step = way.count - 1
    isUsed[place] = true
  }

  /// What comes next; `nil` when the round is over and `wraps` is false. Bad places are passed.
  mutating func next(wraps: Bool, isBad: [Bool]) -> Int? {
    if let ahead = way[(step + 1)...].first(where: { !isBad[Int($0)] }) { return Int(ahead) }
    while drawn < order.count, isUsed[Int(order[drawn])] { drawn += 1 }
    let rest = order[drawn...].first { !isUsed[Int($0)] && !isBad[Int($0)] }
    if let rest { return Int(rest) }
    guard wraps else { return nil }
    return nextRound().first { !isBad[Int($0)] }.map(Int.init)
  }

  /// Goes to what `next` names.
  mutating func advance(wraps: Bool, isBad: [Bool]) -> Int? {
    if let ahead = way[(step + 1)...].firstIndex(where: { !isBad[Int($0)] }) {
      step = ahead
      return Int(way[ahead])
    }
    guard let place = next(wraps: wraps, isBad: isBad) else { return nil }
    if isUsed[place], let pending {
      order = pending
      isUsed = Array(repeating: false, count: order.count)
      drawn = 0
      self.pending = nil
    }
    choose(place)
    return place
  }

  /// The one before on the way; `nil` at its beginning.
  func previous(isBad: [Bool]) -> Int? {
    guard step > 0 else { return nil }
    return way[..<step].last { !isBad[Int($0)] }.map(Int.init)
  }

  /// Goes to what `previous` names.
  mutating func retreat(isBad: [Bool]) -> Int? {
    guard step > 0, let back = way[..<step].lastIndex(where: { !isBad[Int($0)] }) else {
      return nil
    }
    step = back
    return Int(way[back])
  }

  /// The places still to come on the way and in this round.
  func remaining(isBad: [Bool]) -> [Int] {
    let ahead = way[(step + 1)...].map { Int($0) }
    return (ahead + order[drawn...].map { Int($0) }.filter { !isUsed[$0] }).filter { !isBad[$0] }
  }

  private mutating func nextRound() -> [Int32] {
    if let pending { return pending }
    var round = order.shuffled(using: &generator)
    // The track that has just been heard does not open the new round.
    if round.count > 1, step >= 0, round.first == way[step] {
      round.swapAt(0, Int.random(in: 1..<round.count, using: &generator))
    }
    pending = round
    return round
  }
}
