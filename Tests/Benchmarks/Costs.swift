// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// What playback without speech costs, and what a pause costs: all players at the same time, each
/// on a sound server of its own.
struct Costs {
  let plan: Plan

  /// Seconds from the start until it is counted: past what a start costs.
  private static let settling = 10.0
  /// Seconds paused until it is counted.
  private static let paused = 15.0
  private static let countedPause = 10.0

  private struct Count {
    var own = 0.0
    var server = 0.0
    var wakeUps = 0
  }

  init(plan: Plan) { self.plan = plan }

  func run() throws -> [Comparison] {
    Player.nameMissing()
    let scratch = try ScratchFolder("costs")
    let track = try Noise.make(seconds: plan.seconds + 120, in: scratch.path)
    let seconds = Double(plan.seconds)
    var processor = Comparison("CPU while playing, %", digits: 2)
    var both = Comparison("CPU with the sound server's share, %", digits: 2)
    var wakes = Comparison("wake-ups a second while playing")
    var resident = Comparison("resident memory, MB")
    var proportional = Comparison("memory without shared parts (PSS), MB")
    var restWakes = Comparison("wake-ups a second, paused for 15 s")
    var restProcessor = Comparison("CPU, paused for 15 s, %", digits: 3)
    for _ in 0..<plan.rounds {
      let all = try Player.all.map { player in
        let server = try PulseServer()
        return (player.name, server, try player.start(plan, server, track))
      }
      defer { for (_, _, playing) in all { playing.stop() } }
      wait(Self.settling)
      let starts = all.map { count($0.1, $0.2) }
      wait(seconds)
      for ((name, server, playing), start) in zip(all, starts) {
        let end = count(server, playing)
        guard try !server.streams().isEmpty else {
          let words = playing.runs.map { $0.errors + $0.output }
          throw SpawnFailure(description: "\(name) does not play: \(words)")
        }
        processor.add((end.own - start.own) / seconds * 100, of: name)
        both.add(
          (end.own - start.own + end.server - start.server) / seconds * 100, of: name)
        wakes.add(Double(end.wakeUps - start.wakeUps) / seconds, of: name)
        resident.add(playing.memory(\.resident) / 1e6, of: name)
        proportional.add(playing.memory(\.proportional) / 1e6, of: name)
        _ = playing.pause()
      }
      wait(Self.paused)
      let rests = all.map { count($0.1, $0.2) }
      wait(Self.countedPause)
      for ((name, server, playing), start) in zip(all, rests) {
        let end = count(server, playing)
        restWakes.add(Double(end.wakeUps - start.wakeUps) / Self.countedPause, of: name)
        restProcessor.add((end.own - start.own) / Self.countedPause * 100, of: name)
      }
    }
    return [processor, both, wakes, resident, proportional, restWakes, restProcessor]
  }

  private func wait(_ seconds: Double) {
    MonotonicTime.wait(until: MonotonicTime.after(seconds: seconds))
  }

  private func count(_ server: PulseServer, _ playing: Player.Playing) -> Count {
    var count = Count(server: server.processorSeconds)
    for process in playing.processes {
      count.own += ProcessorTime.seconds(of: process.id)
      count.wakeUps += process.wakeUps ?? 0
    }
    return count
  }
}

extension Player.Playing {
  /// Bytes of all its processes.
  fileprivate func memory(_ kind: KeyPath<MemoryUse, Int>) -> Double {
    Double(processes.reduce(0) { $0 + MemoryUse(of: $1.id)[keyPath: kind] })
  }
}

/// Memory of a running process now, bytes.
struct MemoryUse {
  var resident = 0
  var proportional = 0

  init(of id: pid_t) {
    for line in (TextFile.read("/proc/\(id)/smaps_rollup") ?? "").split(separator: "\n") {
      let words = line.split(separator: " ")
      guard words.count > 1, let kilobytes = Int(words[1]) else { continue }
      if words[0] == "Rss:" { resident = kilobytes * 1024 }
      if words[0] == "Pss:" { proportional = kilobytes * 1024 }
    }
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
}

/// Noise and tones: as dear to decode as music.
enum Noise {
  /// An MP3 of 192 kbit/s; returns its path.
  static func make(seconds: Int, in folder: String) throws -> String {
    guard let lame = Executable.find("lame") else {
      throw SpawnFailure(description: "not installed: lame")
    }
    var random = SplitMix(seed: 1)
    var low: Float = 0
    var samples: [Float] = []
    samples.reserveCapacity(seconds * 88_200)
    for frame in 0..<(seconds * 44_100) {
      let noise = Float(random.next() >> 40) / Float(1 << 24) * 0.6 - 0.3
      low += 0.1 * (noise - low)
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
    unlink(wav)
    return mp3
  }
}
