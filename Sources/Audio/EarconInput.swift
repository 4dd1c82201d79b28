// SPDX-License-Identifier: GPL-3.0-or-later

internal import Synchronization

/// The earcons, rendered when the mixer is made, up to eight at once. Owned by the output thread.
struct EarconInput: ~Copyable {
  private struct Voice {
    var next = 0
    var end = 0
  }

  private let samples: SampleBuffer
  /// Where the earcon of each raw value begins; one more entry than earcons.
  private var starts: InlineArray<17, Int>
  private var playing = InlineArray<8, Voice>(repeating: Voice())
  private var active = 0

  init(sampleRate: Int) {
    let sounds = Earcon.allCases.map { EarconSound.samples(of: $0, sampleRate: sampleRate) }
    samples = SampleBuffer(count: sounds.reduce(0) { $0 + $1.count })
    starts = InlineArray(repeating: 0)
    var at = 0
    for (earcon, sound) in zip(Earcon.allCases, sounds) {
      for (i, sample) in sound.enumerated() { unsafe samples.base[at + i] = sample }
      at += sound.count
      starts[Int(earcon.rawValue) + 1] = at
    }
  }

  /// Whether none sounds.
  var isSilent: Bool {
    @_noLocks get { active == 0 }
  }

  /// Takes what was asked for and adds the next frames to `out` (stereo).
  @_noLocks
  mutating func mix(
    into out: UnsafeMutablePointer<Float>, frames: Int, link: borrowing MixerLink
  ) {
    while let asked = link.earcons.peek() {
      begin(Int(asked.id))
      link.earcons.drop()
    }
    guard active > 0 else { return }
    for index in 0..<playing.count where playing[index].next < playing[index].end {
      let first = playing[index].next
      let count = min(frames, playing[index].end - first)
      for i in 0..<count {
        let sample = unsafe samples.base[first + i]
        unsafe out[2 * i] += sample
        unsafe out[2 * i + 1] += sample
      }
      playing[index].next += count
      if playing[index].next == playing[index].end { active -= 1 }
    }
  }

  /// A ninth at once is left out: eight are answer enough.
  @_noLocks
  private mutating func begin(_ raw: Int) {
    for index in 0..<playing.count where playing[index].next == playing[index].end {
      playing[index] = Voice(next: starts[raw], end: starts[raw + 1])
      active += 1
      return
    }
  }
}
