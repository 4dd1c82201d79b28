// SPDX-License-Identifier: GPL-3.0-or-later

/// Takes the music down while there is speech: 50 ms down, 250 ms hold, 400 ms up, straight in
/// decibels. Owned by the output thread.
///
/// It is told for every frame whether that frame has speech in it; nothing is switched on that
/// could stay on.
struct Ducker {
  /// Depths and gains in octaves (powers of two), 0 or less.
  private var depth: Float = 0
  private var level: Float = 0
  private var gain: Float = 1
  private var held = 0
  private var rise: Float = 0

  private let attack: Float
  private let hold: Int
  private let release: Float

  /// Frames between two points of the curve; straight lines in between.
  private let grain = 32

  init(sampleRate: Int) {
    attack = Float(sampleRate) * 0.05
    hold = sampleRate / 4
    release = Float(sampleRate) * 0.4
  }

  /// Whether the music has its own level, exactly.
  var isIdle: Bool {
    @_noLocks get { gain == 1 && held == 0 }
  }

  /// Ducks `frames` stereo frames of which the first `speaking` have speech, by `octaves` (not
  /// negative). `deepensOnly`: the depth does not shrink before the utterance is over.
  @_noLocks
  mutating func process(
    _ music: UnsafeMutablePointer<Float>, frames: Int, speaking: Int, octaves: Float,
    deepensOnly: Bool
  ) {
    if speaking > 0 {
      depth = deepensOnly && held > 0 ? min(depth, -octaves) : -octaves
    }
    var at = 0
    while at < frames {
      if at >= speaking && isIdle { return }
      let limit = at < speaking ? speaking - at : (held > 0 ? held : frames)
      let count = min(grain, min(frames - at, limit))
      let next = step(count, speaking: at < speaking)
      unsafe apply(to: music + 2 * at, frames: count, next)
      at += count
    }
  }

  /// Moves the level by `frames` frames and returns the gain there.
  @_noLocks
  private mutating func step(_ frames: Int, speaking: Bool) -> Float {
    if speaking {
      held = hold
    } else if held > 0 {
      held -= frames
      if held == 0 { rise = -level / release }
    }
    let n = Float(frames)
    if held > 0 {
      if level > depth {
        level = max(depth, level + depth / attack * n)
      } else if level < depth {
        // Back from a deeper utterance: no faster than any release.
        level = min(depth, level - depth / release * n)
        if depth == 0 { level = 0 }
      }
    } else {
      level = min(0, level + rise * n)
    }
    return level == 0 ? 1 : powerOfTwo(level)
  }

  @_noLocks
  private mutating func apply(
    to music: UnsafeMutablePointer<Float>, frames: Int, _ next: Float
  ) {
    if next == gain {
      guard gain != 1 else { return }
      for i in 0..<2 * frames { unsafe music[i] *= gain }
      return
    }
    let slope = (next - gain) / Float(frames)
    for i in 0..<frames {
      let g = gain + slope * Float(i + 1)
      unsafe music[2 * i] *= g
      unsafe music[2 * i + 1] *= g
    }
    gain = next
  }
}
