// SPDX-License-Identifier: GPL-3.0-or-later
import Speech
import Testing

@Suite struct `The speech log` {
  private let first = UtteranceID(rawValue: 1)
  private let second = UtteranceID(rawValue: 2)

  @Test func `tells what sounded from frame to frame`() {
    var log = SpeechLog()
    log.requested(first, "volume 65", .message, at: .milliseconds(1_500))
    #expect(log.started(first, frame: 4_800)?.outcome == .speaking)
    let entry = log.ended(first, frame: 48_000)
    #expect(
      entry?.jsonLine
        == #"{"id":1,"priority":"message","outcome":"spoken","requested_us":1500000,"start_frame":4800,"end_frame":48000,"text":"volume 65"}"#
    )
    #expect(entry?.isOver == true)
  }

  @Test func `tells what was cut, dropped and failed`() {
    var log = SpeechLog()
    log.requested(first, "one", .text, at: .zero)
    log.requested(second, "two", .notification, at: .zero)
    log.started(first, frame: 10)
    #expect(log.cut(first, frame: 20)?.endFrame == 20)
    #expect(log.cut(second, frame: 20)?.endFrame == nil, "it never sounded")
    let third = UtteranceID(rawValue: 3)
    let fourth = UtteranceID(rawValue: 4)
    log.requested(third, "three", .progress, at: .zero)
    log.requested(fourth, "four", .important, at: .zero)
    log.dropped(third)
    log.failed(fourth)
    #expect(log.entries.map(\.outcome) == [.cut, .cut, .dropped, .failed])
    #expect(log.entries.map(\.text) == ["one", "two", "three", "four"])
  }

  @Test func `late and unknown reports change nothing`() {
    var log = SpeechLog()
    log.requested(first, "one", .text, at: .zero)
    log.ended(first, frame: 5)
    #expect(log.cut(first, frame: 9) == nil)
    #expect(log.started(second, frame: 9) == nil)
    #expect(log.entries.map(\.outcome) == [.spoken])
  }

  @Test func `keeps the last entries`() {
    var log = SpeechLog(keeping: 3)
    for number in 1...10 {
      log.requested(UtteranceID(rawValue: UInt32(number)), "\(number)", .text, at: .zero)
    }
    #expect(log.entries.map(\.text) == ["8", "9", "10"])
  }

  @Test func `lines are JSON whatever the text`() {
    var log = SpeechLog()
    let entry = log.requested(first, "a\"b\\c\nd\u{1}é\u{2028}🎵", .text, at: .zero)
    #expect(entry.jsonLine.hasSuffix(#""text":"a\"b\\c\u000ad\u0001é\u2028🎵"}"#))
    #expect(entry.jsonLine.contains(#""start_frame":null,"end_frame":null"#))
  }
}
