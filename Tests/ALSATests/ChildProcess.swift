// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

/// A program started by a test, ended with the value.
///
/// Not Foundation's: there, waiting for one of two running programs can wait for the other, and
/// what it starts inherits the signals that the test runner's threads block.
final class ChildProcess {
  private let pid: pid_t
  private var isRunning = true

  /// Starts `arguments[0]` with this environment and nothing else; its output is dropped.
  init(_ arguments: [String], environment: [String: String]) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for descriptor in 0...2 {
      posix_spawn_file_actions_addopen(&actions, Int32(descriptor), "/dev/null", O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var words = arguments.map { strdup($0) } + [nil]
    var settings = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + settings).forEach { free($0) } }
    var started: pid_t = 0
    let status = posix_spawn(&started, arguments[0], &actions, &attributes, &words, &settings)
    guard status == 0 else { throw Late(what: "\(arguments[0]) does not start: \(status)") }
    pid = started
  }

  deinit { end(SIGKILL) }

  /// Sends a signal.
  func signal(_ number: Int32) { if isRunning { kill(pid, number) } }

  /// Sends a signal that ends it and waits for that.
  func end(_ number: Int32) {
    guard isRunning else { return }
    kill(pid, number)
    isRunning = false
    while waitpid(pid, nil, 0) < 0, errno == EINTR {}
  }
}
