// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// What a person does with `pactl`.
extension PulseServer {
  /// Runs `pactl` with these words; what it printed, `nil` when it failed.
  @discardableResult
  public func control(_ words: String...) throws -> String? {
    guard let program = Executable.find("pactl") else { return nil }
    let path = "\(scratch.path)/pactl"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    defer { close(descriptor) }
    let child = try ChildProcess(
      program, words, environment: environment, descriptors: (-1, descriptor, -1))
    defer { child.stop() }
    guard child.end(within: 10) == .exit(0) else { return nil }
    return TextFile.read(path) ?? ""
  }

  /// The streams that play to it, by number.
  public func streams() throws -> [String] {
    let list = try control("list", "short", "sink-inputs") ?? ""
    return list.split(separator: "\n").compactMap {
      $0.split(separator: "\t").first.map(String.init)
    }
  }
}

extension ChildProcess {
  /// How often its threads have gone to sleep and were woken, all together.
  public var wakeUps: Int? {
    guard let tasks = opendir("/proc/\(id)/task") else { return nil }
    defer { closedir(tasks) }
    var total = 0
    while let entry = readdir(tasks) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".") else { continue }
      let status = TextFile.read("/proc/\(id)/task/\(name)/status") ?? ""
      for line in status.split(separator: "\n") where line.hasPrefix("voluntary_ctxt_switches") {
        total += line.split(separator: "\t").last.flatMap { Int($0) } ?? 0
      }
    }
    return total
  }
}
