// SPDX-License-Identifier: GPL-3.0-or-later

/// The four bytes in front of every MPEG audio frame.
struct FrameHeader: Hashable {
  /// MPEG 1, or one of its extensions to lower sample rates (2, and the unofficial 2.5).
  enum Version { case one, two, twoAndHalf }

  let version: Version
  /// 1 to 3.
  let layer: Int
  /// Kilobits a second; 0 when the format is free and only the distance of frames tells.
  let kilobits: Int
  /// Hertz.
  let sampleRate: Int
  /// 1 or 2.
  let channels: Int
  let isPadded: Bool
  let hasChecksum: Bool

  /// The header whose four bytes are `bits`, or `nil` when they are none.
  init?(_ bits: UInt32) {
    guard bits & 0xFFE0_0000 == 0xFFE0_0000, bits & 3 != 2 else { return nil }
    switch bits >> 19 & 3 {
    case 0: version = .twoAndHalf
    case 2: version = .two
    case 3: version = .one
    default: return nil
    }
    layer = 4 - Int(bits >> 17 & 3)
    let rate = Int(bits >> 10 & 3)
    let bitRate = Int(bits >> 12 & 15)
    guard layer < 4, rate < 3, bitRate < 15 else { return nil }
    let shift = version == .one ? 0 : version == .two ? 1 : 2
    sampleRate = [44_100, 48_000, 32_000][rate] >> shift
    kilobits = Self.kilobits(version, layer: layer, index: bitRate)
    channels = bits >> 6 & 3 == 3 ? 1 : 2
    isPadded = bits & 0x200 != 0
    hasChecksum = bits & 0x1_0000 == 0
  }

  /// Frames (of samples) in one MPEG frame.
  var sampleFrames: Int {
    switch layer {
    case 1: 384
    case 2: 1152
    default: version == .one ? 1152 : 576
    }
  }

  /// Bytes from this header to the next. `freeSize` is the size without padding of the frames of
  /// a free format.
  func size(freeSize: Int) -> Int {
    let padding = isPadded ? (layer == 1 ? 4 : 1) : 0
    if kilobits == 0 { return freeSize + padding }
    if layer == 1 { return (12_000 * kilobits / sampleRate) * 4 + padding }
    return sampleFrames / 8 * 1000 * kilobits / sampleRate + padding
  }

  /// Where in a frame of layer 3 the sound begins, after header and side information.
  var sideInformationEnd: Int {
    switch (version, channels) {
    case (.one, 2): 4 + 32
    case (.one, _): 4 + 17
    case (_, 2): 4 + 17
    default: 4 + 9
    }
  }

  /// Whether `other` can be a frame of the same stream.
  func isLike(_ other: Self) -> Bool {
    version == other.version && layer == other.layer && sampleRate == other.sampleRate
      && (kilobits == 0) == (other.kilobits == 0)
  }

  private static func kilobits(_ version: Version, layer: Int, index: Int) -> Int {
    let row: [Int]
    switch (version, layer) {
    case (.one, 1): return index * 32
    case (.one, 2): row = [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    case (.one, _): row = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    case (_, 1): row = [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
    default: row = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
    }
    return row[index]
  }
}
