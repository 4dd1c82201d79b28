// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// From a key to its first sample, and from a hushing key to silence, at the sink's monitor.
///
/// The music is low tones, so that everything above 1 kHz is the voice; the words begin with a
/// plosive. Words that interrupt others are found by correlation. One sound server for all rows,
/// and a recorder that asks it for 5 ms.
struct Latency {
  /// What `t` answers on a track of ten minutes.
  private static let words = "10 minutes"

  let plan: Plan
  private let scratch: ScratchFolder
  private let voice: ReferenceVoice

  init(plan: Plan) throws {
    self.plan = plan
    scratch = try ScratchFolder("latency")
    voice = try ReferenceVoice(voices: "\(plan.checkout)/Voices")
  }

  private struct Rows {
    var plain = Sample()
    var interrupting = Sample()
    var hush = Sample()
    var missed = [0, 0, 0]

    mutating func note(_ values: (Double?, Double?, Double?)) {
      if let value = values.0 { plain.add(value) } else { missed[0] += 1 }
      if let value = values.1 { interrupting.add(value) } else { missed[1] += 1 }
      if let value = values.2 { hush.add(value) } else { missed[2] += 1 }
    }
  }

  /// Returns what was compared with speech-dispatcher.
  func run() throws -> [Comparison] {
    let track = try TestMusic.make("Ten", seconds: 600, in: scratch.path)
    let normal = try player(track, latency: "normal")
    let low = try player(track, latency: "low")
    let dispatched = try dispatcher()
    show("Key to voice, ms (load \(Machine.load))", \.plain, 0, normal, low, dispatched)
    show("The same, interrupting", \.interrupting, 1, normal, low, dispatched)
    show("Hush: key to silence, ms", \.hush, 2, normal, low, dispatched)
    return [
      compare("key to voice, ms", \.plain, normal, dispatched),
      compare("key to voice, interrupting, ms", \.interrupting, normal, dispatched),
      compare("hushing key to silence, ms", \.hush, normal, dispatched),
    ]
  }

  private func compare(
    _ measure: String, _ sample: KeyPath<Rows, Sample>, _ own: Rows,
    _ dispatched: (ssip: Rows, say: Rows)?
  ) -> Comparison {
    var comparison = Comparison(measure)
    comparison.add(own[keyPath: sample], of: "eyemusix")
    if let (ssip, say) = dispatched {
      comparison.add(ssip[keyPath: sample], of: "SSIP client")
      if say[keyPath: sample].count > 0 { comparison.add(say[keyPath: sample], of: "spd-say") }
    }
    return comparison
  }

  private func show(
    _ title: String, _ sample: KeyPath<Rows, Sample>, _ index: Int, _ normal: Rows, _ low: Rows,
    _ dispatched: (ssip: Rows, say: Rows)?
  ) {
    var table = Table(title, columns: ["runs", "median", "p95", "max", "min", "missed", "ratio"])
    let base = normal[keyPath: sample]
    table.add("eyemusix", base, missed: normal.missed[index], against: nil)
    table.add(
      "eyemusix --latency low", low[keyPath: sample], missed: low.missed[index], against: base)
    if let (ssip, say) = dispatched {
      table.add("SSIP client", ssip[keyPath: sample], missed: ssip.missed[index], against: base)
      if index < 2 {
        table.add("spd-say", say[keyPath: sample], missed: say.missed[index], against: base)
      }
    }
    table.print()
  }

  private func player(_ track: String, latency: String) throws -> Rows {
    let server = try PulseServer()
    let ear = Ear(recording: try SinkRecording(of: server))
    let run = try plan.player(["--latency", latency, track], on: server)
    defer { run.process.stop() }
    // Past the first sentence, and past the second in which a new stream is slower.
    ear.waitForQuiet(seconds: 3)
    let reference = try voice.says(Self.words)
    var rows = Rows()
    for _ in 0..<plan.presses {
      let plain = ear.onset(after: run.send("t"))
      settle(ear)
      run.send("w")
      ear.recording.listen(seconds: Double.random(in: 0.5...0.7))
      let interrupting = ear.onset(of: reference, after: run.send("t"))
      settle(ear)
      run.send("w")
      ear.recording.listen(seconds: Double.random(in: 0.5...0.7))
      rows.note((plain, interrupting, ear.end(after: run.send("\u{1B}"))))
      settle(ear)
    }
    return rows
  }

  /// Past the time in which the same key asks for more, and at no fixed phase of anything.
  private func settle(_ ear: Ear) {
    ear.waitForQuiet(seconds: 1.6)
    ear.recording.listen(seconds: Double.random(in: 0...0.05))
  }

  private func dispatcher() throws -> (ssip: Rows, say: Rows)? {
    if let absence = SpeechDispatcher.absence {
      print("No comparison with speech-dispatcher, \(absence)")
      return nil
    }
    let server = try PulseServer()
    let ear = Ear(recording: try SinkRecording(of: server))
    let dispatcher = try SpeechDispatcher(on: server, voice: voice)
    let reference = try voice.says(Self.words)
    let long = "This is a long sentence that is spoken on and on until another one comes."
    _ = try dispatcher.speak(Self.words)
    settle(ear)
    var rows = (ssip: Rows(), say: Rows())
    for _ in 0..<plan.presses {
      let plain = ear.onset(after: try dispatcher.speak(Self.words))
      settle(ear)
      let said = ear.onset(after: try dispatcher.say(Self.words))
      settle(ear)
      try begin(long, dispatcher, ear)
      let interrupting = ear.onset(of: reference, after: try dispatcher.speak(Self.words))
      settle(ear)
      try begin(long, dispatcher, ear)
      rows.say.note((said, ear.onset(of: reference, after: try dispatcher.say(Self.words)), nil))
      settle(ear)
      try begin(long, dispatcher, ear)
      rows.ssip.note((plain, interrupting, ear.end(after: try dispatcher.cancel())))
      settle(ear)
      // What was cancelled leaves a rest that sounds at the beginning of the next text.
      _ = try dispatcher.speak(Self.words)
      settle(ear)
    }
    return rows
  }

  private func begin(_ sentence: String, _ dispatcher: SpeechDispatcher, _ ear: Ear) throws {
    _ = try dispatcher.speak(sentence)
    ear.recording.listen(seconds: Double.random(in: 0.5...0.7))
  }
}

/// The first press after a long time without keys, music playing.
struct IdlePress {
  let plan: Plan

  init(plan: Plan) { self.plan = plan }

  func run() throws {
    let scratch = try ScratchFolder("idle")
    let track = try TestMusic.make("Ten", seconds: 600, in: scratch.path)
    var table = Table(
      "First press after \(plan.idleSeconds) s, ms",
      columns: ["runs", "median", "p95", "max", "min", "missed", "ratio"])
    var base: Sample?
    for latency in ["normal", "low"] {
      let server = try PulseServer()
      let ear = Ear(recording: try SinkRecording(of: server))
      let run = try plan.player(["--latency", latency, track], on: server)
      defer { run.process.stop() }
      ear.waitForQuiet(seconds: 2)
      var sample = Sample()
      for _ in 0..<plan.idlePresses {
        MonotonicTime.wait(until: MonotonicTime.after(seconds: Double(plan.idleSeconds)))
        if let value = ear.onset(after: run.send("t")) { sample.add(value) }
      }
      table.add(
        "eyemusix --latency \(latency)", sample, missed: plan.idlePresses - sample.count,
        against: base)
      base = base ?? sample
    }
    table.print()
  }
}
