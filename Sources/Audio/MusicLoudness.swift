// SPDX-License-Identifier: GPL-3.0-or-later

/// How loud the music has been lately: the greatest momentary loudness (400 ms) of the last three
/// seconds in which music sounded. Owned by the output thread.
///
/// Every second frame is measured, without a filter before: what folds down keeps its power, and
/// the weighting is nearly flat where music has its energy, so the figure is right to a few tenths
/// and costs half.
struct MusicLoudness {
  private var left: KWeighting
  private var right: KWeighting
  private var skips = false
  private let blockLength: Int
  private var counted = 0
  private var sum = 0.0
  /// Mean squares of the last four blocks of 100 ms, newest first.
  private var recent = InlineArray<4, Double>(repeating: 0)
  private var known = 0
  private var momentary = InlineArray<30, Double>(repeating: 0)
  private var place = 0
  private var greatest = 0.0

  init(sampleRate: Int) {
    left = KWeighting(sampleRate: Double(sampleRate) / 2)
    right = left
    blockLength = sampleRate / 20
  }

  /// The loudness in LUFS; far below everything when no music has sounded yet.
  var lufs: Float {
    @_noLocks get { -0.691 + binaryLogarithm(Float(greatest)) * (decibelsPerOctave / 2) }
  }

  /// Takes `frames` stereo frames.
  @_noLocks
  mutating func measure(_ samples: UnsafeMutablePointer<Float>, frames: Int) {
    var at = skips ? 1 : 0
    while at < frames {
      let count = min((frames - at + 1) / 2, blockLength - counted)
      unsafe accumulate(samples + 2 * at, count: count)
      at += 2 * count
      counted += count
      if counted == blockLength { closeBlock() }
    }
    skips = at > frames
  }

  @_noLocks
  private mutating func accumulate(_ samples: UnsafeMutablePointer<Float>, count: Int) {
    var leftFilter = left
    var rightFilter = right
    var total = 0.0
    for i in 0..<count {
      let l = unsafe leftFilter.next(Double(samples[4 * i]))
      let r = unsafe rightFilter.next(Double(samples[4 * i + 1]))
      total += l * l + r * r
    }
    left = leftFilter
    right = rightFilter
    sum += total
  }

  @_noLocks
  private mutating func closeBlock() {
    recent[3] = recent[2]
    recent[2] = recent[1]
    recent[1] = recent[0]
    recent[0] = sum / Double(blockLength)
    // Music that has just begun is judged by what there is of it.
    known = min(known + 1, 4)
    var total = 0.0
    for i in 0..<known { total += recent[i] }
    momentary[place] = total / Double(known)
    place = place + 1 == momentary.count ? 0 : place + 1
    greatest = 0
    for i in 0..<momentary.count { greatest = max(greatest, momentary[i]) }
    sum = 0
    counted = 0
    left.settle()
    right.settle()
  }
}
