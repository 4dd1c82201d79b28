// SPDX-License-Identifier: GPL-3.0-or-later

/// Numbers measured many times.
struct Sample {
  private(set) var values: [Double] = []

  mutating func add(_ value: Double) { values.append(value) }

  var count: Int { values.count }
  var median: Double { quantile(0.5) }
  var p95: Double { quantile(0.95) }
  var max: Double { values.max() ?? .nan }
  var min: Double { values.min() ?? .nan }

  /// The smallest value that so large a part of all values does not exceed.
  func quantile(_ part: Double) -> Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    let rank = Int((part * Double(sorted.count)).rounded(.up))
    return sorted[Swift.max(0, Swift.min(sorted.count - 1, rank - 1))]
  }
}

/// A table in plain text: a name, then columns to the right.
struct Table {
  let title: String
  let columns: [String]
  private var rows: [(String, [String])] = []

  init(_ title: String, columns: [String]) {
    self.title = title
    self.columns = columns
  }

  mutating func add(_ name: String, _ cells: [String]) { rows.append((name, cells)) }

  /// A row of a sample in milliseconds, with the ratio of its median to `base`'s.
  mutating func add(_ name: String, _ sample: Sample, missed: Int, against base: Sample?) {
    let ratio = base.map { Self.number(sample.median / $0.median, 2) } ?? "1.00"
    let numbers = [sample.median, sample.p95, sample.max, sample.min].map { Self.number($0, 1) }
    add(name, ["\(sample.count)"] + numbers + ["\(missed)", ratio])
  }

  func print() {
    let name = max(title.count, rows.map(\.0.count).max() ?? 0) + 1
    Swift.print("")
    Swift.print(Self.pad(title, name) + columns.map { Self.lead($0, 9) }.joined())
    for (label, cells) in rows {
      Swift.print(Self.pad(label, name) + cells.map { Self.lead($0, 9) }.joined())
    }
  }

  static func number(_ value: Double, _ digits: Int) -> String {
    guard value.isFinite else { return "-" }
    let scale = (0..<digits).reduce(1) { product, _ in product * 10 }
    let whole = Int((abs(value) * Double(scale)).rounded())
    let fraction = String(whole % scale)
    let zeros = String(repeating: "0", count: max(0, digits - fraction.count))
    let sign = value < 0 ? "-" : ""
    return digits == 0 ? "\(sign)\(whole)" : "\(sign)\(whole / scale).\(zeros)\(fraction)"
  }

  private static func pad(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func lead(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(1, width - text.count)) + text
  }
}
