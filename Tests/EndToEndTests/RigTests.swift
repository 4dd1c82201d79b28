// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing

extension EndToEnd {
  /// The fast part of `Tests/Rig`: samples and levels, no times of this machine.
  @Suite(.enabled(if: Rig.isPresent)) struct RigTests {
    @Test(arguments: ["gapless", "ducking", "headroom"])
    func `what the listening rig hears is as it should be`(_ part: String) throws {
      let scratch = try ScratchFolder()
      let report = "\(scratch.path)/report"
      let descriptor = open(report, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
      defer { close(descriptor) }
      let python = try #require(Executable.find("python3"))
      let environment = [
        "PATH": Rig.variable("PATH") ?? "/usr/bin:/bin", "HOME": Rig.variable("HOME") ?? "/",
        "EYEMUSIX_SHARED": SharedMaterial.folder, "RIG_VENV": Rig.environment,
        "EYEMUSIX_BINARY": Player.binary,
      ]
      let run = try ChildProcess(
        python, ["\(Player.checkout)/Tests/Rig/\(part).py", "--fast"], environment: environment,
        descriptors: (-1, descriptor, descriptor))
      defer { run.stop() }
      #expect(run.end(within: 300) == .exit(0), "\(TextFile.read(report) ?? "")")
    }
  }
}

/// The folder beside the checkout that has the listening rig, and the rig's environment.
private enum Rig {
  static let environment =
    variable("RIG_VENV") ?? (variable("HOME") ?? "/") + "/.cache/listenrig/venv"

  static var isPresent: Bool {
    access("\(SharedMaterial.folder)/rig/listenrig", R_OK) == 0
      && access("\(environment)/bin/python", X_OK) == 0
  }

  static func variable(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
