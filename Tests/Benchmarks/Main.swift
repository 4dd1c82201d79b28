// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// Measures the release binary, beside other players where there are any; `Plan.usage` says how it
/// is called. What was measured side by side is one table at the end.
@main
struct Benchmarks {
  static func main() {
    do {
      let plan = try Plan(Array(CommandLine.arguments.dropFirst()))
      if plan.parts != [.voices] {
        print("Binary: \(plan.binary)\nMachine: \(Machine.description)")
      }
      var report = Report()
      for part in plan.parts {
        report.add(try run(part, plan))
        fflush(nil)
      }
      report.print()
    } catch {
      print("\(error)")
      exit(1)
    }
  }

  /// Returns what was compared with others.
  private static func run(_ part: Plan.Part, _ plan: Plan) throws -> [Comparison] {
    switch part {
    case .latency: return try Latency(plan: plan).run()
    case .cpu: return try Costs(plan: plan).run()
    case .controls: return try Controls(plan: plan).run()
    case .decode: return try DecodingSpeed(plan: plan).run()
    case .idle: try IdlePress(plan: plan).run()
    case .rest: try RestPress(plan: plan).run()
    case .files: try LargeFolder(plan: plan).run()
    case .hours: try Hours(plan: plan).run()
    case .soak: try Soak(plan: plan).run()
    case .kills: try Kills(plan: plan).run()
    case .faults: try Faults(plan: plan).run()
    case .voices: try Voices(plan: plan).run()
    }
    return []
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
