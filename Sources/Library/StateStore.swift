// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
public import Player
import Synchronization

/// The folder in which the program keeps what it remembers. Its methods may be called on any
/// thread, one at a time; they wait for the disk.
///
/// Of two programs that run at once the first owns the memory; the other reads it and writes
/// nothing.
public final class StateStore: Sendable {
  /// The folder (`$XDG_STATE_HOME/eyemusix`, else `~/.local/state/eyemusix`).
  public let folder: [UInt8]
  /// Whether this program writes; false when another one that still runs does.
  public let isOwner: Bool

  private struct Memory: ~Copyable {
    let lock: OpenFile
    var lastState: StoredState?
    /// The queue in the file; the queue itself may take many megabytes.
    var lastQueue: QueueFingerprint?
    /// Files that were looked at, and so may be overwritten.
    var known: Set<[UInt8]> = []
    /// Files that could not be understood nor moved away.
    var untouchable: Set<[UInt8]> = []
  }

  private let memory: Mutex<Memory>

  /// Opens the memory in `folder`, or where the environment says, making the folder if needed.
  /// Throws when there is no such folder and none can be made: the program goes on without.
  public init(
    folder: [UInt8]? = nil, _ environment: Environment = processEnvironment
  ) throws(SystemError) {
    guard let folder = folder ?? XDGFolder.state(environment) else {
      throw SystemError(rawValue: ENOENT)
    }
    try makeFolder(folder)
    let lock = try OpenFile(FilePath.joined(folder, "lock".utf8), O_RDWR | O_CREAT | O_NONBLOCK)
    self.folder = folder
    isOwner = lock.tryLock()
    memory = Mutex(Memory(lock: lock))
  }

  /// What was remembered last.
  public func load() -> Remembered<StoredState> {
    memory.withLock { loadState(&$0) }
  }

  /// Remembers `state` instead of what was there; fields with other names than it may have are
  /// left out. Returns whether anything was written: not when it is the same as last time or
  /// this program is not the owner.
  @discardableResult
  public func save(_ state: StoredState) throws(SystemError) -> Bool {
    let path = statePath
    let state = StoredState(fields: state.fields.filter { StoredState.isName($0.key.utf8) })
    let bytes = state.encoded
    guard bytes.count <= StoredState.largest else { throw .tooLarge }
    return try withMemory { memory throws(SystemError) in
      if !memory.known.contains(path) { _ = loadState(&memory) }
      guard isOwner, !memory.untouchable.contains(path), memory.lastState != state else {
        return false
      }
      var file = try AtomicFile(path)
      try file.append(bytes)
      try file.finish()
      memory.lastState = state
      return true
    }
  }

  /// The last queue.
  public func loadQueue() -> Remembered<StoredQueue> {
    var tracks: [Track] = []
    switch loadQueue(receiving: { tracks.append($0) }) {
    case .known(let order): return .known(StoredQueue(tracks: tracks, order: order))
    case .nothing: return .nothing
    case .damaged(let aside, _): return .damaged(aside: aside)
    case .unreadable(let error): return .unreadable(error)
    }
  }

  /// The last queue, one track after the other, and at the end the order in which they are played.
  /// What was received is worth something only if it is `known`.
  public func loadQueue(receiving receive: (Track) -> Void) -> Remembered<[Int32]> {
    memory.withLock { loadQueue(&$0, receive) }
  }

  /// Remembers the queue: `tracks`, and the `order` in which they are played when it is another
  /// one (places in `tracks`). Returns whether anything was written, as `save` does.
  @discardableResult
  public func saveQueue(
    _ tracks: some Collection<Track> & Sendable, order: [Int32] = []
  ) throws(SystemError) -> Bool {
    let path = queuePath
    let fingerprint = QueueFingerprint(tracks, order: order)
    return try withMemory { memory throws(SystemError) in
      if !memory.known.contains(path) { _ = loadQueue(&memory) { _ in } }
      guard isOwner, !memory.untouchable.contains(path), memory.lastQueue != fingerprint else {
        return false
      }
      try QueueFile.write(tracks, order: order, to: path)
      memory.lastQueue = fingerprint
      return true
    }
  }

  private func loadState(_ memory: inout Memory) -> Remembered<StoredState> {
    let path = statePath
    let result = remembered(path, &memory) { () throws(SystemError) in
      let (state, isWhole) = StoredState.read(
        try contents(of: path, limit: StoredState.largest))
      return (state.fields.isEmpty && !isWhole ? nil : state, isWhole)
    }
    if case .known(let state) = result { memory.lastState = state }
    return result
  }

  private func loadQueue(
    _ memory: inout Memory, _ receive: (Track) -> Void
  ) -> Remembered<[Int32]> {
    let path = queuePath
    let result = remembered(path, &memory) { () throws(SystemError) in
      let contents = try QueueFile.read(path, receive)
      return (contents, contents != nil)
    }
    memory.lastQueue = result.value?.fingerprint
    switch result {
    case .known(let contents): return .known(contents.order)
    case .nothing: return .nothing
    case .damaged(let aside, _): return .damaged(aside: aside)
    case .unreadable(let error): return .unreadable(error)
    }
  }

  private var statePath: [UInt8] { FilePath.joined(folder, "state".utf8) }
  private var queuePath: [UInt8] { FilePath.joined(folder, "queue".utf8) }

  private func withMemory<R: Sendable>(
    _ body: (inout Memory) throws(SystemError) -> R
  ) throws(SystemError) -> R {
    try memory.withLock { memory throws(SystemError) in try body(&memory) }
  }

  private func remembered<Value>(
    _ path: [UInt8], _ memory: inout Memory,
    _ read: () throws(SystemError) -> (value: Value?, isWhole: Bool)
  ) -> Remembered<Value> {
    memory.known.insert(path)
    var sound: Value?
    do throws(SystemError) {
      let (value, isWhole) = try read()
      if let value, isWhole { return .known(value) }
      sound = value
    } catch {
      switch error.rawValue {
      case ENOENT: return .nothing
      // Not what the program writes: too large, a folder, a FIFO.
      case EFBIG, EISDIR, EINVAL, ENXIO, ELOOP: break
      // No descriptor, no right, a disk that fails: the file may be as good as ever.
      default:
        memory.untouchable.insert(path)
        return .unreadable(error)
      }
    }
    if isOwner, let aside = try? setAside(path) { return .damaged(aside: aside, sound: sound) }
    memory.untouchable.insert(path)
    return .damaged(aside: nil, sound: sound)
  }
}
