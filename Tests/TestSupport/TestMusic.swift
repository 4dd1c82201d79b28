// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Music made for measuring: low tones only, so that what is above 1 kHz is the voice.
public enum TestMusic {
  /// An MP3 of so many seconds with a title, made with `lame`; returns its path. Two tones, of 105
  /// and 175 Hz, that come up within half a second: a hard beginning would have treble.
  public static func make(_ title: String, seconds: Int, in folder: String) throws -> String {
    let period = (0..<1260).map { frame in
      let turn = 2 * Double.pi * Double(frame) / 44_100
      return Float(0.08 * (sin(105 * turn) + sin(175 * turn)))
    }
    var samples: [Float] = []
    samples.reserveCapacity(seconds * 44_100)
    for _ in 0..<(seconds * 35) { samples += period }
    for frame in 0..<min(22_050, samples.count) { samples[frame] *= Float(frame) / 22_050 }
    return try encode(samples, title, in: folder)
  }

  /// An MP3 of these samples (one channel, 44100 Hz), made with `lame`; returns its path.
  public static func encode(
    _ samples: [Float], _ title: String, in folder: String
  ) throws -> String {
    guard let lame = Executable.find("lame") else {
      throw SpawnFailure(description: "lame is not installed")
    }
    let (wav, mp3) = ("\(folder)/\(title).wav", "\(folder)/\(title).mp3")
    try WAVFile(rate: 44_100, channels: 1, samples: samples).write(to: wav)
    let encoder = try ChildProcess(
      lame,
      ["--quiet", "-b", "128", "--tt", title, "--ta", "EyeMusix", "--id3v2-only", wav, mp3],
      environment: ["LC_ALL": "C.UTF-8"], descriptors: (-1, -1, -1))
    guard encoder.end(within: 120) == .exit(0) else {
      throw SpawnFailure(description: "lame did not encode \(wav)")
    }
    unlink(wav)
    return mp3
  }
}
