// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// What the system does to a process: the music goes on or the program ends cleanly.
  @Suite struct ProcessFaultTests {
    @Test func `stopped for ten seconds, it answers and leaves`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 120, in: scratch.path)
      let journey = try Journey([track])
      #expect(journey.hearsSound())
      journey.run.process.send(signal: SIGSTOP)
      MonotonicTime.wait(until: MonotonicTime.after(seconds: 10))
      journey.run.process.send(signal: SIGCONT)
      let asked = journey.run.outputLength
      journey.run.send("e")
      #expect(journey.run.prints("second", after: asked, within: 5))
      journey.run.send("q")
      #expect(journey.run.end(within: 5) == .exit(0))
    }

    @Test func `without home and locale it plays`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 30, in: scratch.path)
      let run = try start([track], environment: ["PATH": "/usr/bin:/bin"])
      #expect(run.prints("Low Tones", within: 10))
      run.send("q")
      #expect(run.end(within: 5) == .exit(0))
    }

    @Test func `a home that is no folder is told, and it plays`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 30, in: scratch.path)
      let run = try start([track], environment: ["HOME": "/dev/null", "PATH": "/usr/bin:/bin"])
      #expect(run.prints("Low Tones", within: 10))
      run.send("q")
      #expect(run.end(within: 5) == .exit(0))
    }

    @Test func `a damaged memory never keeps it from starting`() throws {
      let scratch = try ScratchFolder()
      let track = try TestMusic.make("Low Tones", seconds: 30, in: scratch.path)
      let home = scratch.folder("home")
      let environment = ["HOME": home, "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"]
      let file = "home/.local/state/eyemusix/state"
      try leave(try start([track], environment: environment))
      let good = try scratch.read(file)
      var random = SplitMix(seed: 1)
      for turn in 1...25 {
        let damaged = Self.damaged(good, &random)
        try scratch.write(file, damaged)
        let run = try start([track], environment: environment)
        try leave(run)
        let isTold = run.output.contains("Memory damaged") || run.errors.contains("Memory damaged")
        let folder = home + "/.local/state/eyemusix"
        let asides = FolderListing.names(in: folder).filter { $0.hasPrefix("state.damaged-") }
        #expect(isTold == !asides.isEmpty, "damage \(turn): kept as \(asides)")
        for aside in asides {
          #expect(try scratch.read("home/.local/state/eyemusix/\(aside)") == damaged)
          unlink(folder + "/" + aside)
        }
      }
    }

    private func start(_ arguments: [String], environment: [String: String]) throws -> ProgramRun {
      try ProgramRun(
        Player.binary,
        ["--plain", "--output", "null", "--voices", Player.voices, "--voice", "plain"] + arguments,
        environment: environment, on: .pipes)
    }

    private func leave(_ run: ProgramRun) throws {
      try #require(run.prints("Low Tones", within: 10), "\(run.errors)")
      run.send("qq")
      try #require(run.end(within: 10) == .exit(0))
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
