// SPDX-License-Identifier: GPL-3.0-or-later
import ALSA
import Audio
import Engine
import Interaction
import MPG123
import Speech
import Terminal

/// The little programs inside the program, for people who report bugs: `eyemusix probe …`.
enum Probe: Equatable {
  case decode([UInt8])
  case say(String)
  case output
  case keys

  /// Reads what follows the word "probe".
  init(_ arguments: [[UInt8]]) throws(OptionsError) {
    let words = arguments.map { Options.text($0) }
    switch (words.first, words.count) {
    case ("decode", 2): self = .decode(arguments[1])
    case ("say", 2): self = .say(words[1])
    case ("output", 1): self = .output
    case ("keys", 1): self = .keys
    case ("decode", _), ("say", _), ("output", _), ("keys", _), (nil, _), ("", _):
      throw .wrongProbe
    case (let word?, _): throw .badValue(option: "probe", value: word, expected: .usageProbe)
    }
  }

  /// Runs the probe; prints lines of `name: value` for a report, returns the exit code.
  func run(_ parts: EngineParts, _ words: Words) -> Int32 {
    switch self {
    case .decode(let path): decode(path, words)
    case .say(let text): say(text, parts, words)
    case .output: output(parts, words)
    case .keys: keys()
    }
  }

  private func decode(_ path: [UInt8], _ words: Words) -> Int32 {
    do throws(DecodingError) {
      let decoder = try MPG123Decoders().open(path)
      Print.line("format: \(decoder.format.sampleRate) Hz, \(decoder.format.channels)")
      Print.line("length: \(decoder.length)")
      var block = [Float](repeating: 0, count: 8192)
      var (frames, peak) = (0, Float(0))
      while true {
        let count = try unsafe block.withUnsafeMutableBufferPointer {
          buffer throws(DecodingError) in try unsafe decoder.read(into: buffer)
        }
        guard count > 0 else { break }
        frames += count
        for sample in block.prefix(count * decoder.format.channels) {
          peak = max(peak, abs(sample))
        }
      }
      Print.line("decoded: \(frames)")
      Print.line("peak: \(peak)")
      return 0
    } catch {
      Print.line(words.reason(error))
      return 1
    }
  }

  private func say(_ text: String, _ parts: EngineParts, _ words: Words) -> Int32 {
    do throws(SpeechError) {
      guard let voice = try parts.voice?.make() else { return 1 }
      let spoken = SpokenText(text).text
      var (chunks, samples, peak) = (0, 0, Int16(0))
      _ = try unsafe voice.synthesize(spoken, rate: 220) { chunk in
        chunks += 1
        samples += chunk.count
        for index in 0..<chunk.count {
          peak = max(peak, Int16(clamping: Int(unsafe chunk[index]).magnitude))
        }
        return true
      }
      Print.line("text: \(spoken)")
      Print.line("chunks: \(chunks)")
      Print.line("samples: \(samples) at \(voice.sampleRate) Hz")
      Print.line("peak: \(peak)")
      return 0
    } catch {
      Print.line(words.reason(error))
      return 1
    }
  }

  private func output(_ parts: EngineParts, _ words: Words) -> Int32 {
    do throws(OutputError) {
      let device = (parts.device as? StandInDevice)?.wanted ?? parts.device
      let output = try device.open(parts.latency)
      let configuration = output.configuration
      Print.line("device: \(device.name)")
      Print.line("rate: \(configuration.sampleRate) Hz")
      Print.line("period: \(configuration.periodFrames), buffer: \(configuration.bufferFrames)")
      output.close()
      return 0
    } catch {
      Print.line(words.reason(error))
      return 1
    }
  }

  /// Prints what each key is taken for, until `q` or the end of input.
  private func keys() -> Int32 {
    let terminal = Terminal()
    defer { terminal.close() }
    var decoder = KeyDecoder()
    while true {
      let wait = decoder.deadline.map { max(0, ($0 - Clock.now).wholeMilliseconds) } ?? -1
      Descriptors.wait(for: [terminal.inputDescriptor], milliseconds: wait)
      var events = decoder.timeout(now: Clock.now)
      switch terminal.readAvailable() {
      case .bytes(let bytes):
        Print.line("bytes: \(bytes)")
        events += decoder.feed(bytes, now: Clock.now)
      case .nothing: break
      case .endOfInput: return 0
      }
      for event in events where event != .touched { Print.line("\(event)") }
      if events.contains(.key(.character("q"))) { return 0 }
    }
  }
}
