// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine
import Speech
import TestSupport
import Testing

struct SpeechTests {
  private let tenWords = "one two three four five six seven eight nine ten"

  @Test func `What is said is heard from its first to its last sample`() throws {
    let rig = Rig()
    defer { rig.end() }
    rig.say(1, tenWords, rate: 200)
    #expect(rig.step { $0.isNews(.speechEnded, 1) } != nil)
    rig.step()
    let start = try #require(rig.frame(of: .speechStarted, 1))
    let end = try #require(rig.frame(of: .speechEnded, 1))
    // Ten words at 200 words a minute are three seconds.
    #expect(abs(end - start - 144_000) < 500)
    let left = rig.channel()
    #expect(left[start..<end - 200].allSatisfy { $0.magnitude < 0.71 })
    #expect(left[..<start].allSatisfy { $0 == 0 })
    #expect(left[start + 100] != 0)
    #expect(rig.script.texts == [tenWords])
    #expect(rig.script.spoken.first?.rate == 200)
    #expect(rig.script.spoken.first?.end == .finished)
  }

  @Test func `The first samples are heard before the voice has made the last`() {
    // A minute of speech: the ring holds ten seconds of it.
    let rig = Rig(pace: .device)
    defer { rig.end() }
    rig.say(1, Array(repeating: tenWords, count: 20).joined(separator: " "), rate: 200)
    #expect(rig.step { $0.isNews(.speechStarted, 1) } != nil)
    #expect(rig.script.spoken.first?.end == nil)
    #expect(rig.engine.answeredUtterance == 1)
    rig.engine.hush()
    #expect(rig.step { $0.isNews(.speechCut, 1) } != nil)
    #expect(MonotonicTime.wait { rig.script.spoken.first?.end == .aborted })
  }

  @Test func `A text longer than what lies ready is said to its end, without a gap`() throws {
    let rig = Rig()
    defer { rig.end() }
    rig.say(1, Array(repeating: tenWords, count: 4).joined(separator: " "), rate: 200)
    #expect(rig.step(most: 3_000) { $0.isNews(.speechEnded, 1) } != nil)
    rig.step()
    let start = try #require(rig.frame(of: .speechStarted, 1))
    let end = try #require(rig.frame(of: .speechEnded, 1))
    #expect(abs(end - start - 12 * 48_000) < 500)
    // The voice is a tone: it is nowhere still for a millisecond.
    let left = rig.channel()
    var still = 0
    for sample in left[(start + 100)..<(end - 300)] {
      still = sample == 0 ? still + 1 : 0
      guard still > 48 else { continue }
      Issue.record("a gap")
      break
    }
  }

  @Test func `What is said later takes the place of what is being said`() throws {
    let rig = Rig()
    defer { rig.end() }
    rig.say(1, tenWords)
    #expect(rig.step { $0.isNews(.speechStarted, 1) } != nil)
    rig.say(2, "stop")
    #expect(rig.step { $0.isNews(.speechEnded, 2) } != nil)
    let cut = try #require(rig.frame(of: .speechCut, 1))
    let start = try #require(rig.frame(of: .speechStarted, 2))
    #expect(cut < start + 480)
    #expect(rig.frame(of: .speechEnded, 1) == nil)
  }

  @Test func `Of many texts in a row the last is said`() {
    let rig = Rig()
    defer { rig.end() }
    for number in 1...200 { rig.say(UInt32(number), "number \(number)") }
    #expect(rig.step { $0.isNews(.speechEnded, 200) } != nil)
    #expect(rig.news(.speechEnded).map(\.id) == [200])
    #expect(rig.news(.speechStarted).last?.id == 200)
    #expect(rig.script.texts.last == "number 200")
  }

  @Test func `A hush cuts within a period`() throws {
    let rig = Rig()
    defer { rig.end() }
    rig.say(1, tenWords)
    rig.step { $0.isNews(.speechStarted, 1) }
    rig.step(20)
    let hushed = rig.tape.frames
    rig.engine.hush()
    rig.step(5)
    #expect(rig.channel()[(hushed + 480)...].allSatisfy { $0 == 0 })
    #expect(rig.frame(of: .speechCut, 1) != nil)
  }

  @Test func `A hush in the middle of the synthesis ends it`() {
    let rig = Rig(pace: .device)
    defer { rig.end() }
    rig.script.stall()
    rig.say(1, tenWords)
    #expect(MonotonicTime.wait { rig.script.spoken.count == 1 })
    rig.engine.hush()
    rig.script.resume()
    #expect(MonotonicTime.wait { rig.script.spoken.first?.end == .aborted })
    rig.step(20)
    #expect(rig.news(.speechStarted).isEmpty)
    #expect(rig.tape.samples.allSatisfy { $0 == 0 })
  }

  @Test func `A voice that hangs has not answered; afterwards it speaks again`() {
    let rig = Rig(pace: .device)
    defer { rig.end() }
    rig.script.stall()
    rig.say(7, "first")
    rig.step(100)
    #expect(rig.engine.answeredUtterance == 0)
    rig.say(8, "second")
    rig.script.resume()
    #expect(rig.step { $0.isNews(.speechEnded, 8) } != nil)
    #expect(rig.engine.answeredUtterance == 8)
    #expect(rig.news(.speechStarted).map(\.id) == [8])
  }

  @Test func `Text without a sound is over at once`() {
    let rig = Rig()
    defer { rig.end() }
    rig.say(1, "   ")
    #expect(rig.step { $0.isNews(.speechEnded, 1) } != nil)
    #expect(rig.news(.speechStarted).isEmpty)
  }

  // MARK: - Failures

  @Test func `A voice that cannot start is told, and for every text again`() {
    let rig = Rig(ToneDecoders(), voice: RecordingVoices(failure: .noData))
    defer { rig.end() }
    #expect(rig.wait { $0 == .voiceFailed(utterance: nil, .noData) } != nil)
    rig.say(1, "hello")
    #expect(rig.wait { $0 == .voiceFailed(utterance: 1, .noData) } != nil)
    #expect(MonotonicTime.wait { rig.engine.answeredUtterance == 1 })
    #expect(rig.step(5))
  }

  @Test func `Where there is no voice every text fails`() {
    let rig = Rig(ToneDecoders(), hasVoice: false)
    defer { rig.end() }
    rig.say(3, "hello")
    #expect(rig.wait { $0 == .voiceFailed(utterance: 3, .noData) } != nil)
    #expect(rig.step(5))
  }

  @Test func `A text that the voice refuses is told, and the next one is said`() {
    let rig = Rig()
    defer { rig.end() }
    rig.script.failNext(.other("no"))
    rig.say(1, "hello")
    #expect(rig.wait { $0 == .voiceFailed(utterance: 1, .other("no")) } != nil)
    rig.say(2, "hello")
    #expect(rig.step { $0.isNews(.speechEnded, 2) } != nil)
  }

  @Test func `A voice that breaks off in the middle leaves silence behind, and rest`() {
    let rig = Rig(ToneDecoders(), pace: .device, voice: BreakingVoices())
    defer { rig.end() }
    rig.say(1, "hello")
    #expect(rig.wait { $0 == .voiceFailed(utterance: 1, .other("broken")) } != nil)
    #expect(rig.step { $0.isNews(.speechEnded, 1) } != nil)
    rig.gate?.letThrough(1_200)
    #expect(MonotonicTime.wait { rig.tape.timesClosed == 1 })
  }

  @Test func `Another voice speaks from the next text on; an unknown one changes nothing`() {
    let rig = Rig()
    defer { rig.end() }
    rig.engine.selectVoice("de")
    rig.say(1, "eins")
    rig.step { $0.isNews(.speechEnded, 1) }
    rig.engine.selectVoice("nobody")
    rig.say(2, "zwei")
    #expect(rig.wait { $0 == .voiceFailed(utterance: nil, .voiceNotFound("nobody")) } != nil)
    #expect(rig.step { $0.isNews(.speechEnded, 2) } != nil)
    #expect(rig.script.spoken.map(\.voice) == ["de", "de"])
  }

  // MARK: - With music

  @Test func `The music gives way to the voice and comes back`() throws {
    let rig = Rig(SignalDecoders { _ in 0.25 })
    defer { rig.end() }
    rig.engine.play(SignalDecoders.request(1, 0, 480_000), at: 0)
    rig.step(100)
    #expect(rig.channel().last == 0.25)
    rig.say(1, tenWords, rate: 400)
    #expect(rig.step { $0.isNews(.speechEnded, 1) } != nil)
    let start = try #require(rig.frame(of: .speechStarted, 1))
    // The pretended voice swings around the ducked music.
    let voiced = rig.channel()[(start + 14_400)..<(start + 48_000)]
    let middle = voiced.reduce(0, +) / Float(voiced.count)
    #expect(middle < 0.07)
    rig.step(150)
    #expect(rig.channel().last == 0.25)
    #expect(rig.news(.starved).isEmpty)
  }
}

/// A voice that fails after some samples.
private struct BreakingVoices: SpeechSynthesizerProvider {
  func make() throws(SpeechError) -> any SpeechSynthesizer { BreakingVoice() }

  private final class BreakingVoice: SpeechSynthesizer {
    let sampleRate = 22_050

    func synthesize(
      _ text: String, rate: Int, sink: (UnsafeBufferPointer<Int16>) -> Bool
    ) throws(SpeechError) -> SynthesisEnd {
      let samples = [Int16](repeating: 9_000, count: 5_000)
      _ = samples.withUnsafeBufferPointer { sink($0) }
      throw .other("broken")
    }

    func selectVoice(_ name: String) throws(SpeechError) {}
  }
}
