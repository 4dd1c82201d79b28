// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Interaction
import Library
import Player
import Synchronization

/// Looks for tracks on a thread of its own, so that music starts before a long search ends.
final class TrackFinder {
  /// What was found.
  enum News: Sendable {
    case tracks([Track])
    case trouble(ScanTrouble)
    case ended
  }

  private let bell = Bell()
  private let mailbox: Mailbox<News>
  private let isCancelled = CancelFlag()
  private var thread: EngineThread?

  /// Readable when there is news; for `poll`.
  var newsDescriptor: Int32 { bell.descriptor }

  init() {
    let bell = self.bell
    mailbox = Mailbox { bell.ring() }
  }

  /// Whether tracks may still come.
  private(set) var isSearching = false

  /// Begins to look in `sources`: files, folders and playlists.
  func find(_ sources: [[UInt8]]) {
    let (mailbox, isCancelled) = (self.mailbox, self.isCancelled)
    isSearching = true
    thread = EngineThread(name: "finder") {
      SourceScanner().scan(sources) { event in
        switch event {
        case .tracks(let tracks): mailbox.send(.tracks(tracks))
        case .trouble(let trouble): mailbox.send(.trouble(ScanTrouble(trouble)))
        case .searching: break
        }
        return !isCancelled.isSet
      }
      mailbox.send(.ended)
    }
  }

  /// What was found since the last call.
  func news() -> [News] {
    bell.silence()
    let news = mailbox.take()
    if case .ended = news.last { isSearching = false }
    return news
  }

  /// Gives up looking; a folder that does not answer is not waited for.
  func end() {
    isCancelled.set()
    thread?.join(within: .milliseconds(300))
  }
}

/// A flag that only goes up.
private final class CancelFlag: Sendable {
  private let flag = Atomic<Bool>(false)
  var isSet: Bool { flag.load(ordering: .relaxed) }
  func set() { flag.store(true, ordering: .relaxed) }
}

extension ScanTrouble {
  /// What the session is told of the library's trouble.
  init(_ trouble: LibraryTrouble) {
    switch trouble {
    case .notFound(let name): self = .notFound(name: name)
    case .notPermitted(let name): self = .notPermitted(name: name)
    case .loop(let name): self = .loop(name: name)
    case .missingTargets(let playlist, let count, let first):
      self = .missingTargets(playlist: playlist, count: count, first: first)
    case .webTargets(let playlist, let count, let first):
      self = .webTargets(playlist: playlist, count: count, first: first)
    case .nested(let playlist): self = .nested(playlist: playlist)
    case .unsupported(let name): self = .unsupported(name: name)
    case .tooMany(let limit): self = .tooMany(limit: limit)
    case .unreadable(let name, let reason): self = .unreadable(name: name, reason: reason)
    }
  }
}
