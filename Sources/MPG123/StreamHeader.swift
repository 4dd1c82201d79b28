// SPDX-License-Identifier: GPL-3.0-or-later

/// What an encoder wrote about the whole stream into its first frame: the "Xing" or "Info"
/// header with LAME's extension, or Fraunhofer's "VBRI".
struct StreamHeader {
  /// MPEG frames with sound, without the one that holds this header.
  var frames: Int?
  /// Bytes from the start of the frame that holds this header to the end of the sound.
  var bytes: Int?
  /// Whether the header says that the bit rate varies.
  var isVariable: Bool
  /// Frames (of samples) the encoder put before and after the sound.
  var delay: (before: Int, after: Int)?

  /// The header in the frame at `offset`, whose own header is `frame`; `nil` when the frame
  /// holds sound.
  init?(_ file: FileBytes, at offset: Int, frame: FrameHeader) {
    guard frame.layer == 3 else { return nil }
    for checksum in [0, 2] {
      let start = offset + frame.sideInformationEnd + checksum
      if file.has("Xing", at: start) || file.has("Info", at: start) {
        self.init(xing: file, at: start)
        return
      }
    }
    let start = offset + 4 + 32
    guard file.has("VBRI", at: start) else { return nil }
    self.init(isVariable: true)
    bytes = file.number(at: start + 10).map { Int($0) }
    // Unlike the others this one counts itself.
    frames = file.number(at: start + 14).map { Int($0) - 1 }
  }

  private init(isVariable: Bool) { self.isVariable = isVariable }

  private init(xing file: FileBytes, at start: Int) {
    isVariable = file.has("Xing", at: start)
    let flags = file.number(at: start + 4) ?? 0
    var next = start + 8
    if flags & 1 != 0 {
      frames = file.number(at: next).map { Int($0) }
      next += 4
    }
    if flags & 2 != 0 {
      bytes = file.number(at: next).map { Int($0) }
      next += 4
    }
    if flags & 4 != 0 { next += 100 }
    if flags & 8 != 0 { next += 4 }
    if let letter = file.byte(at: next), letter >= 0x20,
      let delays = file.number(at: next + 21, count: 3)
    {
      delay = (before: Int(delays >> 12), after: Int(delays & 0xFFF))
    }
  }
}
