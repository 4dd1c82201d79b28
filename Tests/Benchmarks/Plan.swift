// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// What is measured, and how often.
struct Plan {
  enum Part: String, CaseIterable {
    case latency
    case idle
    case rest
    case cpu
    case controls
    case decode
    case files
    case hours
    case soak
    case kills
    case faults
    case voices
  }

  static let usage = """
    usage: benchmarks [latency|idle|rest|cpu|controls|decode|files|all]...
           benchmarks hours N|soak SECONDS|kills N|faults N|voices N
    with --presses N, --idle-seconds N, --idle-presses N, --rest-presses N, --rounds N, --seconds N,
    --starts N, --files N, --seeds N, --first-seed N
    """

  var parts: [Part] = [.latency, .idle, .rest, .cpu, .controls, .decode, .files]
  /// Presses of each row of the latency table.
  var presses = 50
  /// Seconds without keys before the idle press, and how often.
  var idleSeconds = 60
  var idlePresses = 3
  /// Presses after a rest.
  var restPresses = 5
  /// How often the players are compared, and for how many seconds their playback.
  var rounds = 3
  var seconds = 60
  /// Starts of each player.
  var starts = 5
  /// Files in the large folder.
  var files = 100_000
  /// Hours of music, as fast as they go.
  var hours = 8
  /// Seconds of random keys, how many seeds they come from (`nil`: by the seconds), and the first.
  var soakSeconds = 3600
  var seeds: Int?
  var firstSeed = 1
  /// How often the program is killed and resumed.
  var kills = 20
  /// Losses of the device.
  var losses = 20
  /// Hostile texts that the voices speak.
  var texts = 10_000

  let checkout = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
  var binary: String {
    getenv("EYEMUSIX_BINARY").map { String(cString: $0) } ?? checkout + "/.build/release/eyemusix"
  }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    var chosen: [Part] = []
    while let word = rest.popFirst() {
      if let part = Part(rawValue: word) {
        chosen.append(part)
        if let number = rest.first.flatMap({ Int($0) }), number > 0, set(part, number) {
          rest.removeFirst()
        }
      } else if word.hasPrefix("--"), let number = rest.popFirst().flatMap({ Int($0) }), number > 0
      {
        try set(word, number)
      } else if word != "all" {
        throw SpawnFailure(description: Self.usage)
      }
    }
    if !chosen.isEmpty { parts = chosen }
    // The voices are those of the library itself.
    if parts == [.voices] { return }
    guard access(binary, X_OK) == 0 else {
      throw SpawnFailure(description: "no release build at \(binary): run make build")
    }
    if let absence = PulseServer.absence { throw SpawnFailure(description: absence) }
  }

  /// Takes the number after the name of a part; `false` when it takes none.
  private mutating func set(_ part: Part, _ number: Int) -> Bool {
    switch part {
    case .hours: hours = number
    case .soak: soakSeconds = number
    case .kills: kills = number
    case .faults: losses = number
    case .voices: texts = number
    default: return false
    }
    return true
  }

  private mutating func set(_ option: String, _ number: Int) throws {
    switch option {
    case "--presses": presses = number
    case "--idle-seconds": idleSeconds = number
    case "--idle-presses": idlePresses = number
    case "--rest-presses": restPresses = number
    case "--rounds": rounds = number
    case "--seconds": seconds = number
    case "--starts": starts = number
    case "--files": files = number
    case "--seeds": seeds = number
    case "--first-seed": firstSeed = number
    default: throw SpawnFailure(description: "unknown option \(option)\n\(Self.usage)")
    }
  }

  /// Starts the player in the voice that always sounds alike.
  func player(
    _ arguments: [String], on server: PulseServer, environment: [String: String] = [:]
  ) throws -> ProgramRun {
    try ProgramRun(
      binary,
      ["--voices", "\(checkout)/Voices", "--voice", "plain", "--rate", "220"] + arguments,
      environment: server.environment.merging(environment) { $1 })
  }
}
