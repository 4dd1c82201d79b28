// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// Measures the release binary: how fast a key speaks and hushes, what an hour costs, how soon a
/// large folder sounds. `benchmarks [latency|idle|rest|cpu|files|all] [--presses N] [--seconds N]`,
/// `benchmarks soak SECONDS`, `benchmarks faults N` (losses of the device), or `benchmarks voices N`
/// (hostile texts).
@main
struct Benchmarks {
  static func main() {
    do {
      let plan = try Plan(Array(CommandLine.arguments.dropFirst()))
      if plan.parts != [.voices] {
        print("Binary: \(plan.binary)\nMachine: \(Machine.description)")
      }
      for part in plan.parts {
        switch part {
        case .latency: try Latency(plan: plan).run()
        case .idle: try IdlePress(plan: plan).run()
        case .rest: try RestPress(plan: plan).run()
        case .cpu: try Processor(plan: plan).run()
        case .files: try LargeFolder(plan: plan).run()
        case .soak: try Soak(plan: plan).run()
        case .kills: try Kills(plan: plan).run()
        case .faults: try Faults(plan: plan).run()
        case .voices: try Voices(plan: plan).run()
        }
        fflush(nil)
      }
    } catch {
      print("\(error)")
      exit(1)
    }
  }
}

/// What is measured, and how often.
struct Plan {
  enum Part: String, CaseIterable {
    case latency
    case idle
    case rest
    case cpu
    case files
    case soak
    case kills
    case faults
    case voices
  }

  var parts: [Part] = [.latency, .idle, .rest, .cpu, .files]
  /// Seconds of random keys.
  var soakSeconds = 3600
  /// Losses of the device.
  var losses = 20
  /// How many seeds they come from, and the first.
  var seeds: Int?
  var firstSeed = 1
  /// How often the program is killed and resumed.
  var kills = 20
  /// Hostile texts that the voices speak.
  var texts = 10_000
  /// Presses of each row of the latency table.
  var presses = 50
  /// Seconds of playback whose cost is measured.
  var seconds = 60
  /// Seconds without keys before the idle press, and how often.
  var idleSeconds = 60
  var idlePresses = 3
  /// Presses after a rest.
  var restPresses = 5
  /// Files in the large folder.
  var files = 100_000

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
        if part == .faults, let losses = rest.first.flatMap({ Int($0) }), losses > 0 {
          self.losses = losses
          rest.removeFirst()
        }
      } else if word.hasPrefix("--"), let number = rest.popFirst().flatMap({ Int($0) }), number > 0
      {
        try set(word, number)
      } else if word != "all" {
        throw SpawnFailure(
          description:
            "usage: benchmarks [latency|idle|rest|cpu|files|all|soak SECONDS|faults N|kills N|voices N] "
            + "[--presses N] [--seconds N] "
            + "[--idle-seconds N] [--idle-presses N] [--rest-presses N] [--files N] [--seeds N] [--first-seed N]"
        )
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
    case .soak: soakSeconds = number
    case .kills: kills = number
    case .voices: texts = number
    default: return false
    }
    return true
  }

  private mutating func set(_ option: String, _ number: Int) throws {
    switch option {
    case "--presses": presses = number
    case "--seconds": seconds = number
    case "--idle-seconds": idleSeconds = number
    case "--idle-presses": idlePresses = number
    case "--seeds": seeds = number
    case "--first-seed": firstSeed = number
    case "--rest-presses": restPresses = number
    case "--files": files = number
    default: throw SpawnFailure(description: "unknown option \(option)")
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

/// The machine the numbers come from.
enum Machine {
  static var description: String {
    let info = TextFile.read("/proc/cpuinfo") ?? ""
    let models = info.split(separator: "\n").filter { $0.hasPrefix("model name") }
    let model = models.first?.split(separator: ":").last.map { $0.drop { $0 == " " } } ?? "unknown"
    return "\(max(1, models.count)) x \(model), load average \(load)"
  }

  /// The load of the last minute: numbers from a machine that is not idle count for little.
  static var load: String {
    (TextFile.read("/proc/loadavg") ?? "").split(separator: " ").first.map(String.init) ?? "unknown"
  }
}
