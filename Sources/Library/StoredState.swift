// SPDX-License-Identifier: GPL-3.0-or-later
public import Player

/// What the program remembers from one start to the next, as names and values.
public struct StoredState: Hashable, Sendable {
  /// Names of lower-case letters, digits, dots and hyphens; any text as value.
  public var fields: [String: String]

  /// A memory of these fields.
  public init(fields: [String: String] = [:]) { self.fields = fields }
}

/// The last play queue.
public struct StoredQueue: Hashable, Sendable {
  /// The tracks in their own order.
  public var tracks: [Track]
  /// The order in which they are played, as places in `tracks`; empty when it is their own.
  public var order: [Int32]

  /// A queue of these tracks.
  public init(tracks: [Track], order: [Int32] = []) {
    self.tracks = tracks
    self.order = order
  }
}

/// What a file of the memory held.
public enum Remembered<Value: Sendable>: Sendable {
  /// There is no such file yet.
  case nothing
  /// It was read.
  case known(Value)
  /// It could not be understood. It was moved to the file `aside` of the same folder, or left
  /// alone when that is `nil`; then it is not written either.
  case damaged(aside: String?)

  /// What was read.
  public var value: Value? {
    if case .known(let value) = self { value } else { nil }
  }
}

extension Remembered: Equatable where Value: Equatable {}

/// A file that cannot be understood.
struct Damage: Error {}

extension StoredState {
  static let heading = "eyemusix-state 1"
  static let ending = "end"
  /// Bytes; more is no state of this program.
  static let largest = 262_144

  static func isName(_ name: some Collection<UInt8>) -> Bool {
    !name.isEmpty
      && name.allSatisfy {
        (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E
      }
  }

  /// The text of the file.
  var encoded: [UInt8] {
    var text = Array(Self.heading.utf8) + [0x0A]
    for (name, value) in fields.sorted(by: { $0.key < $1.key }) {
      text += Array(name.utf8) + Array(" = ".utf8) + Escaping.escaped(Array(value.utf8)) + [0x0A]
    }
    return text + Array(Self.ending.utf8) + [0x0A]
  }

  /// Understands the text of a file. The last line tells that nothing is cut off.
  init(encoded: [UInt8]) throws(Damage) {
    var lines = encoded.split(separator: 0x0A)[...]
    guard lines.popFirst()?.elementsEqual(Self.heading.utf8) == true,
      lines.popLast()?.elementsEqual(Self.ending.utf8) == true
    else { throw Damage() }
    fields = [:]
    for line in lines {
      guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { throw Damage() }
      let name = line[..<equals].trimmed
      var value = line[(equals + 1)...]
      if value.first == 0x20 { value.removeFirst() }
      guard Self.isName(name), let text = Escaping.unescapedText(value) else { throw Damage() }
      fields[String(decoding: name, as: UTF8.self)] = text
    }
  }
}
