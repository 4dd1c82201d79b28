// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// Mounts that only the player sees: it is started in a mount namespace of its own.
enum PrivateMounts {
  /// The words before the ones to be run; `nil`: this machine does not let the test make mounts.
  private static let prefix: [String]? = {
    let ways = [["-m"], ["-r", "-m"]]
    guard let unshare = Executable.find("unshare") else { return nil }
    for way in ways {
      let trial = try? ChildProcess(
        unshare, way + ["mount", "-t", "tmpfs", "none", "/mnt"],
        environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"], descriptors: (-1, -1, -1))
      if trial?.end(within: 5) == .exit(0) { return [unshare] + way }
    }
    print("Tests with a full disk of their own and a read-only home are skipped: no mounts here.")
    return nil
  }()

  /// Whether this machine has them.
  static var areThere: Bool { prefix != nil }

  /// Starts the player with `arguments` after a shell did `preparation`.
  static func start(
    _ arguments: [String], after preparation: String, environment: [String: String]
  ) throws -> ProgramRun {
    guard let prefix else { throw SpawnFailure(description: "no mounts here") }
    return try ProgramRun(
      prefix[0],
      prefix.dropFirst() + ["sh", "-e", "-c", preparation + "\nexec \"$0\" \"$@\""]
        + [Player.binary] + Player.quietly(arguments), environment: environment, on: .pipes)
  }
}

extension Player {
  /// Words to start the player with: no device, plain lines, the words of this checkout.
  static func quietly(_ arguments: [String]) -> [String] {
    ["--plain", "--output", "null", "--voices", voices, "--voice", "plain"] + arguments
  }

  /// Starts the player in that way on pipes, from a shell that did `preparation` before.
  static func start(
    _ arguments: [String], after preparation: String = "", environment: [String: String]
  ) throws -> ProgramRun {
    try ProgramRun(
      "/bin/sh", ["-c", preparation + "\nexec \"$0\" \"$@\"", binary] + quietly(arguments),
      environment: environment, on: .pipes)
  }

  /// An environment with this home and nothing that is not needed.
  static func environment(home: String?) -> [String: String] {
    var environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"]
    environment["HOME"] = home
    return environment
  }
}

extension ProgramRun {
  /// Presses `e` and gives the seconds that the answer tells.
  func elapsedSeconds() -> Int? {
    let before = outputLength
    send("e")
    guard prints("second", after: before, within: 5) else { return nil }
    let answer = String(decoding: output.utf8.dropFirst(before), as: UTF8.self)
    let words = answer.split { $0.isWhitespace || $0 == "," || $0 == "." }
    var seconds = 0
    for (number, unit) in zip(words, words.dropFirst()) {
      guard let number = Int(number) else { continue }
      if unit.hasPrefix("minute") { seconds += 60 * number }
      if unit.hasPrefix("second") { return seconds + number }
    }
    return nil
  }

  /// How often these words were printed, on either way out.
  func count(of words: String) -> (printed: Int, complained: Int) {
    (output.ranges(of: words).count, errors.ranges(of: words).count)
  }
}
