// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// What playback without speech costs, beside mpv on the same sink, one after the other.
struct Processor {
  let plan: Plan

  init(plan: Plan) { self.plan = plan }

  /// A player while it plays, with the terminal it needs.
  private struct Player {
    let process: ChildProcess
    let run: ProgramRun?

    init(process: ChildProcess) {
      self.process = process
      run = nil
    }

    init(run: ProgramRun) {
      process = run.process
      self.run = run
    }
  }

  private struct Cost {
    var own = 0.0
    var server = 0.0
    var peak = 0
    var resident = 0
  }

  func run() throws {
    let scratch = try ScratchFolder("cpu")
    let track = try music(seconds: plan.seconds + 60, in: scratch.path)
    var table = Table(
      "\(plan.seconds) s of playback (load \(Machine.load))",
      columns: ["CPU s", "server s", "peak MB", "now MB", "ratio"])
    let base = try cost { try Player(run: plan.player([track], on: $0)) }
    add("eyemusix", base, base, to: &table)
    if let mpv = Executable.find("mpv") {
      for output in ["pulse", "alsa"] {
        let cost = try cost { server in
          try Player(
            process: ChildProcess(
              mpv,
              [
                "--no-config", "--no-video", "--really-quiet", "--no-terminal", "--ao=\(output)",
                track,
              ],
              environment: server.environment, descriptors: (-1, -1, -1)))
        }
        add("mpv --ao=\(output)", cost, base, to: &table)
      }
    } else {
      print("No comparison with mpv, not installed: mpv")
    }
    let again = try cost { try Player(run: plan.player([track], on: $0)) }
    add("eyemusix again", again, base, to: &table)
    table.print()
  }

  private func add(_ name: String, _ cost: Cost, _ base: Cost, to table: inout Table) {
    table.add(
      name,
      [
        Table.number(cost.own, 2), Table.number(cost.server, 2),
        Table.number(Double(cost.peak) / 1e6, 1), Table.number(Double(cost.resident) / 1e6, 1),
        Table.number(cost.own / base.own, 2),
      ])
  }

  /// Noise and tones: as dear to decode as music.
  private func music(seconds: Int, in folder: String) throws -> String {
    guard let lame = Executable.find("lame") else {
      throw SpawnFailure(description: "not installed: lame")
    }
    var random = SystemRandomNumberGenerator()
    var low: Float = 0
    var samples: [Float] = []
    samples.reserveCapacity(seconds * 88_200)
    for frame in 0..<(seconds * 44_100) {
      low += 0.1 * (Float.random(in: -0.3...0.3, using: &random) - low)
      let tone = Float(0.1 * sin(2 * Double.pi * 440 * Double(frame) / 44_100))
      samples += [tone + low, tone - low]
    }
    let (wav, mp3) = ("\(folder)/noise.wav", "\(folder)/noise.mp3")
    try WAVFile(rate: 44_100, channels: 2, samples: samples).write(to: wav)
    let encoder = try ChildProcess(
      lame, ["--quiet", "-b", "192", wav, mp3], environment: [:], descriptors: (-1, -1, -1))
    guard encoder.end(within: 300) == .exit(0) else {
      throw SpawnFailure(description: "lame did not encode")
    }
    return mp3
  }

  private func cost(_ start: (PulseServer) throws -> Player) throws -> Cost {
    let server = try PulseServer()
    let player = try start(server)
    let process = player.process
    defer { process.stop() }
    // Past the start and the first sentence.
    MonotonicTime.wait(until: MonotonicTime.after(seconds: 12))
    let before = (ProcessorTime.seconds(of: process.id), server.processorSeconds)
    MonotonicTime.wait(until: MonotonicTime.after(seconds: Double(plan.seconds)))
    withExtendedLifetime(player) {}
    guard process.usageSoFar != nil else { throw SpawnFailure(description: "a player ended early") }
    var cost = Cost()
    cost.own = ProcessorTime.seconds(of: process.id) - before.0
    cost.server = server.processorSeconds - before.1
    cost.peak = process.usageSoFar?.peakBytes ?? 0
    cost.resident = ProcessorTime.residentBytes(of: process.id)
    return cost
  }
}

/// Processor time of a running process.
enum ProcessorTime {
  /// Seconds, by the scheduler's own count of nanoseconds for each thread.
  static func seconds(of id: pid_t) -> Double {
    FolderListing.names(in: "/proc/\(id)/task").reduce(0) { sum, thread in
      let text = TextFile.read("/proc/\(id)/task/\(thread)/schedstat") ?? ""
      return sum + (text.split(separator: " ").first.flatMap { Double($0) } ?? 0) / 1e9
    }
  }

  /// Resident memory now.
  static func residentBytes(of id: pid_t) -> Int {
    let text = TextFile.read("/proc/\(id)/statm") ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }
}
