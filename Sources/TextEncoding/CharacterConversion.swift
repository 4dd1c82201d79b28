// SPDX-License-Identifier: GPL-3.0-or-later

internal import CUchardet
internal import Glibc

/// Converts text of old encodings to Unicode with the C library (`iconv`).
enum CharacterConversion {
  /// `bytes` in the encoding that iconv calls `name`; `nil` when they are not valid in it, or
  /// when the C library does not have it. With `canBeCut` half a character at the end is left out.
  static func text(_ bytes: [UInt8], from name: String, canBeCut: Bool) -> String? {
    guard let converter = unsafe open(name) else { return nil }
    defer { _ = unsafe iconv_close(converter) }
    // No character of these encodings needs more than two bytes of UTF-8 for each of its own.
    var target = [UInt8](repeating: 0, count: bytes.count * 4 + 4)
    var source = bytes
    var left = 0
    var failed = false
    let room = target.count
    unsafe source.withUnsafeMutableBytes { source in
      unsafe target.withUnsafeMutableBytes { target in
        var input = unsafe source.baseAddress?.assumingMemoryBound(to: CChar.self)
        var output = unsafe target.baseAddress?.assumingMemoryBound(to: CChar.self)
        var inputLeft = source.count
        left = target.count
        failed = unsafe iconv(converter, &input, &inputLeft, &output, &left) == -1
        if failed, errno == EINVAL, canBeCut { failed = false }
      }
    }
    if failed { return nil }
    return String(validating: target[..<(room - left)], as: UTF8.self)
  }

  private static func open(_ name: String) -> iconv_t? {
    let converter = unsafe iconv_open("UTF-8", name)
    // The C library's way of saying that it failed.
    return unsafe converter == iconv_t(bitPattern: -1) ? nil : converter
  }
}

/// Guesses encodings with libuchardet.
enum CharacterDetection {
  /// What the library takes `bytes` for, in its own words (`uchardet_get_charset`); empty when it
  /// does not know. Wrong for most texts of a few letters: a witness, not a judge.
  static func name(of bytes: [UInt8]) -> String {
    guard let detector = unsafe uchardet_new() else { return "" }
    defer { unsafe uchardet_delete(detector) }
    let status = unsafe bytes.withUnsafeBytes { bytes in
      unsafe uchardet_handle_data(
        detector, bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    guard status == 0 else { return "" }
    unsafe uchardet_data_end(detector)
    guard let name = unsafe uchardet_get_charset(detector) else { return "" }
    return unsafe String(cString: name).uppercased()
  }
}
