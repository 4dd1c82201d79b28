// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import Glibc
import SystemOutput
import TestSupport
import Testing

@Suite struct WAVFileTests {
  private let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func `the file holds exactly what was written`() throws {
    let output = try file("out.wav").open(.normal)
    var all: [Float] = []
    for period in 0..<7 {
      let samples = (0..<960).map { Float($0 + period * 960) / 10_000 - 0.4 }
      all += samples
      try write(samples, to: output)
    }
    output.close()
    let wave = try Wave(folder.read("out.wav"))
    #expect(wave.format == 3 && wave.channels == 2 && wave.rate == 48_000 && wave.bits == 32)
    #expect(wave.samples == all)
    #expect(wave.declaredFrames == 7 * 480)
  }

  @Test func `a killed program leaves a file that plays`() throws {
    let output = try file("cut.wav").open(.normal)
    for _ in 0..<200 { try write([Float](repeating: 0.25, count: 960), to: output) }
    // Read while it is still being written: as far as the disk knows the program.
    let wave = try Wave(folder.read("cut.wav"))
    #expect(wave.declaredFrames > 100 * 480)
    #expect(wave.samples.allSatisfy { $0 == 0.25 })
    output.close()
  }

  @Test func `an old recording is replaced, anything else is left alone`() throws {
    try folder.write("old.wav", Array("RIFF".utf8) + [UInt8](repeating: 0, count: 100_000))
    let output = try file("old.wav").open(.normal)
    output.close()
    #expect(try Wave(folder.read("old.wav")).samples.isEmpty)

    try folder.write("song.mp3", "ID3 a song")
    #expect(throws: OutputError.other("File exists")) { try file("song.mp3").open(.normal) }
    #expect(try folder.read("song.mp3") == Array("ID3 a song".utf8))

    try folder.write("empty.wav", "")
    try file("empty.wav").open(.normal).close()
  }

  @Test func `places that cannot be written say so`() throws {
    #expect(throws: OutputError.notFound) { try file("no/such/folder.wav").open(.normal) }
    #expect(throws: OutputError.self) { try file("").open(.normal) }
    #expect(throws: OutputError.notFound) {
      try SystemOutput.WAVFile(path: [0x61, 0]).open(.normal)
    }
    let fifo = folder.path + "/fifo"
    #expect(mkfifo(fifo, 0o600) == 0)
    #expect(throws: OutputError.self) {
      try SystemOutput.WAVFile(path: Array(fifo.utf8)).open(.normal)
    }
  }

  @Test(.enabled(if: access("/dev/full", W_OK) == 0))
  func `a full disk is told with the system's words`() throws {
    #expect(throws: OutputError.other("No space left on device")) {
      try SystemOutput.WAVFile(path: Array("/dev/full".utf8), isFast: true).open(.normal)
    }
  }

  @Test func `opened again, the recording goes on`() throws {
    let recording = file("on.wav")
    for value: Float in [0.25, 0.5] {
      let output = try recording.open(.normal)
      try write([Float](repeating: value, count: 960), to: output)
      output.close()
    }
    let wave = try Wave(folder.read("on.wav"))
    #expect(wave.declaredFrames == 2 * 480)
    #expect(
      wave.samples
        == [Float](repeating: 0.25, count: 960) + [Float](repeating: 0.5, count: 960))
  }

  @Test func `a recording that could not be written is not begun anew`() async throws {
    let path = folder.path + "/large.wav"
    await #expect(processExitsWith: .success) { [path = path as String] in
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit(rlim_cur: 10_000, rlim_max: 10_000)
      setrlimit(__rlimit_resource_t(1), &limit)
      let recording = SystemOutput.WAVFile(path: Array(path.utf8), isFast: true)
      let period = [Float](repeating: 0.25, count: 960)
      for _ in 0..<3 {
        do {
          let output = try recording.open(.normal)
          while true { try period.withUnsafeBufferPointer { try output.write($0) } }
        } catch {}
      }
    }
    #expect(try folder.read("large.wav").count == 10_000)
  }

  @Test func `the null device takes everything`() throws {
    let output = try SystemOutput.WAVFile(path: Array("/dev/null".utf8), isFast: true).open(.normal)
    for _ in 0..<100 { try write([Float](repeating: 0, count: 960), to: output) }
    output.close()
  }

  @Test func `names are bytes`() throws {
    let path = Array((folder.path + "/").utf8) + [0xFF, 0xE9, 0x2E]
    try SystemOutput.WAVFile(path: path, isFast: true).open(.normal).close()
    #expect(SystemOutput.WAVFile(path: path).name.hasSuffix("/\u{FFFD}\u{FFFD}."))
  }

  private func file(_ name: String) -> SystemOutput.WAVFile {
    SystemOutput.WAVFile(path: Array((folder.path + "/" + name).utf8), isFast: true)
  }

  private func write(_ samples: [Float], to output: any AudioOutput) throws {
    try output.waitForRoom()
    try samples.withUnsafeBufferPointer { try output.write($0) }
  }
}

/// A WAVE file as a reader sees it: only what the header declares.
private struct Wave {
  var format = 0
  var channels = 0
  var rate = 0
  var bits = 0
  var declaredFrames = 0
  var samples: [Float] = []

  init(_ bytes: [UInt8]) throws {
    func number(_ at: Int, _ count: Int) -> Int {
      (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) }
    }
    try #require(bytes.count >= 12 && bytes[0..<4] == ArraySlice("RIFF".utf8))
    let end = min(bytes.count, 8 + number(4, 4))
    var at = 12
    while at + 8 <= end {
      let size = number(at + 4, 4)
      switch String(decoding: bytes[at..<at + 4], as: UTF8.self) {
      case "fmt ":
        (format, channels) = (number(at + 8, 2), number(at + 10, 2))
        (rate, bits) = (number(at + 12, 4), number(at + 22, 2))
      case "fact": declaredFrames = number(at + 8, 4)
      case "data":
        let data = Array(bytes[(at + 8)..<min(end, at + 8 + size)])
        samples = data.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
      default: break
      }
      at += 8 + size + size % 2
    }
  }
}
