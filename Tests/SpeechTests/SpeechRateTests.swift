// SPDX-License-Identifier: GPL-3.0-or-later
import Speech
import Testing

@Suite struct `Words a minute` {
  @Test func `every step up is faster, and back down the same way`() {
    var rates = [SpeechRate.slowest]
    while let last = rates.last, last < SpeechRate.fastest { rates.append(SpeechRate.faster(last)) }
    #expect(
      rates == Array(stride(from: 80, through: 440, by: 10)) + [449]
        + Array(stride(from: 520, through: 1_200, by: 10)))
    for (slower, faster) in zip(rates, rates.dropFirst()) {
      #expect(SpeechRate.slower(faster) == slower)
    }
  }

  @Test func `the ends hold`() {
    #expect(SpeechRate.faster(1_200) == 1_200)
    #expect(SpeechRate.slower(80) == 80)
    #expect(SpeechRate.faster(-5) == 80)
    #expect(SpeechRate.slower(.max) == 1_200)
    #expect(SpeechRate.faster(.max) == 1_200)
    #expect(SpeechRate.slower(.min) == 80)
    #expect(SpeechRate.faster(.min) == 80)
  }

  @Test(arguments: [
    (225, 230, 220), (445, 449, 440), (449, 520, 440), (500, 520, 449), (525, 530, 520),
  ])
  func `between steps the next one is taken`(rate: Int, faster: Int, slower: Int) {
    #expect(SpeechRate.faster(rate) == faster)
    #expect(SpeechRate.slower(rate) == slower)
  }

  @Test(arguments: [(10, 80), (225, 225), (450, 449), (480, 449), (490, 520), (5_000, 1_200)])
  func `a rate asked for is brought to a possible one`(asked: Int, given: Int) {
    #expect(SpeechRate.allowed(asked) == given)
  }
}
