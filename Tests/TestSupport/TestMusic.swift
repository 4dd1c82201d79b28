// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Music made for measuring: low tones only, so that what is above 1 kHz is the voice.
public enum TestMusic {
  /// An MP3 of so many seconds with a title, made with `lame`; returns its path.
  public static func make(
    _ title: String, seconds: Int, hertz: [Double] = [110, 165], in folder: String
  ) throws -> String {
    guard let lame = Executable.find("lame") else {
      throw SpawnFailure(description: "lame is not installed")
    }
    let (wav, mp3) = ("\(folder)/\(title).wav", "\(folder)/\(title).mp3")
    var samples: [Float] = []
    samples.reserveCapacity(seconds * 88_200)
    for frame in 0..<(seconds * 44_100) {
      let time = Double(frame) / 44_100
      let sum = hertz.reduce(0) { $0 + sin(2 * Double.pi * $1 * time) }
      // Half a second of rising: a hard beginning would have treble.
      let sample = Float(0.08 * min(1, 2 * time) * sum)
      samples.append(sample)
      samples.append(sample)
    }
    try WAVFile(rate: 44_100, channels: 2, samples: samples).write(to: wav)
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
