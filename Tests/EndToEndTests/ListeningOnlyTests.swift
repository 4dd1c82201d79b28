// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// The player in the hands of somebody who has nothing but ears and a keyboard. What was pressed
  /// and heard stands in `Tests/Transcripts/listening-only.txt`; `WRITE_DOCS=1` writes it anew.
  @Suite struct ListeningOnlyTests {
    private static let path = "Tests/Transcripts/listening-only.txt"

    @Test func `the second-last of 40 tracks is found by name, played, and left, by ear alone`()
      throws
    {
      let playlist = try NamedTracks()
      let server = try PulseServer()
      let recording = try SinkRecording(of: server)
      let run = try ProgramRun(
        Player.binary,
        ["--latency", "high", "--voices", Player.voices, "--voice", "plain", playlist.path],
        environment: server.environment)
      let ear = ClauseEar(voice: try ReferenceVoice(voices: Player.voices))
      let errand = Errand(Listener(run, recording, ear), wanted: "Winter Garden")

      let item = try errand.find()
      try errand.play(item)
      try errand.adjust()
      try errand.startAgain()
      try errand.leave()
      #expect(run.end(within: 5) == .exit(0))
      try compare(errand.it.transcript)
    }

    private func compare(_ transcript: String) throws {
      let text =
        "# A listener without a screen: keys, and what was understood of the sound.\n\n"
        + transcript
      if getenv("WRITE_DOCS") != nil {
        try TextFile.write(text, to: Checkout.root + Self.path)
      }
      #expect(Self.words(of: text) == Self.words(of: try Checkout.text(Self.path)))
    }

    /// The transcript without its measured times and the answers that count seconds.
    private static func words(of transcript: String) -> [String] {
      var result: [String] = []
      for line in transcript.split(separator: "\n") {
        guard line.hasPrefix("\"") else {
          result.append(String(line))
          continue
        }
        let isTime = ["> r", "> e"].contains(result.last)
        result.append(
          isTime ? "a time" : String(line[...(line.lastIndex(of: "\"") ?? line.startIndex)]))
      }
      return result
    }
  }
}

/// What the listener is out for. Each key is chosen from the words before it.
private final class Errand {
  struct Item: Equatable {
    var name: String
    var seconds: Int
    var place: Int
    var count: Int
  }

  let it: Listener
  private let wanted: String

  init(_ it: Listener, wanted: String) {
    self.it = it
    self.wanted = wanted
  }

  /// Goes to the wanted track by its letter, and makes sure that it is the last but one.
  func find() throws -> Item {
    it.think("I want \(wanted), the last but one of my list.")
    // The first welcome is slow; said again it is as fast as all else.
    let welcome = { (rate: Int) in
      [["EyeMusix."], ["Playing:"], NamedTracks.names.map { "\($0)." }, ["H for help."]]
        .map { $0.map { Clause(words: $0, rate: rate) } }
    }
    try it.hearsStart(welcome(175), welcome(220))
    let letter = String(wanted.prefix(1))
    it.think("Shift and \(letter), until it is \(wanted).")
    var item = try item(letter)
    var presses = 1
    while item.name != wanted, presses < 10 {
      item = try self.item(letter)
      presses += 1
    }
    #expect(item.name == wanted)
    it.think("\(item.place) of \(item.count): there must be one more below. And back.")
    let below = try self.item("\u{1B}[B", "Down")
    #expect(below.place == below.count && item.place == below.count - 1)
    #expect(try self.item("\u{1B}[A", "Up") == item)
    return item
  }

  /// Plays it, and asks how long it still is.
  func play(_ item: Item) throws {
    it.think("That is it.")
    let enter = try it.press("\r", "Enter", hears: [it.clauses(NamedTracks.names)])
    #expect(enter[0] == wanted)
    it.think("How long is it still?")
    let times = (0...40).map { Self.time(item.seconds - $0) }
    let heard = try it.press("r", hears: [it.clauses(times)])
    let gone = try #require(times.firstIndex(of: heard[0]))
    #expect(abs(gone - Self.seconds(from: enter, to: heard)) <= 2)
  }

  /// Faster speech, softer music.
  func adjust() throws {
    it.think("The voice can be faster.")
    for _ in 1...2 {
      let rates = [200, 210, 220, 230, 240, 250]
      let heard = try it.press(
        "\u{1B}[17~", "F6", hears: [rates.map { Clause(words: "speech rate \($0)", rate: $0) }],
        [rates.map { Clause(words: "\($0)", rate: $0) }])
      let rate = try #require(heard[0].split(separator: " ").last.flatMap { Int($0) })
      #expect(rate == it.rate + 10)
      it.rate = rate
    }
    it.think("And the music softer.")
    let volumes = stride(from: 70, through: 130, by: 5).map { "volume \($0)" }
    #expect(try it.press("-", hears: [it.clauses(volumes)])[0] == "volume 95")
  }

  /// Plays it from its start.
  func startAgain() throws {
    it.think("Once more from the start.")
    let restart = try it.press("p", hears: [it.clauses(NamedTracks.names)])
    #expect(restart[0] == wanted)
    it.think("Did it begin anew?")
    let times = (0...40).map(Self.time)
    let heard = try it.press("e", hears: [it.clauses(times)])
    let elapsed = try #require(times.firstIndex(of: heard[0]))
    #expect(abs(elapsed - Self.seconds(from: restart, to: heard)) <= 2)
  }

  func leave() throws {
    it.think("Enough.")
    try it.press("q", hears: [it.clauses(["goodbye"])])
  }

  private func item(_ key: String, _ name: String? = nil) throws -> Item {
    let heard = try it.press(
      key, name ?? "Shift+\(key)",
      hears: [
        it.clauses(NamedTracks.names.map { "\($0)," }),
        it.clauses(NamedTracks.lengths.map { Self.time($0) + "," }),
        it.clauses((1...40).map { "\($0) of 40" }),
      ])
    let numbers = heard[2].split(separator: " ").compactMap { Int($0) }
    let length = try #require(NamedTracks.lengths.first { Self.time($0) == heard[1] })
    return Item(name: heard[0], seconds: length, place: numbers[0], count: numbers[1])
  }

  /// "1 minute 5", "59 seconds".
  private static func time(_ seconds: Int) -> String {
    switch (seconds / 60, seconds % 60) {
    case (0, let rest): "\(rest) second\(rest == 1 ? "" : "s")"
    case (let minutes, let rest):
      "\(minutes) minute\(minutes == 1 ? "" : "s")" + (rest == 0 ? "" : " \(rest)")
    }
  }

  private static func seconds(from one: Listener.Heard, to other: Listener.Heard) -> Int {
    (other.pressed - one.pressed + 24_000) / 48_000
  }
}
