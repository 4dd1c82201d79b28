// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// Loses the device again and again, in ways chosen by a seed, and looks after each loss whether
/// all is well: alive, told once, no spinning, a key pressed meanwhile answered, and the music at
/// the place where it was. `benchmarks faults N`.
struct Faults {
  let plan: Plan

  /// Losses with one program, while its track lasts.
  private static let perRun = 20
  private static let trackSeconds = 900

  init(plan: Plan) { self.plan = plan }

  func run() throws {
    let scratch = try ScratchFolder("faults")
    let track = try FaultPatient.music.make("Rising", seconds: Self.trackSeconds, in: scratch.path)
    try playToNothing(track, in: scratch.path)
    var done = 0
    while done < plan.losses {
      let seed = done / Self.perRun + plan.firstSeed
      let count = min(Self.perRun, plan.losses - done)
      try lose(count, seed: seed, track)
      done += count
    }
    print("Faults: the device was lost \(done) times, nothing wrong.")
  }

  private func lose(_ count: Int, seed: Int, _ track: String) throws {
    var random = SplitMix(seed: UInt64(seed))
    let server = try PulseServer()
    let run = try plan.player(["--plain", track], on: server)
    defer { run.process.stop() }
    let patient = FaultPatient(run: run, server: server)
    var recording = try SinkRecording(of: server)
    recording.listen(seconds: 6)
    for number in 1...count {
      let kind = DeviceLoss.allCases[Int(random.next() % UInt64(DeviceLoss.allCases.count))]
      do {
        let report = try patient.suffer(kind, &random, &recording)
        print("seed \(seed), \(number): \(kind.rawValue): \(report)")
      } catch let wrong as FaultPatient.Wrong {
        let end = run.output.suffix(800)
        throw SpawnFailure(
          description: "seed \(seed), \(number): \(kind.rawValue): \(wrong.what)\n\(end)")
      }
      fflush(nil)
    }
    run.send("qq")
    guard run.end(within: 8) == .exit(0) else {
      throw SpawnFailure(description: "seed \(seed): q did not end it")
    }
  }

  /// Devices of ALSA that keep no time.
  private func playToNothing(_ track: String, in folder: String) throws {
    let server = try PulseServer()
    for device in ["null", "file:'\(folder)/sound.raw',raw"] {
      let run = try plan.player(["--plain", "--device", device, track], on: server)
      defer { run.process.stop() }
      guard run.prints("Rising", within: 10) else {
        throw SpawnFailure(description: "device \(device): nothing is printed")
      }
      let share = FaultPatient.processorShare(of: run, seconds: 4)
      let asked = run.outputLength
      run.send("w")
      guard run.prints("Rising", after: asked, within: 5) else {
        throw SpawnFailure(description: "device \(device): w was not answered")
      }
      run.send("qq")
      guard run.end(within: 8) == .exit(0) else {
        throw SpawnFailure(description: "device \(device): q did not end it")
      }
      print("device \(device): \(Int((share * 100).rounded())) % of a processor")
    }
  }
}

/// A program whose device is taken away, and what is asked of it.
struct FaultPatient {
  struct Wrong: Error {
    let what: String
  }

  /// What the program plays.
  static let music = RisingTone(lowest: 200, slope: 5)

  let run: ProgramRun
  let server: PulseServer

  /// The most that it may cost to have no device.
  private static let mostShare = 0.05
  /// Seconds that the place may be wrong: the buffer, the time until a recorder hears, a fade.
  private static let tolerance = 0.5

  /// One loss and its end; a line about it.
  func suffer(
    _ kind: DeviceLoss, _ random: inout SplitMix, _ recording: inout SinkRecording
  ) throws -> String {
    let place = try self.place(recording)
    let began = MonotonicTime.now
    let printed = run.outputLength
    try kind.begin(server)
    let seconds = kind.seconds(&random)
    let isLost = run.prints("sound device lost", after: printed, within: seconds)
    if kind == .frozen { MonotonicTime.wait(until: began + Int64(seconds * 1e9)) }
    if kind.isTold, !isLost { throw Wrong(what: "the loss was not told") }
    let share = isLost && kind != .frozen ? Self.processorShare(of: run, seconds: 2) : 0
    guard share < Self.mostShare else { throw Wrong(what: "it spins: \(share) of a processor") }
    let asked = run.outputLength
    run.send("w")
    try kind.end(server)
    if !kind.playsOn { recording = try SinkRecording(of: server) }
    guard run.prints("Rising", after: asked, within: 10) else {
      throw Wrong(what: "the key was not answered")
    }
    if isLost, !run.prints("sound is back", after: printed, within: 15) {
      throw Wrong(what: "the device was not taken again")
    }
    let error = try drift(kind, from: place, since: began, recording)
    try checkNews(after: printed, isLost: isLost)
    let milliseconds = Int((error * 1000).rounded())
    return "\(isLost ? "told" : "not noticed"), place \(milliseconds) ms off, "
      + "\(Int((share * 100).rounded())) % of a processor"
  }

  /// The processor time it takes for so long, as a share of one processor.
  static func processorShare(of run: ProgramRun, seconds: Double) -> Double {
    let before = run.process.usageSoFar?.processorSeconds ?? 0
    MonotonicTime.wait(until: MonotonicTime.after(seconds: seconds))
    return ((run.process.usageSoFar?.processorSeconds ?? 0) - before) / seconds
  }

  /// Told once, and its end once.
  private func checkNews(after offset: Int, isLost: Bool) throws {
    let news = String(decoding: run.output.utf8.dropFirst(offset), as: UTF8.self)
    let lost = news.ranges(of: "sound device lost").count
    let back = news.ranges(of: "sound is back").count
    guard lost == back, lost == (isLost ? 1 : lost), lost <= 1 else {
      throw Wrong(what: "told \(lost) times as lost and \(back) times as back")
    }
  }

  private func place(_ recording: SinkRecording) throws -> Double {
    let end = recording.frameCount
    guard let place = Self.music.place(in: recording.mono(from: end - 24_000, to: end)) else {
      throw Wrong(what: "no music is heard")
    }
    return place
  }

  /// How far the music is from where it should be, once the words about the loss are over.
  private func drift(
    _ kind: DeviceLoss, from place: Double, since began: Int64, _ recording: SinkRecording
  ) throws -> Double {
    var error = Double.infinity
    for _ in 0..<12 {
      recording.listen(seconds: 1)
      let end = recording.frameCount
      let heard = recording.mono(to: end)
      guard let now = Self.music.place(in: Array(heard.suffix(24_000))) else { continue }
      if kind.playsOn {
        error = now - place - Double(MonotonicTime.now - began) / 1e9
      } else if let onset = SpeechOnset.first(in: heard, above: 0.005) {
        error = now - place - Double(end - onset) / 48_000
      }
      if abs(error) < Self.tolerance, recording.frameCount > 5 * 48_000 { return error }
    }
    throw Wrong(what: "the music is \(error) s from its place")
  }
}
