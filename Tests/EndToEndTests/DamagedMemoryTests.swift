// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// A state file damaged in ways made up from a seed. `EYEMUSIX_DAMAGES` asks for more of them.
  @Suite struct DamagedMemoryTests {
    private static let folder = ".local/state/eyemusix"

    private let scratch: ScratchFolder
    private let track: String

    init() throws {
      scratch = try ScratchFolder()
      track = try TestMusic.make("Low Tones", seconds: 30, in: scratch.path)
    }

    @Test func `what is sound is taken, what is lost is told, and the damaged file is kept`() throws
    {
      _ = try play(["--volume", "65", "--rate", "333", "--shuffle"])
      let good = try scratch.read("\(Self.folder)/state")
      #expect(Self.fields(good)["volume"] == "65")
      try expectWhole(good)
      var random = SplitMix(seed: 1)
      let turns = getenv("EYEMUSIX_DAMAGES").flatMap { Int(String(cString: $0)) } ?? 25
      for turn in 1...turns { try expectSense(of: Self.damaged(good, &random), good, turn) }
    }

    /// A whole file is not told of.
    private func expectWhole(_ good: [UInt8]) throws {
      let run = try play([])
      #expect(run.count(of: "Memory") == (0, 0))
      #expect(asides.isEmpty)
      let settings = ["volume", "rate", "shuffle"]
      let kept = Self.fields(try scratch.read("\(Self.folder)/state"))
      #expect(settings.map { kept[$0] } == settings.map { Self.fields(good)[$0] })
    }

    private func expectSense(of damaged: [UInt8], _ good: [UInt8], _ turn: Int) throws {
      try scratch.write("\(Self.folder)/state", damaged)
      let run = try play([])
      let isTold = run.count(of: "Memory damaged") == (1, 1)
      let kept = asides
      #expect(isTold || run.count(of: "Memory") == (0, 0), "damage \(turn): \(run.output)")
      #expect(isTold == (kept.count == 1), "damage \(turn): kept as \(kept)")
      for aside in kept {
        #expect(try scratch.read("\(Self.folder)/\(aside)") == damaged)
        #expect(run.errors.contains(aside), "damage \(turn): \(run.errors)")
        unlink("\(scratch.path)/\(Self.folder)/\(aside)")
      }
      let isLost = Self.lines(damaged) != Self.lines(good)
      #expect(isTold || !isLost, "damage \(turn) is told nowhere")
      // Each setting is kept again at the end: what it was taken for can be read there.
      let taken = Self.fields(try scratch.read("\(Self.folder)/state"))
      for name in ["volume", "rate", "shuffle", "muted", "detail", "jump", "repeat"] {
        let line = try #require(Self.lines(good).first { $0.hasPrefix(name + " =") })
        let candidates = Self.lines(damaged).filter { $0.hasPrefix(name + " ") }
        guard candidates == [line] else { continue }
        #expect(taken[name] == Self.fields(good)[name], "damage \(turn): \(line)")
      }
    }

    private var asides: [String] {
      FolderListing.names(in: "\(scratch.path)/\(Self.folder)").filter {
        $0.hasPrefix("state.damaged-")
      }
    }

    private func play(_ arguments: [String]) throws -> ProgramRun {
      let run = try Player.start(
        arguments + [track], environment: Player.environment(home: scratch.path))
      try #require(run.prints("Low Tones", within: 10), "\(run.errors)")
      run.send("qq")
      try #require(run.end(within: 10) == .exit(0))
      return run
    }

    /// The lines of a state as the program writes it, the sum at its end aside.
    private static func lines(_ bytes: [UInt8]) -> [String] {
      bytes.split(separator: 0x0A).map { line in
        let line = line.map { Character(Unicode.Scalar($0)) }
        return line.starts(with: "end") ? "end" : String(line)
      }
    }

    private static func fields(_ bytes: [UInt8]) -> [String: String] {
      let pairs = lines(bytes).compactMap { line in
        line.firstRange(of: " = ").map {
          (String(line[..<$0.lowerBound]), String(line[$0.upperBound...]))
        }
      }
      return Dictionary(pairs) { first, _ in first }
    }

    /// Bits turned, the end cut off, lines put in, numbers beyond all bounds.
    private static func damaged(_ good: [UInt8], _ random: inout SplitMix) -> [UInt8] {
      var bytes = good
      let place = Int(random.next() % UInt64(good.count))
      switch random.next() % 4 {
      case 0:
        for _ in 0...(random.next() % 8) {
          bytes[Int(random.next() % UInt64(good.count))] ^= 1 << UInt8(random.next() % 8)
        }
      case 1: bytes.removeSubrange(place...)
      case 2:
        let lines = ["\n", "\nplace\n", "\n\u{0}=\u{1B}\n", "\nvolume = no\n", "\n= =\n"]
        bytes.insert(contentsOf: lines[Int(random.next() % 5)].utf8, at: place)
      default:
        let digit = bytes.firstIndex { (0x30...0x39).contains($0) } ?? place
        let number = String(repeating: "9", count: 1 + Int(random.next() % 400))
        bytes.insert(contentsOf: ("-" + number).utf8, at: max(digit, place))
      }
      return bytes
    }
  }
}
