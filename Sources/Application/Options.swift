// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Speech

/// What the command line asks for.
struct Options: Equatable {
  /// Where the sound goes.
  enum Sink: Equatable {
    case device
    case null
    case wav([UInt8])
  }

  /// What is done instead of playing.
  enum Errand: Equatable {
    case help
    case version
    case selfTest
    case probe(Probe)
  }

  /// Files, folders and playlists, as the system gave them.
  var sources: [[UInt8]] = []
  var errand: Errand?
  var isShuffled = false
  /// The track to begin with, counted from 1.
  var start: Int?
  var volume: Int?
  var rate: Int?
  var voice: String?
  var voicesFolder: [UInt8]?
  var ducking = Ducking.automatic
  var device = Composition.usualDevice
  var sink = Sink.device
  var isFast = false
  var latency = Latency.normal
  var isPlain = false
  var isSilent = false
  var quitsAtEnd = false
  var resumes = false
  var speechLog: [UInt8]?
}

/// What is wrong with a command line.
enum OptionsError: Error, Equatable {
  case unknown(option: String)
  case missingValue(option: String)
  case unexpectedValue(option: String)
  case badValue(option: String, value: String, expected: ProgramPhrase)
  case needs(option: String, other: String)
  /// After "probe" stands nothing, or too little, or too much.
  case wrongProbe
  case emptyName
}

extension Options {
  /// Reads the arguments after the program's name.
  init(_ arguments: [[UInt8]]) throws(OptionsError) {
    self.init()
    var reader = ArgumentReader(arguments)
    if arguments.first.map({ Self.text($0) }) == "probe" {
      errand = .probe(try Probe(Array(arguments.dropFirst())))
      return
    }
    while let argument = reader.next() {
      switch argument {
      case .operand(let bytes):
        guard !bytes.isEmpty else { throw .emptyName }
        sources.append(bytes)
      case .option(let name): try take(name, &reader)
      }
    }
    if isFast, sink == .device { throw .needs(option: "--fast", other: "--output") }
  }

  private mutating func take(_ name: String, _ reader: inout ArgumentReader) throws(OptionsError) {
    if try takeSwitch(name, &reader) { return }
    switch name {
    case "--start": start = try reader.number(name, 1...1_000_000, .expectedStart)
    case "--volume": volume = try reader.number(name, 0...200, .expectedVolume)
    case "--rate": rate = SpeechRate.allowed(try reader.number(name, 80...1200, .expectedRate))
    case "--voice": voice = Self.text(try reader.value(name))
    case "--voices": voicesFolder = try reader.value(name)
    case "--duck": ducking = try Self.ducking(name, try reader.value(name))
    case "--device": device = Self.text(try reader.value(name))
    case "--output": sink = try Self.sink(name, try reader.value(name))
    case "--latency":
      let value = Self.text(try reader.value(name))
      guard let latency = Latency(rawValue: value) else {
        throw .badValue(option: name, value: value, expected: .expectedLatency)
      }
      self.latency = latency
    case "--speech-log": speechLog = try reader.value(name)
    default: throw .unknown(option: name)
    }
  }

  /// Takes an option without a value; `false` if it is not one.
  private mutating func takeSwitch(_ name: String, _ reader: inout ArgumentReader)
    throws(OptionsError) -> Bool
  {
    switch name {
    case "--help", "-h": errand = .help
    case "--version": errand = .version
    case "--selftest": errand = .selfTest
    case "--shuffle": isShuffled = true
    case "--fast": isFast = true
    case "--plain": isPlain = true
    case "--no-speech": isSilent = true
    case "--quit-at-end": quitsAtEnd = true
    case "--resume": resumes = true
    default: return false
    }
    try reader.refuseValue(name)
    return true
  }

  private static func ducking(_ name: String, _ value: [UInt8]) throws(OptionsError) -> Ducking {
    let value = text(value)
    if value == "auto" { return .automatic }
    if value.hasPrefix("fixed:"), let decibels = Float(value.dropFirst(6)),
      (0...60).contains(decibels)
    {
      return .fixed(decibels: decibels)
    }
    throw .badValue(option: name, value: value, expected: .expectedDucking)
  }

  private static func sink(_ name: String, _ value: [UInt8]) throws(OptionsError) -> Sink {
    if value == Array("null".utf8) { return .null }
    if value.starts(with: "wav:".utf8), value.count > 4 { return .wav(Array(value.dropFirst(4))) }
    throw .badValue(option: name, value: text(value), expected: .expectedOutput)
  }

  /// Bytes as text, repaired where they are not UTF-8.
  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}

/// Walks over arguments: `--name value`, `--name=value`, `--` and operands.
struct ArgumentReader {
  enum Argument {
    case operand([UInt8])
    case option(String)
  }

  private var rest: ArraySlice<[UInt8]>
  private var attached: [UInt8]?
  private var onlyOperands = false

  init(_ arguments: [[UInt8]]) { rest = arguments[...] }

  mutating func next() -> Argument? {
    guard let argument = rest.popFirst() else { return nil }
    let dash = UInt8(ascii: "-")
    if onlyOperands || argument.first != dash || argument.count < 2 { return .operand(argument) }
    if argument == [dash, dash] {
      onlyOperands = true
      return rest.popFirst().map { .operand($0) }
    }
    if argument.starts(with: [dash, dash]), let equals = argument.firstIndex(of: UInt8(ascii: "="))
    {
      attached = Array(argument[(equals + 1)...])
      return .option(Options.text(Array(argument[..<equals])))
    }
    attached = nil
    return .option(Options.text(argument))
  }

  mutating func value(_ name: String) throws(OptionsError) -> [UInt8] {
    if let attached {
      self.attached = nil
      guard !attached.isEmpty else { throw .missingValue(option: name) }
      return attached
    }
    guard let value = rest.popFirst(), !value.isEmpty else { throw .missingValue(option: name) }
    return value
  }

  mutating func number(_ name: String, _ range: ClosedRange<Int>, _ expected: ProgramPhrase)
    throws(OptionsError) -> Int
  {
    let value = Options.text(try value(name))
    guard let number = Int(value), range.contains(number) else {
      throw .badValue(option: name, value: value, expected: expected)
    }
    return number
  }

  mutating func refuseValue(_ name: String) throws(OptionsError) {
    guard attached == nil else { throw .unexpectedValue(option: name) }
  }
}
