// SPDX-License-Identifier: GPL-3.0-or-later
import Interaction

/// Turns the bytes of a terminal, arriving in any pieces, into keys and pastes.
///
/// A sequence it does not know is swallowed whole and becomes `KeyStroke.unknown`; reports that
/// are not keys (mouse, focus, answers of the terminal) become nothing. No byte of a sequence or
/// paste is ever taken for a key. Pure: time is a parameter, any clock that does not go back.
public struct KeyDecoder: Sendable {
  /// How long a lone Esc waits to become the beginning of something else.
  public static let escapeTime = Duration.milliseconds(25)
  /// How long the rest of any other sequence may be quiet.
  public static let sequenceTime = Duration.milliseconds(250)
  /// How long a paste or a string of the terminal may be quiet before it is taken as ended.
  public static let pasteTime = Duration.seconds(1)
  /// Bytes of a paste that are kept.
  public static let pasteLimit = 65_536
  /// Bytes of a sequence before it is taken for noise.
  static let sequenceLimit = 64

  enum State: Equatable {
    case ground
    /// One Esc, or two (some terminals send Alt as a second Esc).
    case escape(count: Int)
    /// After `ESC [`.
    case control
    /// After `ESC [ [`, the function keys of the Linux console.
    case console
    /// After `ESC O`.
    case application
    /// Raw bytes of an old mouse report still to come.
    case mouse(left: Int)
    /// In OSC, DCS, SOS, PM or APC.
    case string(afterEscape: Bool)
    case paste
    /// A character in UTF-8 with so many bytes still to come.
    case character(left: Int)
    /// Noise: everything up to the next quiet moment is swallowed.
    case noise
  }

  var state = State.ground
  /// Parameters of a sequence, bytes of a character, or the text of a paste.
  var held: [UInt8] = []
  /// How much of the end mark of a paste has come.
  var matched = 0
  private var length = 0
  private var last = Duration.zero
  var events: [TerminalEvent] = []

  /// A decoder at rest.
  public init() {}

  /// When `timeout` must be called if no byte comes before; `nil` at rest.
  public var deadline: Duration? { quiet.map { last + $0 } }

  /// Takes bytes that were read at `now` and returns what they mean, in order.
  public mutating func feed(_ bytes: some Sequence<UInt8>, now: Duration) -> [TerminalEvent] {
    if let deadline, now >= deadline { settle() }
    last = now
    for byte in bytes { take(byte) }
    return drain()
  }

  /// Decides what was left open, when `deadline` has passed at `now`.
  public mutating func timeout(now: Duration) -> [TerminalEvent] {
    if let deadline, now >= deadline { settle() }
    return drain()
  }

  private var quiet: Duration? {
    switch state {
    case .ground: nil
    case .escape: Self.escapeTime
    case .string where isBareIntroducer: Self.escapeTime
    case .control, .console, .application, .mouse, .character, .noise: Self.sequenceTime
    case .string, .paste: Self.pasteTime
    }
  }

  private mutating func drain() -> [TerminalEvent] {
    defer { events = [] }
    return events
  }

  /// The end of waiting: what came is all that comes.
  private mutating func settle() {
    switch state {
    case .ground: break
    case .escape(let count):
      if count == 2 { events += [.key(.escape), .touched] }
      finish(.escape)
    case .control: finish(KeyNames.incomplete(held))
    case .console, .application, .character: finish(.unknown)
    case .string: finish(isBareIntroducer ? .unknown : nil)
    case .mouse, .noise: rest()
    case .paste: endPaste()
    }
  }

  private mutating func take(_ byte: UInt8) {
    length += 1
    switch state {
    case .ground: begin(byte)
    case .escape(let count): escape(byte, count: count)
    case .control: control(byte)
    case .console: finish((0x41...0x45).contains(byte) ? .function(Int(byte) - 0x40) : .unknown)
    case .application: application(byte)
    case .mouse(let left): if left > 1 { state = .mouse(left: left - 1) } else { rest() }
    case .string(let afterEscape): string(byte, afterEscape: afterEscape)
    case .paste: paste(byte)
    case .character(let left): character(byte, left: left)
    case .noise: break
    }
  }

  /// The first byte of something.
  mutating func begin(_ byte: UInt8) {
    events.append(.touched)
    length = 1
    held = []
    switch byte {
    case 0x1B: state = .escape(count: 1)
    case 0..<0x20, 0x7F: finish(KeyNames.control(byte))
    case 0x20..<0x7F: finish(.character(Character(Unicode.Scalar(byte))))
    case 0xC2...0xDF: open(byte, left: 1)
    case 0xE0...0xEF: open(byte, left: 2)
    case 0xF0...0xF4: open(byte, left: 3)
    default: finish(.unknown)
    }
  }

  mutating func finish(_ key: KeyStroke?) {
    if let key { events.append(.key(key)) }
    rest()
  }

  mutating func rest() {
    state = .ground
    held = []
    length = 0
  }

  /// `ESC P` and the like with nothing behind: Alt with that character, typed by a person.
  private var isBareIntroducer: Bool { length <= 2 }
}
