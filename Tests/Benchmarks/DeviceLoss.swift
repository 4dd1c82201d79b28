// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// A way to take the device from a program on a private sound server, and to give it back.
enum DeviceLoss: String, CaseIterable {
  case killed = "server killed and started again"
  case frozen = "server frozen for 3 s"
  case suspended = "sink suspended"
  case moved = "stream moved to another sink"
  case unloaded = "sink unloaded and loaded again"

  /// Whether the listener must be told; the others may pass unheard.
  var isTold: Bool { self == .killed || self == .suspended || self == .unloaded }
  /// Whether the sound goes on elsewhere meanwhile.
  var playsOn: Bool { self == .moved }

  /// Seconds from the loss to its end: long enough to be noticed.
  func seconds(_ random: inout SplitMix) -> Double {
    switch self {
    case .frozen: 3
    case .moved: 1
    case .killed, .suspended, .unloaded: 4 + Double(random.next() % 3000) / 1000
    }
  }

  /// Takes the device away.
  func begin(_ server: PulseServer) throws {
    switch self {
    case .killed: server.stop()
    case .frozen: server.freeze()
    case .suspended: try server.control("suspend-sink", PulseServer.sink, "1")
    case .moved:
      try Self.load("other", server)
      try move(to: "other", server)
    case .unloaded: try server.control("unload-module", "module-null-sink")
    }
  }

  /// Gives it back.
  func end(_ server: PulseServer) throws {
    switch self {
    case .killed: try server.start()
    case .frozen: server.send(signal: SIGCONT)
    case .suspended: try server.control("suspend-sink", PulseServer.sink, "0")
    case .moved: try move(to: PulseServer.sink, server)
    case .unloaded:
      try Self.load(PulseServer.sink, server)
      try server.control("set-default-sink", PulseServer.sink)
    }
  }

  private static func load(_ name: String, _ server: PulseServer) throws {
    let sinks = try server.control("list", "short", "sinks") ?? ""
    guard !sinks.contains("\t\(name)\t") else { return }
    try server.control(
      "load-module", "module-null-sink", "sink_name=\(name)", "rate=\(PulseServer.rate)",
      "channels=2", "format=s16le", "norewinds=1")
  }

  private func move(to sink: String, _ server: PulseServer) throws {
    for stream in try server.streams() { try server.control("move-sink-input", stream, sink) }
  }
}
