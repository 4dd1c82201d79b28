// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// A speech-dispatcher of our own on the same sound server, with eSpeak NG speaking in the same
/// voice and at the same rate: what a screen reader's user is used to.
final class SpeechDispatcher {
  static var absence: String? {
    let missing = ["speech-dispatcher", "spd-say"].filter { Executable.find($0) == nil }
    return missing.isEmpty ? nil : "not installed: \(missing.joined(separator: ", "))"
  }

  let environment: [String: String]
  private let process: ChildProcess
  private var connection: Int32 = -1

  init(on server: PulseServer, voice: ReferenceVoice) throws {
    guard let program = Executable.find("speech-dispatcher") else {
      throw SpawnFailure(description: "not installed: speech-dispatcher")
    }
    let folder = server.scratch.folder("speechd")
    let socket = "\(folder)/socket"
    try Self.configure(folder)
    var environment = server.environment
    environment["SPEECHD_ADDRESS"] = "unix_socket:\(socket)"
    environment["ESPEAK_DATA_PATH"] = voice.dataFolder
    self.environment = environment
    process = try ChildProcess(
      program,
      [
        "--run-single", "-C", folder, "-c", "unix_socket", "-S", socket, "-L", folder, "-P",
        "\(folder)/pid", "-t", "0",
      ], environment: environment, descriptors: (-1, -1, -1))
    try connect(socket)
  }

  deinit {
    close(connection)
    process.send(signal: SIGTERM)
    _ = process.end(within: 3)
    process.stop()
  }

  private static func configure(_ folder: String) throws {
    try TextFile.write(
      """
      LogLevel 0
      LogDir "\(folder)"
      DefaultRate 0
      DefaultVolume 100
      AudioOutputMethod "pulse"
      AddModule "espeak-ng" "sd_espeak-ng" "espeak-ng.conf"
      DefaultModule espeak-ng
      DefaultLanguage "en"

      """, to: "\(folder)/speechd.conf")
    mkdir("\(folder)/modules", 0o700)
    try TextFile.write(
      """
      Debug 0
      EspeakMinRate 80
      EspeakNormalRate 220
      EspeakMaxRate 449
      EspeakAudioChunkSize 300
      EspeakAudioQueueMaxSize 441000
      EspeakIndexing 1

      """, to: "\(folder)/modules/espeak-ng.conf")
  }

  private func connect(_ path: String) throws {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
    let deadline = MonotonicTime.after(seconds: 10)
    while MonotonicTime.now < deadline {
      connection = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
      let status = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          Glibc.connect(connection, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      if status == 0 {
        try command("SET SELF CLIENT_NAME listener:benchmarks:main")
        try command("SET SELF OUTPUT_MODULE espeak-ng")
        try command("SET SELF PRIORITY TEXT")
        return
      }
      close(connection)
      if process.end(within: 0.05) != nil { break }
    }
    throw SpawnFailure(description: "speech-dispatcher did not start")
  }

  /// Speaks over the open connection as a screen reader does; a text cuts the one before. Returns
  /// the time just before.
  func speak(_ words: String) throws -> Int64 {
    let time = MonotonicTime.now
    try command("SPEAK")
    try command(words + "\r\n.")
    return time
  }

  /// Cuts what is being said; returns the time just before.
  func cancel() throws -> Int64 {
    let time = MonotonicTime.now
    try command("CANCEL SELF")
    return time
  }

  /// Speaks with a new `spd-say`; returns the time just before.
  func say(_ words: String) throws -> Int64 {
    guard let program = Executable.find("spd-say") else {
      throw SpawnFailure(description: "not installed: spd-say")
    }
    let time = MonotonicTime.now
    let process = try ChildProcess(
      program, ["-P", "text", "-o", "espeak-ng", words], environment: environment,
      descriptors: (-1, -1, -1))
    _ = process.end(within: 5)
    return time
  }

  private func command(_ text: String) throws {
    let bytes = Array((text + "\r\n").utf8)
    guard write(connection, bytes, bytes.count) == bytes.count else {
      throw SpawnFailure(description: "speech-dispatcher has gone")
    }
    // The last line of an answer has a space after its number.
    var answer: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 512)
    while !Self.isWhole(answer) {
      let count = read(connection, &piece, piece.count)
      guard count > 0 else { throw SpawnFailure(description: "speech-dispatcher has gone") }
      answer += piece[..<count]
    }
    guard answer.first == UInt8(ascii: "2") else {
      throw SpawnFailure(description: "\(text): \(String(decoding: answer, as: UTF8.self))")
    }
  }

  private static func isWhole(_ answer: [UInt8]) -> Bool {
    let lines = answer.split(separator: 0x0A)
    guard answer.last == 0x0A, let last = lines.last, last.count > 3 else { return false }
    return last[last.startIndex + 3] == UInt8(ascii: " ")
  }
}
