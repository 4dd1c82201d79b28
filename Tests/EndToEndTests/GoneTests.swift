// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// The terminal, or one of the three standard descriptors, is not there any more.
  @Suite struct GoneTests {
    private let scratch: ScratchFolder
    private let track: String
    private var state: String { "\(scratch.path)/.local/state/eyemusix/state" }

    init() throws {
      scratch = try ScratchFolder()
      track = try TestMusic.make("Low Tones", seconds: 120, in: scratch.path)
    }

    /// With `setsid --ctty` the terminal is the controlling one, and SIGHUP comes too.
    @Test(arguments: [[], ["setsid", "--ctty", "--wait"]])
    func `the terminal is gone: it ends within two seconds, and the place is kept`(
      _ leader: [String]
    ) throws {
      let terminal = try PseudoTerminal()
      let words = leader + [Player.binary] + Player.quietly([track])
      let process = try ChildProcess(
        "/usr/bin/env", words, environment: Player.environment(home: scratch.path),
        descriptors: (terminal.slave, terminal.slave, -1))
      defer { process.stop() }
      #expect(Self.shows("Low Tones", terminal))
      // So much music that the place can be told from the beginning.
      MonotonicTime.wait(until: MonotonicTime.after(seconds: 3))
      let kept = TextFile.read(state)
      terminal.close()
      #expect(process.end(within: 2) != nil, "it runs on")
      let text = try #require(TextFile.read(state))
      #expect(text != kept)
      let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("place-ms = ") })
      let place = try #require(Int(line.dropFirst("place-ms = ".count)))
      #expect((2_000...8_000).contains(place), "kept at \(place) ms")
    }

    private static func shows(_ words: String, _ terminal: PseudoTerminal) -> Bool {
      var shown: [UInt8] = []
      var piece = [UInt8](repeating: 0, count: 4096)
      let deadline = MonotonicTime.after(seconds: 10)
      while MonotonicTime.now < deadline {
        var entry = pollfd(fd: terminal.master, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 1000) > 0 else { continue }
        let count = read(terminal.master, &piece, piece.count)
        guard count > 0 else { return false }
        shown += piece[..<count]
        if shown.firstRange(of: Array(words.utf8)) != nil { return true }
      }
      return false
    }

    @Test func `without standard input it plays, and takes no file for keys`() throws {
      let run = try Player.start(
        ["--quit-at-end", try TestMusic.make("Short Tones", seconds: 3, in: scratch.path)],
        after: "exec <&-", environment: Player.environment(home: scratch.path))
      #expect(run.prints("Short Tones", within: 10))
      #expect(run.end(within: 15) == .exit(0))
    }

    @Test func `without standard output it writes into no file of its own`() throws {
      let run = try Player.start(
        [track], after: "exec >&- 2>&-", environment: Player.environment(home: scratch.path))
      let isKept = MonotonicTime.wait { access(state, R_OK) == 0 }
      #expect(isKept)
      run.send("eqq")
      #expect(run.end(within: 10) == .exit(0))
      let folder = "\(scratch.path)/.local/state/eyemusix"
      // What is being spoken is noted on purpose in the one with that name.
      for name in FolderListing.names(in: folder) where name != "speaking" {
        let text = TextFile.read("\(folder)/\(name)") ?? ""
        #expect(!text.contains("EyeMusix") && !text.contains("second"), "\(name): \(text)")
      }
    }
  }
}
