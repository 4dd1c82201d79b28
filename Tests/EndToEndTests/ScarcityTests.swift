// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// A system that has no more of something: told, and never a crash.
  @Suite struct ScarcityTests {
    private static let sentence = "EyeMusix cannot open as many files at once as it needs"

    private let scratch: ScratchFolder
    private let track: String
    private var environment: [String: String] { Player.environment(home: scratch.path) }

    init() throws {
      scratch = try ScratchFolder()
      track = try TestMusic.make("Low Tones", seconds: 120, in: scratch.path)
    }

    // MARK: - Descriptors

    @Test(arguments: [8, 10, 12, 16, 20])
    func `with few descriptors it says so in one sentence and ends with 1`(_ count: Int) throws {
      let run = try Player.start([track], after: "ulimit -n \(count)", environment: environment)
      #expect(run.end(within: 10) == .exit(1))
      #expect(run.errors.hasPrefix(Self.sentence) && run.errors.count { $0 == "\n" } == 1)
      #expect(run.output.isEmpty)
      #expect(FolderListing.names(in: "\(scratch.path)/.local").isEmpty, "nothing was begun")
    }

    @Test(arguments: [22, 24, 26, 30, 40])
    func `with hardly enough of them it plays or says so`(_ count: Int) throws {
      let run = try Player.start(
        [track, track], after: "ulimit -n \(count)", environment: environment)
      let deadline = MonotonicTime.after(seconds: 10)
      while run.end(within: 0.02) == nil, !run.output.contains("Low Tones"),
        MonotonicTime.now < deadline
      {}
      if run.end(within: 0) == nil {
        for key in ["n", "p", "e", "f"] { run.send(key) }
        #expect(try #require(run.elapsedSeconds()) >= 0)
        run.send("qq")
        #expect(run.end(within: 5) == .exit(0), "\(run.output)")
      } else {
        #expect(run.end(within: 5) == .exit(1))
        #expect(run.errors.hasPrefix(Self.sentence))
      }
    }

    @Test(.enabled(if: PlainUser.isThere), arguments: [1, 3, 6])
    func `with few threads it says so in one sentence and ends with 1`(_ count: Int) throws {
      let run = try ProgramRun(
        "/usr/bin/env",
        ["prlimit", "--nproc=\(count)"] + PlainUser.words + [Player.binary]
          + Player.quietly([track]),
        environment: Player.environment(home: nil), on: .pipes)
      #expect(run.end(within: 10) == .exit(1))
      let told = "EyeMusix cannot do as many things at once as it needs"
      #expect(run.errors.hasPrefix(told) && run.errors.count { $0 == "\n" } == 1)
    }

    @Test(.enabled(if: Executable.find("prlimit") != nil))
    func `music that cannot be opened for lack of descriptors is told`() throws {
      let other = try TestMusic.make("Other Tones", seconds: 60, in: scratch.path)
      let run = try Player.start([track, other, track], environment: environment)
      #expect(run.prints("Low Tones", within: 10))
      // What follows is opened before it is needed: the third track is not open yet.
      try limit(run, "--nofile=4:4")
      run.send("n")
      run.send("n")
      #expect(run.prints("cannot read Low Tones", within: 10))
      run.send("qq")
      #expect(run.end(within: 5) == .exit(0), "\(run.output)")
    }

    // MARK: - Disks

    @Test(.enabled(if: Executable.find("prlimit") != nil))
    func `a state that grows no more is told once, and the music goes on`() throws {
      let run = try Player.start([track], environment: environment)
      #expect(run.prints("Low Tones", within: 10))
      let state = "\(scratch.path)/.local/state/eyemusix/state"
      try expectLossTold(run, state, "File too large") { try limit(run, "--fsize=0:0") }
    }

    @Test(.enabled(if: PrivateMounts.areThere))
    func `a disk that fills while it plays is told once, and the music goes on`() throws {
      let folder = scratch.folder(".local/state")
      let run = try PrivateMounts.start(
        ["--speech-log", folder + "/log", track],
        after: "mount -t tmpfs -o size=128k none '\(folder)'", environment: environment)
      #expect(run.prints("Low Tones", within: 10))
      let inside = "/proc/\(run.process.id)/root\(folder)"
      // What the log has of its last block is still there; it is filled with what is said.
      let told = "speech log \(folder)/log ends here: No space left on device."
      try expectLossTold(run, inside + "/eyemusix/state", "No space left on device") {
        _ = Self.fill(inside)
        for _ in 0..<12 where !run.output.contains(told) {
          run.send("v")
          run.send("e")
          _ = run.prints(told, within: 0.3)
        }
      }
      #expect(run.count(of: told) == (1, 0))
    }

    private func expectLossTold(
      _ run: ProgramRun, _ state: String, _ reason: String, _ fill: () throws -> Void
    ) throws {
      let isKept = MonotonicTime.wait { access(state, R_OK) == 0 }
      #expect(isKept)
      try fill()
      let sentence = "Changes are not remembered: \(reason)."
      var isTold = false
      for _ in 0..<5 where !isTold {
        run.send("+")
        isTold = run.prints(sentence, within: 5)
        // A saving that was under way has left room for one more.
        if !isTold { try fill() }
      }
      #expect(isTold, "\(run.output)")
      let old = try #require(ByteFile.read(state))
      let before = try #require(run.elapsedSeconds())
      run.send("-")
      // Longer than it takes to the next saving: what is looked for is that there is none.
      MonotonicTime.wait(until: MonotonicTime.after(seconds: 5))
      #expect(ByteFile.read(state) == old)
      #expect(old.starts(with: "eyemusix-state".utf8) && old.last == 0x0A)
      let after = try #require(run.elapsedSeconds())
      #expect(after >= before + 4, "the music goes on")
      run.send("qq")
      #expect(run.end(within: 5) == .exit(0))
      #expect(run.count(of: sentence) == (1, 0))
    }

    /// Fills the disk of a folder; gives the bytes it took.
    private static func fill(_ folder: String) -> Int {
      let file = open(folder + "/fill", O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      defer { close(file) }
      let block = [UInt8](repeating: 0, count: 512)
      var total = 0
      while case let count = write(file, block, block.count), count > 0 { total += count }
      return total
    }

    private func limit(_ run: ProgramRun, _ limit: String) throws {
      let prlimit = try #require(Executable.find("prlimit"))
      let process = try ChildProcess(
        prlimit, ["--pid", "\(run.process.id)", limit], environment: [:], descriptors: (-1, -1, -1))
      try #require(process.end(within: 5) == .exit(0))
    }

    @Test(.enabled(if: PrivateMounts.areThere))
    func `a home that cannot be written is told, and what was remembered holds`() throws {
      let first = try Player.start(["--volume", "65", track], environment: environment)
      #expect(first.prints("Low Tones", within: 10))
      first.send("qq")
      #expect(first.end(within: 5) == .exit(0))
      let names = FolderListing.names(in: scratch.path + "/.local/state/eyemusix").sorted()
      let home = scratch.path
      let old = try scratch.read(".local/state/eyemusix/state")
      let run = try PrivateMounts.start(
        [track], after: "mount --bind '\(home)' '\(home)'\nmount -o remount,ro,bind '\(home)'",
        environment: environment)
      let sentence = "Nothing will be remembered: Read-only file system."
      #expect(run.prints(sentence, within: 10))
      #expect(run.prints("Low Tones", within: 10))
      run.send("-")
      #expect(run.prints("60", within: 5), "the volume was 65")
      run.send("qq")
      #expect(run.end(within: 5) == .exit(0))
      #expect(run.count(of: sentence) == (1, 1))
      #expect(try scratch.read(".local/state/eyemusix/state") == old)
      #expect(FolderListing.names(in: home + "/.local/state/eyemusix").sorted() == names)
    }

    // MARK: - Standard output

    @Test(arguments: ["--help", "--version"], [">/dev/full", ">&-"])
    func `an answer nobody could read is no success`(_ option: String, _ way: String) throws {
      let script = "exec \"$0\" --voices \"$1\" \(option) \(way)"
      let run = try ProgramRun(
        "/bin/sh", ["-c", script, Player.binary, Player.voices], environment: environment,
        on: .pipes)
      #expect(run.end(within: 5) == .exit(1))
    }
  }
}

/// A user the limits count for: they do not count for the one who may do everything.
private enum PlainUser {
  static let words =
    geteuid() == 0 ? ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"] : []

  /// Whether there is one, who may run the player and has no other processes.
  static let isThere: Bool = {
    guard geteuid() == 0, Executable.find("prlimit") != nil else { return false }
    let trial = try? ChildProcess(
      "/usr/bin/env", words + ["test", "-x", Player.binary, "-a", "-r", Player.voices + "/en"],
      environment: Player.environment(home: nil), descriptors: (-1, -1, -1))
    return trial?.end(within: 5) == .exit(0)
  }()
}
