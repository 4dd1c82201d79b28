// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Engine
import Interaction
import MPG123
import Player
import Speech
import SystemOutput
import Terminal

/// `--selftest`: opens decoder, voice and device, prints and says what works.
struct SelfTest {
  let options: Options
  let words: Words
  let voices: [UInt8]

  /// Runs the test; 0 when everything works.
  func run() -> Int32 {
    let diverted = StandardError.divert()
    defer { diverted.putBack() }
    let parts = Composition.parts(options, voices: voices, guarding: nil)
    let decoder = testDecoder()
    let device = testDevice(parts)
    let place = words(.testWords, ["name": .text(readable(voices))])
    let priority = words(RealtimePriority.isGranted ? .testPriority : .testNoPriority)
    for line in [place, decoder.line, device.line, priority] { Print.line(line) }
    let isGood = decoder.isGood && device.isGood
    let verdict = words(isGood ? .testGood : .testBad)
    let voiceWorks = words(.testVoice, ["name": .text(options.voice ?? Composition.defaultVoice)])
    let report = [decoder.line, device.line, priority, voiceWorks, verdict].joined(separator: " ")
    switch LoneSentence.say(SpokenText(report).text, parts, voice: options.voice) {
    case .heard:
      Print.line(voiceWorks)
      Print.line(verdict)
      return isGood ? 0 : 1
    case .noVoice(let error):
      Print.line(words(.testVoiceFailed, ["reason": .text(words.reason(error))]))
    case .notHeard:
      Print.line(words(.testVoiceFailed, ["reason": .text(words(.reasonNotHeard))]))
    }
    Print.line(words(.testBad))
    return 1
  }

  private func testDecoder() -> (isGood: Bool, line: String) {
    guard let name = MPG123Decoders.decoderName else {
      return (false, words(.testDecoderFailed))
    }
    return (true, words(.testDecoder, ["name": .text(name)]))
  }

  private func testDevice(_ parts: EngineParts) -> (isGood: Bool, line: String) {
    let device = (parts.device as? StandInDevice)?.wanted ?? parts.device
    let name = PhraseValue.text(readable(device.name))
    do throws(OutputError) {
      try device.open(options.latency).close()
      return (true, words(.testDevice, ["name": name]))
    } catch {
      return (
        false,
        words(.testDeviceFailed, ["name": name, "reason": .text(words.reason(error))])
      )
    }
  }
}
