// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// Kills the playing program without warning again and again, also soon after it went to another
/// track, and resumes it: at most five seconds of the place are lost, the queue is the same, and no
/// file of the memory is damaged. `benchmarks kills N`.
struct Kills {
  let plan: Plan

  /// Seconds that may be lost, as docs/interaction.md promises.
  private static let allowance = 5.0
  /// Seconds by which start and end of the music are known inexactly here.
  private static let tolerance = 0.5
  private static let titles = ["One", "Two", "Three"]

  private struct Place {
    var track: Int
    var seconds: Double
    /// Where it was before it went to this track, if it did.
    var before: (track: Int, seconds: Double)?
  }

  init(plan: Plan) { self.plan = plan }

  func run() throws {
    let scratch = try ScratchFolder("kills")
    let music = scratch.folder("music")
    for title in Self.titles { _ = try TestMusic.make(title, seconds: 600, in: music) }
    try scratch.write("list.m3u", Self.titles.map { "music/\($0).mp3\n" }.joined())
    let server = try PulseServer()
    let state = scratch.folder("state")
    var random = SplitMix(seed: 1)
    var place = Place(track: 0, seconds: 0)
    var queue: [UInt8]?
    var worst = 0.0
    for turn in 1...plan.kills {
      // What is younger than five seconds may be lost, the queue of the first start too.
      let seconds = (turn == 1 ? 6 : 0.5) + Double(random.next() % 7000) / 1000
      let goesOn = turn > 1 && random.next() % 3 == 0 ? Double(random.next() % 7000) / 1000 : nil
      let heard = try play(
        turn == 1 ? scratch.path + "/list.m3u" : "--resume", from: place, for: seconds,
        then: goesOn, state: state,
        on: server)
      place = try storedPlace(in: state, turn)
      worst = max(worst, try lost(of: heard, stored: place, turn))
      let kept = ByteFile.read(state + "/eyemusix/queue")
      guard kept != nil, queue == nil || kept == queue else {
        throw Wrong("kill \(turn): the queue changed")
      }
      queue = kept
    }
    print("Kills: \(plan.kills), at most \(worst) s lost, no file damaged.")
  }

  /// Seconds between what was heard and what is stored.
  private func lost(of heard: Place, stored: Place, _ turn: Int) throws -> Double {
    if heard.track == stored.track {
      let lost = heard.seconds - stored.seconds
      if lost < Self.allowance + Self.tolerance, lost > -Self.tolerance { return lost }
    } else if let before = heard.before, before.track == stored.track {
      let lost = heard.seconds + before.seconds - stored.seconds
      if lost < Self.allowance + Self.tolerance, lost > -Self.tolerance { return lost }
    }
    throw Wrong("kill \(turn): heard \(heard), stored \(stored)")
  }

  /// Plays so long, goes to another track and plays on there if asked, kills the program, and tells
  /// where it may have been.
  private func play(
    _ source: String, from place: Place, for seconds: Double, then rest: Double?, state: String,
    on server: PulseServer
  ) throws -> Place {
    let run = try plan.player(
      ["--plain", source], on: server, environment: ["XDG_STATE_HOME": state])
    var place = place
    guard run.prints(Self.titles[place.track], within: 10) else {
      throw Wrong("\(source): not at \(place): \(run.output)\(run.errors)")
    }
    place.before = nil
    place.seconds += wait(seconds)
    if let rest {
      let next = (place.track + 1) % Self.titles.count
      let printed = run.outputLength
      run.send(next == 0 ? "\u{1B}[H\r" : "n")
      guard run.prints(Self.titles[next], after: printed, within: 5) else {
        throw Wrong("no next track: \(run.output.suffix(400))")
      }
      place.before = (place.track, place.seconds)
      (place.track, place.seconds) = (next, wait(rest))
    }
    run.process.send(signal: SIGKILL)
    guard run.end(within: 5) == .signal(SIGKILL) else { throw Wrong("it was not alive any more") }
    return place
  }

  private func wait(_ seconds: Double) -> Double {
    let start = MonotonicTime.now
    MonotonicTime.wait(until: MonotonicTime.after(seconds: seconds))
    return Double(MonotonicTime.now - start) / 1e9
  }

  private func storedPlace(in state: String, _ turn: Int) throws -> Place {
    let folder = state + "/eyemusix"
    let damaged = FolderListing.names(in: folder).filter { $0.contains("damaged") }
    guard damaged.isEmpty else { throw Wrong("kill \(turn): set aside: \(damaged)") }
    let lines = (TextFile.read(folder + "/state") ?? "").split(separator: "\n")
    guard lines.last?.hasPrefix("end") == true else {
      throw Wrong("kill \(turn): the state has no end")
    }
    guard let track = Self.number("track", lines), let place = Self.number("place-ms", lines) else {
      throw Wrong("kill \(turn): no place in the state: \(lines)")
    }
    return Place(track: Int(track), seconds: place / 1000)
  }

  private static func number(_ name: String, _ lines: [Substring]) -> Double? {
    lines.first { $0.hasPrefix(name + " ") }?.split(separator: " ").last.flatMap { Double($0) }
  }
}
