// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Player

@testable import Library

/// The state file and the queue: what is understood is the same after writing and reading.
@Sendable func fuzzState(_ bytes: [UInt8]) {
  if let state = try? StoredState(encoded: bytes) {
    promise((try? StoredState(encoded: state.encoded)) == state, "the state has changed")
  }
  let values = bytes.split(separator: 0x0A, omittingEmptySubsequences: false).prefix(64)
  let fields = values.enumerated().map {
    ("field-\($0.offset)", String(decoding: $0.element, as: UTF8.self))
  }
  let made = StoredState(fields: Dictionary(fields) { $1 })
  promise((try? StoredState(encoded: made.encoded)) == made, "what is written is not read")
  promise(Escaping.unescaped(Escaping.escaped(bytes)) == bytes, "escaped bytes have changed")
  fuzzQueue(bytes)
}

private let written = Array("/tmp/eyemusix-fuzz-queue.\(getpid())".utf8)

private func fuzzQueue(_ bytes: [UInt8]) {
  let file = MemoryFile(bytes)
  var tracks: [Track] = []
  guard let contents = (try? QueueFile.read(file.path) { tracks.append($0) }) ?? nil else { return }
  promise(contents.order.isEmpty || contents.order.count == tracks.count, "the order is another's")
  do {
    try QueueFile.write(tracks, order: contents.order, to: written)
    defer { unsafe unlink(String(decoding: written, as: UTF8.self)) }
    var again: [Track] = []
    let read = try QueueFile.read(written) { again.append($0) }
    promise(again == tracks && read?.order == contents.order, "the queue has changed")
  } catch { preconditionFailure("\(error)") }
}
