// SPDX-License-Identifier: GPL-3.0-or-later

/// What comes after the track being decoded. The loop names it; the decoding thread takes it when
/// its file is open and the track before it has ended. Under one lock, so that a follower named in
/// time is never passed over, and the loop learns when it comes too late.
final class Succession: Sendable {
  private struct State {
    var generation: UInt32 = 0
    var named: MusicRequest?
    /// Taken, and as far as the loop knows not heard yet.
    var taken: MusicRequest?
    var hasEnded = false
  }

  private let state = Locked(State())

  // MARK: The loop

  /// A new generation begins, with this follower.
  func begin(_ generation: UInt32, named: MusicRequest?) {
    state.withLock { $0 = State(generation: generation, named: named) }
  }

  /// Names the follower. `false`: the decoder has gone on with another or come to the end; what
  /// it wrote has to be taken back.
  func name(_ request: MusicRequest?) -> Bool {
    state.withLock { state in
      if let taken = state.taken { return taken == request }
      if state.hasEnded { return request == nil }
      state.named = request
      return true
    }
  }

  /// This token sounds, or sounded to its end: the follower it belongs to, once.
  func heard(_ token: UInt32) -> MusicRequest? {
    state.withLock { state in
      guard let taken = state.taken, taken.token == token else { return nil }
      state.taken = nil
      return taken
    }
  }

  // MARK: The decoding thread

  /// The follower as named now.
  func named(_ generation: UInt32) -> MusicRequest? {
    state.withLock { $0.generation == generation ? $0.named : nil }
  }

  /// Goes on with `request`, whose file is open. `false`: another was named meanwhile.
  func take(_ request: MusicRequest, _ generation: UInt32) -> Bool {
    state.withLock { state in
      guard state.generation == generation, state.named == request else { return false }
      state.taken = request
      state.named = nil
      return true
    }
  }

  /// Nothing can come of `request`.
  func giveUp(_ request: MusicRequest, _ generation: UInt32) {
    state.withLock { state in
      if state.generation == generation, state.named == request { state.named = nil }
    }
  }

  /// Nothing follows. `false`: something was named meanwhile.
  func end(_ generation: UInt32) -> Bool {
    state.withLock { state in
      guard state.generation == generation else { return true }
      guard state.named == nil else { return false }
      state.hasEnded = true
      return true
    }
  }
}
