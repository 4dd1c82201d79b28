// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// A clause that may be said: words, the sign behind them, and how fast they are said.
struct Clause: Hashable {
  var words: String
  var rate = 220
}

/// Understands what the steady voice says, as long as it is made of clauses it was told of.
/// Nothing but samples goes in.
final class ClauseEar {
  /// What was understood.
  struct Understood {
    var clauses: [Clause]
    /// The weakest of the clauses: 1 would be the same samples, strangers stay under 0.4.
    var score: Float
    /// The sample at which the first word begins, at `ClauseEar.rate`.
    var start: Int
  }

  /// Samples a second in which it listens: the voice's own by half.
  static let rate = 11_025
  /// Quieter is not the voice; the music of the test is.
  private static let audible: Float = 0.012
  /// A clause that fits worse was not said.
  static let threshold: Float = 0.6

  private let voice: ReferenceVoice
  private var known: [Clause: [Float]] = [:]

  init(voice: ReferenceVoice) { self.voice = voice }

  /// What a recording at 48 kHz is to this ear.
  static func sound(_ recording: [Float]) -> [Float] {
    sharpened(thinned(recording, by: 48_000 / Double(rate)))
  }

  /// Whether nothing of the voice is in it.
  static func isQuiet(_ sound: [Float]) -> Bool { !sound.contains { abs($0) > Self.audible } }

  /// Where the voice may begin. Bursts of less than 90 ms may be earcons or short words: each is a
  /// possible beginning. None when there are no longer ones.
  static func starts(of sound: [Float]) -> [Int] {
    let (join, short) = (rate * 30 / 1000, rate * 90 / 1000)
    var (starts, last): ([Int], Int) = ([], 0)
    for index in sound.indices where abs(sound[index]) > audible {
      guard let start = starts.last else {
        starts.append(index)
        last = index
        continue
      }
      if last - start >= short { return starts }
      if index - last > join { starts.append(index) }
      last = index
    }
    return []
  }

  /// The form (a row of places, each the clauses that may stand there) that fits best from one of
  /// `starts` on; `nil` when none fits.
  func understand(_ sound: [Float], from starts: [Int], as forms: [[[Clause]]]) throws
    -> Understood?
  {
    var best: Understood?
    // The last beginning is that of the longer burst: it is nearly always the one.
    for start in starts.reversed() {
      for form in forms where best?.score ?? 0 < 0.85 {
        guard let one = try understand(sound, from: start, as: form) else { continue }
        if one.score > best?.score ?? 0 { best = one }
      }
    }
    return best
  }

  private func understand(_ sound: [Float], from start: Int, as form: [[Clause]]) throws
    -> Understood?
  {
    var understood = Understood(clauses: [], score: 1, start: start)
    var next: Int?
    for place in form {
      var best: (clause: Clause, score: Float, frame: Int)?
      for clause in place {
        let reference = try reference(clause)
        // An earcon may run into the first word; the pauses between clauses vary.
        let expected = next ?? start - Self.onset(of: reference)
        let reach = expected - Self.rate / 20...expected + Self.rate / 8
        let (frame, score) = fit(reference, in: sound, at: reach)
        if score > best?.score ?? Self.threshold { best = (clause, score, frame) }
      }
      guard let best else { return nil }
      let reference = try reference(best.clause)
      if next == nil { understood.start = best.frame + Self.onset(of: reference) }
      understood.clauses.append(best.clause)
      understood.score = min(understood.score, best.score)
      next = best.frame + reference.count
    }
    return understood
  }

  private static func onset(of reference: [Float]) -> Int {
    SpeechOnset.first(in: reference, above: Self.audible) ?? 0
  }

  /// The clause from its first sample to the pause behind it.
  private func reference(_ clause: Clause) throws -> [Float] {
    if let samples = known[clause] { return samples }
    let sound = try voice.renders(clause.words, rate: clause.rate)
    let samples = Self.sharpened(
      Self.thinned(sound.mono, by: Double(sound.rate) / Double(Self.rate)))
    known[clause] = samples
    return samples
  }

  /// Where the reference fits best, and the weakest of its loud pieces of 100 ms there.
  private func fit(_ reference: [Float], in sound: [Float], at reach: ClosedRange<Int>)
    -> (frame: Int, score: Float)
  {
    let length = Self.rate / 10
    let loud = 0.3 * SpeechOnset.level(reference[...])
    let first = max(0, Self.onset(of: reference) - 20)
    let last = (reference.lastIndex { abs($0) > Self.audible } ?? 0) + 1
    var (weakest, frame) = (Float(1), Int?.none)
    var place = first
    while place < last, weakest > Self.threshold {
      // The last piece ends with the last word, so that no ending goes unheard.
      let from = min(place, max(first, last - length))
      let piece = reference[from..<min(last, from + length)]
      place += length
      guard SpeechOnset.level(piece) > loud else { continue }
      let around = frame.map { $0 - 60...$0 + 60 } ?? reach
      let best = self.place(of: Array(piece), in: sound, around.lowerBound + from, around.count)
      frame = best.place - from
      weakest = min(weakest, best.score)
    }
    return (frame ?? reach.lowerBound, frame == nil ? 0 : weakest)
  }

  /// Where the piece fits best among so many places. The first look is coarse, as there is little
  /// above 2 kHz; the good places are looked at again, as voices repeat themselves each period.
  private func place(
    of piece: [Float], in sound: [Float], _ start: Int, _ count: Int
  ) -> (place: Int, score: Float) {
    let places = stride(from: max(0, start), to: start + count, by: 3)
    let rough = places.map { (place: $0, score: likeness(piece, sound, $0)) }
    guard let top = rough.max(by: { $0.score < $1.score }), top.score > 0.4 else {
      return (start, 0)
    }
    var best = top
    for (place, score) in rough where score > top.score - 0.25 {
      for near in [place - 1, place + 1] where near >= 0 {
        let score = likeness(piece, sound, near)
        if score > best.score { best = (near, score) }
      }
    }
    return best
  }

  /// The correlation of the piece with what is at that place; 1 when they are alike.
  private func likeness(_ piece: [Float], _ sound: [Float], _ place: Int) -> Float {
    guard place + piece.count <= sound.count else { return 0 }
    var (product, square, size): (Float, Float, Float) = (0, 0, 0)
    sound.withUnsafeBufferPointer { sound in
      piece.withUnsafeBufferPointer { piece in
        var index = 0
        while index < piece.count {
          let (heard, known) = (sound[place &+ index], piece[index])
          product += heard * known
          square += heard * heard
          size += known * known
          index &+= 1
        }
      }
    }
    return product / max(1e-6, (size * square).squareRoot())
  }

  /// Every so many-th sample, each the mean of its neighbourhood (a triangle): little is left
  /// above 2 kHz, where a sample of misfit would count.
  private static func thinned(_ samples: [Float], by step: Double) -> [Float] {
    let reach = 4 * step
    return samples.withUnsafeBufferPointer { samples in
      (0..<max(0, Int(Double(samples.count) / step) - 2)).map { number in
        let middle = Double(number) * step
        var (sum, weights): (Float, Float) = (0, 0)
        var index = max(0, Int((middle - reach).rounded(.up)))
        while index < samples.count, Double(index) < middle + reach {
          let weight = Float(reach - abs(Double(index) - middle))
          sum += weight * samples[index]
          weights += weight
          index &+= 1
        }
        return sum / weights
      }
    }
  }

  /// Less bass: the voice without the music of the test.
  private static func sharpened(_ samples: [Float]) -> [Float] {
    var before: Float = 0
    return samples.map { sample in
      defer { before = sample }
      return sample - 0.95 * before
    }
  }
}
