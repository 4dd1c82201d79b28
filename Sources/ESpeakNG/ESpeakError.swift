// SPDX-License-Identifier: GPL-3.0-or-later

import CESpeakNG
public import Speech

/// A status of eSpeak NG other than success.
public struct ESpeakError: RawRepresentable, Error, Hashable, Sendable, CustomStringConvertible {
  /// The library's code (`espeak_ng_STATUS`): an `errno`, or a number from 0x100000FF up.
  public var rawValue: UInt32

  /// The error with the library's code.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// The library's own sentence (`espeak_ng_GetStatusCodeMessage`).
  public var description: String {
    var text = [CChar](repeating: 0, count: 512)
    unsafe espeak_ng_GetStatusCodeMessage(
      espeak_ng_STATUS(rawValue: rawValue), &text, text.count)
    return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The error as the port has it.
  public var speechError: SpeechError { .other(description) }

  static func check(_ status: espeak_ng_STATUS) throws(ESpeakError) {
    guard status == ENS_OK else { throw ESpeakError(rawValue: status.rawValue) }
  }
}
