// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Many names in one piece of memory, in natural order once sorted. A folder of 100 000 files is
/// held in a few megabytes and sorted without an allocation a name.
struct NameList {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private var order: [Int32] = []

  var count: Int { ends.count }

  mutating func append(_ name: UnsafeRawBufferPointer) {
    unsafe bytes.append(contentsOf: name)
    ends.append(bytes.count)
  }

  /// The name at a place in the order.
  subscript(place: Int) -> ArraySlice<UInt8> {
    bytes[range(order.isEmpty ? place : Int(order[place]))]
  }

  private func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  /// Puts the names into natural order.
  mutating func sort() {
    var keys = [UInt8]()
    keys.reserveCapacity(bytes.count + ends.count * 4)
    var keyEnds = [Int]()
    keyEnds.reserveCapacity(ends.count)
    unsafe bytes.withUnsafeBytes { all in
      for index in ends.indices {
        unsafe NaturalOrder.appendKey(
          of: UnsafeRawBufferPointer(rebasing: all[range(index)]), to: &keys)
        keyEnds.append(keys.count)
      }
    }
    var sorted = (0..<Int32(ends.count)).map { $0 }
    unsafe keys.withUnsafeBytes { keys in
      unsafe bytes.withUnsafeBytes { names in
        unsafe keyEnds.withUnsafeBufferPointer { keyEnds in
          sorted.sort { a, b in
            let byKey = unsafe compare(keys, range(Int(a), keyEnds), range(Int(b), keyEnds))
            if byKey != 0 { return byKey < 0 }
            return unsafe compare(names, range(Int(a)), range(Int(b))) < 0
          }
        }
      }
    }
    order = sorted
  }

  private func range(_ index: Int, _ ends: UnsafeBufferPointer<Int>) -> Range<Int> {
    unsafe (index == 0 ? 0 : ends[index - 1])..<ends[index]
  }

  private func compare(_ all: UnsafeRawBufferPointer, _ a: Range<Int>, _ b: Range<Int>) -> Int {
    guard let base = all.baseAddress else { return a.count - b.count }
    let shorter = min(a.count, b.count)
    let result = unsafe memcmp(base + a.lowerBound, base + b.lowerBound, shorter)
    return result != 0 ? Int(result) : a.count - b.count
  }
}
