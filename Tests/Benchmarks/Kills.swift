// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// Kills the playing program without warning again and again and resumes it: at most five seconds
/// of the place are lost, and no file of the memory is damaged. `benchmarks kills N`.
struct Kills {
  let plan: Plan

  /// Seconds that may be lost, as docs/interaction.md promises.
  private static let allowance = 5.0
  /// Seconds by which start and end of the music are known inexactly here.
  private static let tolerance = 1.0

  init(plan: Plan) { self.plan = plan }

  func run() throws {
    let scratch = try ScratchFolder("kills")
    for title in ["One", "Two", "Three"] {
      _ = try TestMusic.make(title, seconds: 600, in: scratch.path)
    }
    let server = try PulseServer()
    let state = scratch.folder("state")
    var random = SplitMix(seed: 1)
    var place = 0.0
    var worst = 0.0
    for turn in 1...plan.kills {
      let source = turn == 1 ? scratch.path : "--resume"
      // What is younger than five seconds may be lost, the queue of the first start too.
      let seconds = (turn == 1 ? 6 : 0.5) + Double(random.next() % 7000) / 1000
      let heard = try play(source, for: seconds, state: state, on: server)
      let stored = try storedPlace(in: state, turn)
      let lost = place + heard - stored
      guard lost < Self.allowance + Self.tolerance, lost > -Self.tolerance else {
        throw Wrong("kill \(turn): \(lost) s lost (stored \(stored), before \(place) + \(heard))")
      }
      worst = max(worst, lost)
      place = stored
    }
    print("Kills: \(plan.kills), at most \(worst) s lost, no file damaged.")
  }

  /// Plays so long, kills the program, and tells how many seconds it may have played.
  private func play(
    _ source: String, for seconds: Double, state: String, on server: PulseServer
  ) throws -> Double {
    var environment = server.environment
    environment["XDG_STATE_HOME"] = state
    let run = try ProgramRun(
      plan.binary, ["--plain", "--voices", "\(plan.checkout)/Voices", "--voice", "plain", source],
      environment: environment)
    guard run.prints("One", within: 10) else {
      throw Wrong("\(source): the track was not found: \(run.output)")
    }
    let start = MonotonicTime.now
    MonotonicTime.wait(until: MonotonicTime.after(seconds: seconds))
    let heard = Double(MonotonicTime.now - start) / 1e9
    run.process.send(signal: SIGKILL)
    guard run.end(within: 5) == .signal(SIGKILL) else { throw Wrong("it was not alive any more") }
    return heard
  }

  /// The place in the file, in seconds; 0 while there is none yet.
  private func storedPlace(in state: String, _ turn: Int) throws -> Double {
    let folder = state + "/eyemusix"
    let damaged = FolderListing.names(in: folder).filter { $0.contains("damaged") }
    guard damaged.isEmpty else { throw Wrong("kill \(turn): set aside: \(damaged)") }
    guard let text = TextFile.read(folder + "/state") else { return 0 }
    let lines = text.split(separator: "\n")
    guard lines.last == "end" else { throw Wrong("kill \(turn): the state has no end") }
    guard let line = lines.first(where: { $0.hasPrefix("place-ms") }),
      let number = line.split(whereSeparator: { " =:\t".contains($0) }).last.flatMap({ Double($0) })
    else { throw Wrong("kill \(turn): no place in the state") }
    return number / 1000
  }
}
