// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// A playlist of 40 tracks with titles to tell them by.
struct NamedTracks {
  /// Their titles, in the order of the playlist.
  static let names = [
    "Amber Road", "Blue Lantern", "Copper Moon", "Distant Shore", "Early Train", "Falling Leaves",
    "Golden Hour", "Hollow Hill", "Island Bell", "Harvest Moon", "Jasmine Tea", "Kitchen Waltz",
    "Lemon Tree", "Midnight Ferry", "Northern Light", "Old Harbour", "Paper Kite", "Quiet Street",
    "River Song", "Silver Thread", "Tall Grass", "Winter Road", "Umbrella Dance", "Velvet Rain",
    "Yellow Door", "Apple Orchard", "Broken Clock", "Candle Smoke", "Dusty Mirror",
    "Evening Prayer",
    "Forgotten Path", "Green Valley", "Summer Cabin", "Morning Market", "Little Sparrow",
    "Painted Wagon", "Rolling Thunder", "Sleeping Village", "Winter Garden", "Zebra Crossing",
  ]
  /// The lengths that occur, in seconds.
  static let lengths = [70, 80, 90, 95]

  /// The playlist.
  let path: String
  private let scratch: ScratchFolder

  /// Makes music of each length once, and names it 40 times.
  init() throws {
    let folder = try ScratchFolder("list")
    scratch = folder
    path = "\(folder.path)/songs.m3u8"
    let music = try Self.lengths.map { try Self.music(seconds: $0, in: folder.path) }
    var list = "#EXTM3U\n"
    for (index, name) in Self.names.enumerated() {
      let file = "\(index + 1).mp3"
      let bytes = Self.tag(title: name) + music[index * 7 % music.count]
      try ByteFile.write(bytes, to: "\(folder.path)/\(file)")
      list += file + "\n"
    }
    try TextFile.write(list, to: path)
  }

  /// Two low tones, softly; what lame makes of them.
  private static func music(seconds: Int, in folder: String) throws -> [UInt8] {
    guard let lame = Executable.find("lame") else {
      throw SpawnFailure(description: "lame is not installed")
    }
    // Two seconds hold whole waves of both.
    let wave = (0..<32_000).flatMap { frame in
      let turn = 2 * Double.pi * Double(frame) / 16_000
      let sample = Int16(1200 * (sin(55 * turn) + sin(82.5 * turn)))
      return [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
    }
    let samples = Array(
      repeatElement(wave, count: seconds / 2 + 1).joined().prefix(seconds * 32_000))
    let (raw, mp3) = ("\(folder)/music.raw", "\(folder)/music.mp3")
    try ByteFile.write(samples, to: raw)
    let encoder = try ChildProcess(
      lame, ["--quiet", "-r", "-s", "16", "-m", "m", "--bitwidth", "16", "-b", "64", raw, mp3],
      environment: ["LC_ALL": "C.UTF-8"], descriptors: (-1, -1, -1))
    guard encoder.end(within: 60) == .exit(0), let bytes = ByteFile.read(mp3) else {
      throw SpawnFailure(description: "lame did not encode \(raw)")
    }
    return bytes
  }

  /// An ID3v2.3 tag with a title in Latin 1.
  private static func tag(title: String) -> [UInt8] {
    let text = [0] + Array(title.utf8)
    let frame = Array("TIT2".utf8) + [0, 0, 0, UInt8(text.count), 0, 0] + text
    return Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
  }
}
