// SPDX-License-Identifier: GPL-3.0-or-later
import Interaction

extension KeyDecoder {
  private static let pasteEnd: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

  mutating func escape(_ byte: UInt8, count: Int) {
    switch byte {
    case 0x1B where count == 1: state = .escape(count: 2)
    case 0x1B: events += [.key(.escape), .touched]
    case 0x5B: state = .control
    case 0x4F: state = .application
    default:
      if count == 2 { events += [.key(.escape), .touched] }
      let isString = [0x50, 0x58, 0x5D, 0x5E, 0x5F].contains(byte)
      if isString { state = .string(afterEscape: false) } else { alternate(byte) }
    }
  }

  /// Alt with a character: no key of ours, and all of its bytes belong to it.
  private mutating func alternate(_ byte: UInt8) {
    switch byte {
    case 0xC2...0xDF: open(0x1B, left: 1)
    case 0xE0...0xEF: open(0x1B, left: 2)
    case 0xF0...0xF4: open(0x1B, left: 3)
    default: finish(.unknown)
    }
  }

  mutating func control(_ byte: UInt8) {
    switch byte {
    case 0x1B: restart()
    case 0x5B where held.isEmpty: state = .console
    case 0x20...0x3F:
      held.append(byte)
      if held.count > Self.sequenceLimit { abandon() }
    case 0x4D where held.isEmpty: state = .mouse(left: 3)
    case 0x7E where held == [0x32, 0x30, 0x30]:
      state = .paste
      held = []
      matched = 0
    case 0x40...0x7E: finish(KeyNames.sequence(held, final: byte))
    default: finish(.unknown)
    }
  }

  mutating func application(_ byte: UInt8) {
    switch byte {
    case 0x1B: restart()
    case 0x30...0x39, 0x3B:
      held.append(byte)
      if held.count > Self.sequenceLimit { abandon() }
    default: finish(KeyNames.application(byte))
    }
  }

  mutating func string(_ byte: UInt8, afterEscape: Bool) {
    switch byte {
    case 0x07, 0x18, 0x1A: rest()
    case 0x5C where afterEscape: rest()
    case 0x1B: state = .string(afterEscape: true)
    // However long it is, nothing of it is kept.
    default: state = .string(afterEscape: false)
    }
  }

  mutating func paste(_ byte: UInt8) {
    if byte == Self.pasteEnd[matched] {
      matched += 1
      if matched == Self.pasteEnd.count { endPaste() }
      return
    }
    for held in Self.pasteEnd.prefix(matched) { keep(held) }
    matched = byte == 0x1B ? 1 : 0
    if matched == 0 { keep(byte) }
  }

  private mutating func keep(_ byte: UInt8) {
    if held.count < Self.pasteLimit { held.append(byte) }
  }

  mutating func endPaste() {
    events.append(.paste(String(decoding: held, as: UTF8.self)))
    rest()
  }

  mutating func open(_ byte: UInt8, left: Int) {
    held = [byte]
    state = .character(left: left)
  }

  mutating func character(_ byte: UInt8, left: Int) {
    guard (0x80...0xBF).contains(byte) else {
      finish(.unknown)
      begin(byte)
      return
    }
    held.append(byte)
    if left > 1 {
      state = .character(left: left - 1)
    } else {
      finish(KeyNames.character(held))
    }
  }

  /// A sequence broken off by the Esc of the next.
  private mutating func restart() {
    finish(.unknown)
    begin(0x1B)
  }

  private mutating func abandon() {
    events.append(.key(.unknown))
    held = []
    state = .noise
  }
}
