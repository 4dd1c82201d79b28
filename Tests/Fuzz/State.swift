// SPDX-License-Identifier: GPL-3.0-or-later
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
  checkStore(state: bytes, queue: bytes, then: made)
  let isTrack: (ArraySlice<UInt8>) -> Bool = { $0.starts(with: "t ".utf8) }
  let tracks = bytes.split { $0 == 0x0A || $0 == 0x0D }.count(where: isTrack)
  checkStore(
    state: StoredState.sealed(Array("\(StoredState.heading)\n".utf8) + bytes + [0x0A]),
    queue: Array("\(QueueFile.heading)\n".utf8) + bytes + "\nend \(tracks)\n".utf8, then: made)
}

/// The memory in a folder with these files, when `state` is to be remembered next.
private func checkStore(state old: [UInt8], queue oldQueue: [UInt8], then state: StoredState) {
  let folder = MemoryFolder()
  folder.put(old, at: "state")
  folder.put(oldQueue, at: "queue")
  let path = Array(folder.path.utf8)
  let queue: StoredQueue
  do {
    let store = try StateStore(folder: path)
    promise(store.isOwner, "nobody owns the memory")
    switch store.load() {
    case .known(let known): try promise(!store.save(known), "the same is written again")
    case .damaged(let aside, _): promise(aside.flatMap(folder.bytes) == old, "the state is lost")
    case .nothing, .unreadable: promise(false, "the state is not seen")
    }
    switch store.loadQueue() {
    case .known(let known):
      queue = known
      promise(known.order.isEmpty || known.order.count == known.tracks.count, "another's order")
      try promise(!store.saveQueue(known.tracks, order: known.order), "the same is written again")
      // Only by way of another one is it written again.
      try promise(store.saveQueue(known.tracks + [Track(path: [0x2F])]), "nothing is written")
      _ = try store.saveQueue(known.tracks, order: known.order)
    case .damaged(let aside, _):
      queue = StoredQueue(tracks: [Track(path: [0x2F] + oldQueue.filter { $0 != 0 })])
      promise(aside.flatMap(folder.bytes) == oldQueue, "the queue is lost")
      _ = try store.saveQueue(queue.tracks)
    case .nothing, .unreadable: return promise(false, "the queue is not seen")
    }
    _ = try store.save(state)
  } catch { return promise(false, "\(error)") }
  guard let next = try? StateStore(folder: path) else { return promise(false, "no memory") }
  promise(next.isOwner, "the dead own the memory")
  promise(next.load() == .known(state), "the state has changed on the disk")
  promise(next.loadQueue().value == queue, "the queue has changed on the disk")
}
