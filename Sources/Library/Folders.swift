// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Looks up a variable of the environment; a parameter, so that tests bring their own.
public typealias Environment = @Sendable (_ name: String) -> [UInt8]?

/// The environment of the process (`getenv`). Nothing in the program changes it.
public func processEnvironment(_ name: String) -> [UInt8]? {
  guard let value = unsafe getenv(name) else { return nil }
  return unsafe bytes(ofCString: value)
}

/// The listener's home.
public enum HomeFolder {
  /// `HOME` when it is an absolute path, else what the system knows of the user (`getpwuid_r`).
  public static func find(_ environment: Environment = processEnvironment) -> [UInt8]? {
    if let home = absolute(environment("HOME")) { return home }
    var entry = unsafe passwd()
    var result: UnsafeMutablePointer<passwd>?
    var buffer = [CChar](repeating: 0, count: 16_384)
    let size = buffer.count
    return unsafe buffer.withUnsafeMutableBufferPointer { text -> [UInt8]? in
      guard let base = text.baseAddress,
        unsafe getpwuid_r(getuid(), &entry, base, size, &result) == 0,
        unsafe result != nil, let home = unsafe entry.pw_dir
      else { return nil }
      return unsafe absolute(bytes(ofCString: home))
    }
  }
}

/// The folders of the XDG base directory specification, which ignores relative paths.
enum XDGFolder {
  /// `$XDG_STATE_HOME/eyemusix`, else `~/.local/state/eyemusix`.
  static func state(_ environment: Environment) -> [UInt8]? {
    own(environment, "XDG_STATE_HOME", ".local/state")
  }

  /// `$XDG_RUNTIME_DIR/eyemusix`: memory that does not outlive the machine's uptime.
  static func runtime(_ environment: Environment) -> [UInt8]? {
    absolute(environment("XDG_RUNTIME_DIR")).map { FilePath.joined($0, "eyemusix".utf8) }
  }

  /// `$XDG_CONFIG_HOME`, else `~/.config`.
  static func configuration(_ environment: Environment) -> [UInt8]? {
    absolute(environment("XDG_CONFIG_HOME"))
      ?? HomeFolder.find(environment).map { FilePath.joined($0, ".config".utf8) }
  }

  private static func own(
    _ environment: Environment, _ variable: String, _ fallback: String
  ) -> [UInt8]? {
    let base =
      absolute(environment(variable))
      ?? HomeFolder.find(environment).map { FilePath.joined($0, fallback.utf8) }
    return base.map { FilePath.joined($0, "eyemusix".utf8) }
  }
}

private func absolute(_ path: [UInt8]?) -> [UInt8]? {
  path.flatMap { $0.first == FilePath.slash ? $0 : nil }
}

/// Makes a folder that only its owner may enter, and what is missing above it (`mkdir`).
func makeFolder(_ path: [UInt8]) throws(SystemError) {
  if unsafe withCPath(path, { unsafe mkdir($0, 0o700) }) == 0 { return }
  switch errno {
  case EEXIST:
    guard FileStatus.isFolder(path) else { throw SystemError(rawValue: ENOTDIR) }
  case ENOENT:
    let parent = FilePath.parent(of: path)
    guard parent.count < path.count else { throw SystemError(rawValue: ENOENT) }
    try makeFolder(parent)
    guard unsafe withCPath(path, { unsafe mkdir($0, 0o700) }) == 0 || errno == EEXIST else {
      throw .last
    }
  default: throw .last
  }
}
