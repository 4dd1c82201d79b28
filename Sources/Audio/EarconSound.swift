// SPDX-License-Identifier: GPL-3.0-or-later

internal import Glibc

/// How the earcons sound: sines with soft edges (docs/interaction.md §4).
enum EarconSound {
  /// −20 dB below full scale.
  private static let level = 0.1

  /// A sine that glides from one pitch to another.
  private struct Tone {
    var from: Double
    var to: Double
    var milliseconds: Double
    var level = EarconSound.level
  }

  private static func tones(of earcon: Earcon) -> [Tone] {
    switch earcon {
    case .step: [Tone(from: 4000, to: 4000, milliseconds: 4)]
    case .play: [Tone(from: 500, to: 750, milliseconds: 60)]
    case .pause: [Tone(from: 750, to: 500, milliseconds: 60)]
    case .edge: [Tone(from: 1000, to: 1000, milliseconds: 40)]
    case .wrap: [Tone(from: 2000, to: 2000, milliseconds: 20)]
    case .refused:
      [
        Tone(from: 200, to: 200, milliseconds: 60), Tone(from: 0, to: 0, milliseconds: 40),
        Tone(from: 200, to: 200, milliseconds: 60),
      ]
    case .error: [Tone(from: 400, to: 200, milliseconds: 200)]
    case .working: [Tone(from: 300, to: 300, milliseconds: 60, level: level / 2)]
    }
  }

  /// The mono samples of `earcon`.
  static func samples(of earcon: Earcon, sampleRate: Int) -> [Float] {
    tones(of: earcon).flatMap { samples(of: $0, sampleRate: Double(sampleRate)) }
  }

  private static func samples(of tone: Tone, sampleRate: Double) -> [Float] {
    let count = Int(tone.milliseconds * sampleRate / 1000)
    let edge = min(Double(count) / 2, sampleRate * 0.002)
    var phase = 0.0
    return (0..<count).map { index in
      let place = Double(index) + 0.5
      let fade = min(1, place / edge, (Double(count) - place) / edge)
      phase +=
        2 * Double.pi / sampleRate * (tone.from + (tone.to - tone.from) * place / Double(count))
      return Float(tone.level * 0.5 * (1 - cos(Double.pi * fade)) * sin(phase))
    }
  }
}
