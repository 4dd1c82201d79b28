// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// Music whose pitch tells its place: a tone that rises evenly.
struct RisingTone {
  /// Hertz at the start.
  let lowest: Double
  /// Hertz more in a second.
  let slope: Double

  /// So many seconds of it as an MP3; returns its path.
  func make(_ title: String, seconds: Int, in folder: String) throws -> String {
    var samples: [Float] = []
    samples.reserveCapacity(seconds * 44_100)
    for frame in 0..<(seconds * 44_100) {
      let time = Double(frame) / 44_100
      let turns = (lowest + slope * time / 2) * time
      samples.append(Float(0.1 * sin(2 * Double.pi * (turns - turns.rounded(.down)))))
    }
    return try TestMusic.encode(samples, title, in: folder)
  }

  /// Seconds from the start of the track at the *end* of what was heard (48 kHz), by the times at
  /// which the wave crosses zero upwards; `nil` when there are fewer than `waves` of them.
  func place(in heard: [Float], waves least: Int = 20) -> Double? {
    var first: Double?
    var last = 0.0
    var waves = -1
    for index in heard.indices.dropFirst() where heard[index - 1] < 0 && heard[index] >= 0 {
      let (before, after) = (Double(heard[index - 1]), Double(heard[index]))
      last = Double(index) - after / (after - before)
      if first == nil { first = last }
      waves += 1
    }
    guard let first, waves >= least else { return nil }
    let hertz = Double(waves) * 48_000 / (last - first)
    let middle = (hertz - lowest) / slope
    return middle + (Double(heard.count) - (first + last) / 2) / 48_000
  }
}
