// SPDX-License-Identifier: GPL-3.0-or-later

/// One thing measured of EyeMusix and of others side by side; less is better.
struct Comparison {
  /// What, and in which unit.
  let measure: String
  /// Digits after the point.
  var digits = 1
  private(set) var players: [(name: String, sample: Sample)] = []

  init(_ measure: String, digits: Int = 1) {
    self.measure = measure
    self.digits = digits
  }

  /// Adds a value of a player; the first player is EyeMusix.
  mutating func add(_ value: Double?, of name: String) {
    if let index = players.firstIndex(where: { $0.name == name }) {
      if let value { players[index].sample.add(value) }
    } else {
      var sample = Sample()
      if let value { sample.add(value) }
      players.append((name, sample))
    }
  }

  /// Adds all values of a player.
  mutating func add(_ sample: Sample, of name: String) { players.append((name, sample)) }

  /// The median of the others' medians; `nil`: nobody to compare with.
  var peer: Double? {
    let medians = players.dropFirst().filter { $0.sample.count > 0 }.map(\.sample.median)
    guard !medians.isEmpty else { return nil }
    let sorted = medians.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  }

  /// How many times as much as `other` EyeMusix takes; below 1 it takes less.
  private func ratio(to other: Double) -> String {
    guard let own = players.first?.sample.median else { return "-" }
    if own == other { return "1.00" }
    return other == 0 ? "-" : Table.number(own / other, 2)
  }

  /// Adds the rows of this measure.
  func add(to table: inout Table) {
    for (index, player) in players.enumerated() {
      let sample = player.sample
      let numbers = [sample.median, sample.min, sample.max].map { Table.number($0, digits) }
      let ratio = index == 0 ? "" : self.ratio(to: sample.median)
      table.add("\(measure): \(player.name)", ["\(sample.count)"] + numbers + [ratio])
    }
    guard let peer, let own = players.first?.sample.median else { return }
    let mark =
      own > peer ? "\(measure): median of the others, WORSE" : "\(measure): median of the others"
    table.add(mark, ["", Table.number(peer, digits), "", "", ratio(to: peer)])
  }
}

/// All that was compared in one run.
struct Report {
  private var comparisons: [Comparison] = []

  mutating func add(_ new: [Comparison]) { comparisons += new }

  func print() {
    guard !comparisons.isEmpty else { return }
    var table = Table(
      "Side by side (ratio: EyeMusix to the player of the row; below 1 is better)",
      columns: ["runs", "median", "min", "max", "ratio"])
    for comparison in comparisons { comparison.add(to: &table) }
    table.print()
  }
}
