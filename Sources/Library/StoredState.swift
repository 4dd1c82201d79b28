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
  /// It could not be understood, or not all of it: `sound` is what could. It was moved to the file
  /// `aside` of the same folder, or left alone when that is `nil`; then it is not written either.
  case damaged(aside: String?, sound: Value? = nil)
  /// The system does not let it be read. It is left alone and not written.
  case unreadable(SystemError)

  /// What was read.
  public var value: Value? {
    switch self {
    case .known(let value): value
    case .damaged(_, let sound): sound
    case .nothing, .unreadable: nil
    }
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
    return Self.sealed(text)
  }

  /// Lines of text with the last line that tells that they are whole.
  static func sealed(_ text: [UInt8]) -> [UInt8] {
    text + Array("\(ending) \(sum(text))\n".utf8)
  }

  /// Understands the text of a file. The last line tells that nothing is cut off or altered.
  init(encoded: [UInt8]) throws(Damage) {
    let (state, isWhole) = Self.read(encoded)
    guard isWhole else { throw Damage() }
    self = state
  }

  /// Understands the text of a file as far as possible: a line that cannot be understood costs
  /// what stood in it. `isWhole`: nothing was lost.
  static func read(_ encoded: [UInt8]) -> (state: StoredState, isWhole: Bool) {
    var lines = encoded.split(separator: 0x0A)[...]
    var (state, isWhole) = (StoredState(), true)
    if lines.first?.elementsEqual(heading.utf8) == true {
      lines.removeFirst()
    } else {
      isWhole = false
    }
    if let last = lines.last, isEnding(last, of: encoded) {
      lines.removeLast()
    } else {
      isWhole = false
    }
    for line in lines {
      if let (name, value) = field(line), state.fields[name] == nil {
        state.fields[name] = value
      } else {
        isWhole = false
      }
    }
    return (state, isWhole)
  }

  /// Whether this last line tells that the lines before it are whole.
  private static func isEnding(_ line: ArraySlice<UInt8>, of encoded: [UInt8]) -> Bool {
    line.elementsEqual("\(ending) \(sum(encoded[..<line.startIndex]))".utf8)
  }

  private static func field(_ line: ArraySlice<UInt8>) -> (name: String, value: String)? {
    guard let equals = line.firstIndex(of: UInt8(ascii: "=")) else { return nil }
    let name = line[..<equals].trimmed
    var value = line[(equals + 1)...]
    if value.first == 0x20 { value.removeFirst() }
    guard isName(name), let text = Escaping.unescapedText(value) else { return nil }
    return (String(decoding: name, as: UTF8.self), text)
  }

  /// A sum (FNV-1a of 64 bits) that another content will not have by accident.
  private static func sum(_ bytes: some Sequence<UInt8>) -> String {
    let sum = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { sum, byte in
      (sum ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    let digits = String(sum, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
