// SPDX-License-Identifier: GPL-3.0-or-later
import Interaction
import Player
import TestSupport
import Testing

@Suite struct `Times in words` {
  private let phrases: Phrasebook

  init() throws { phrases = try Checkout.englishPhrases() }

  @Test func `every phrase has words`() {
    for key in TimePhrase.allCases { #expect(phrases.has(key), "\(key.rawValue)") }
  }

  @Test(arguments: [
    (0, "0 seconds"), (1, "1 second"), (45, "45 seconds"), (59, "59 seconds"), (60, "1 minute"),
    (61, "1 minute 1"), (192, "3 minutes 12"), (180, "3 minutes"), (3_599, "59 minutes 59"),
    (3_600, "1 hour"), (3_605, "1 hour"), (3_720, "1 hour 2 minutes"), (3_725, "1 hour 2 minutes"),
    (3_755, "1 hour 3 minutes"), (7_200, "2 hours"), (86_399, "1 day"), (97_200, "1 day 3 hours"),
    (98_999, "1 day 3 hours"), (99_000, "1 day 4 hours"), (172_800, "2 days"), (-5, "0 seconds"),
  ])
  func `in at most two units`(seconds: Int, words: String) {
    #expect(phrases.time(.seconds(seconds)) == words)
  }

  @Test(arguments: [
    (192, "3 minutes 12"), (3_605, "1 hour 5 seconds"), (3_725, "1 hour 2 minutes 5 seconds"),
    (3_720, "1 hour 2 minutes"), (90_061, "1 day 1 hour 1 minute 1 second"), (0, "0 seconds"),
    (86_405, "1 day 5 seconds"),
  ])
  func `to the second when asked`(seconds: Int, words: String) {
    #expect(phrases.time(.seconds(seconds), precise: true) == words)
  }

  @Test func `parts of a second are rounded`() {
    #expect(phrases.time(.milliseconds(59_499)) == "59 seconds")
    #expect(phrases.time(.milliseconds(59_500)) == "1 minute")
    #expect(phrases.time(.milliseconds(-900)) == "0 seconds")
    #expect(phrases.time(.milliseconds(3_599_600)) == "1 hour")
  }

  @Test func `no length is too long`() {
    #expect(phrases.time(.seconds(Int64.max)).hasSuffix("days"))
    #expect(phrases.time(.seconds(Int64.min)) == "0 seconds")
  }

  @Test func `a length is known, about or unknown`() {
    #expect(phrases.length(.exact(.seconds(192))) == "3 minutes 12")
    #expect(phrases.length(.about(.seconds(192))) == "about 3 minutes 12")
    #expect(phrases.length(.unknown) == "length unknown")
    #expect(phrases.length(.exact(.seconds(3_725)), precise: true) == "1 hour 2 minutes 5 seconds")
  }

  @Test(arguments: [
    (0, 0, "midnight"), (0, 5, "0 oh 5"), (9, 0, "9 o'clock"), (14, 5, "14 oh 5"),
    (14, 35, "14 35"), (23, 59, "23 59"),
  ])
  func `the time of day`(hour: Int, minute: Int, words: String) {
    #expect(phrases.clock(hour: hour, minute: minute) == words)
  }
}
