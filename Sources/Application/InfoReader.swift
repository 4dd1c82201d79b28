// SPDX-License-Identifier: GPL-3.0-or-later
import Engine
import Player
import Synchronization

/// Reads tags and counts lengths on two threads: one for quick looks, which somebody may wait for,
/// one for whole readings, so that a ten-hour file never stands before a name under the cursor.
final class InfoReader: Sendable {
  /// Reads a whole file and gives its exact length.
  typealias Scan = @Sendable ([UInt8]) -> TrackLength?

  struct Question: Sendable {
    enum Kind { case quick, full }
    var id: TrackID
    var path: [UInt8]
    var kind: Kind
  }

  struct Answer: Sendable {
    enum News: Sendable {
      case info(TrackInfo?)
      case length(TrackLength)
    }
    var id: TrackID
    var news: News
  }

  /// Rings when there are answers.
  let bell: Bell
  private let answers: Mailbox<Answer>
  private let quick = Desk()
  private let full = Desk()
  private let threads: Mutex<[EngineThread]>

  init(reader: any TrackInfoReader, scan: @escaping Scan) {
    let bell = Bell()
    let answers = Mailbox<Answer> { bell.ring() }
    let (quick, full) = (self.quick, self.full)
    self.bell = bell
    self.answers = answers
    let tags = EngineThread(name: "tags") {
      while let question = quick.next() {
        answers.send(Answer(id: question.id, news: .info(reader.info(question.path))))
      }
    }
    let lengths = EngineThread(name: "lengths") {
      while let question = full.next() {
        guard let length = scan(question.path) else { continue }
        answers.send(Answer(id: question.id, news: .length(length)))
      }
    }
    threads = Mutex([tags, lengths])
  }

  /// Asks; `first`: before everything that was asked without haste. The loop's thread.
  func ask(_ question: Question, first: Bool) {
    (question.kind == .quick ? quick : full).put(question, first: first)
  }

  /// The answers since the last call. The loop's thread.
  func takeAnswers() -> [Answer] { answers.take() }

  /// Ends both threads, without waiting long for a reading under way. The loop's thread.
  func end() {
    quick.close()
    full.close()
    for thread in threads.withLock({ $0 }) { thread.join(within: .milliseconds(300)) }
  }
}

/// Questions in order, the urgent ones first (the newest of them before the others).
private final class Desk: Sendable {
  private struct State {
    var urgent: [InfoReader.Question] = []
    var patient: [InfoReader.Question] = []
    var taken = 0
    var isClosed = false

    mutating func take() -> InfoReader.Question? {
      if let question = urgent.popLast() { return question }
      guard taken < patient.count else {
        patient.removeAll()
        taken = 0
        return nil
      }
      taken += 1
      return patient[taken - 1]
    }
  }

  private let state = Mutex(State())
  private let wake = Semaphore()

  func put(_ question: InfoReader.Question, first: Bool) {
    state.withLock {
      if first { $0.urgent.append(question) } else { $0.patient.append(question) }
    }
    wake.post()
  }

  func close() {
    state.withLock { $0.isClosed = true }
    wake.post()
  }

  /// Waits for the next question; `nil` once closed.
  func next() -> InfoReader.Question? {
    while true {
      wake.wait()
      let (question, isClosed) = state.withLock { ($0.take(), $0.isClosed) }
      if isClosed { return nil }
      if let question { return question }
    }
  }
}
