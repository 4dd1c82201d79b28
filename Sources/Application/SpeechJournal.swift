// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Library
import Speech

/// The speech log on disk: `--speech-log FILE` gets a line for every change of an entry (requested,
/// speaking from a frame on, spoken, cut, dropped).
final class SpeechJournal {
  private var log = SpeechLog()
  private var descriptor: Int32 = -1
  /// Utterances whose end is not known, in the order in which they were requested.
  private var open: [UtteranceID] = []
  /// Where it is written, as bytes.
  private(set) var path: [UInt8] = []
  /// Why nothing more is written; `nil` while all goes well.
  private(set) var failure: SystemError?

  /// Opens `path` for the log; `false` when the system refuses.
  func open(_ path: [UInt8]) -> Bool {
    self.path = path
    var path = path.map { CChar(bitPattern: $0) } + [0]
    descriptor = unsafe Glibc.open(&path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    return descriptor >= 0
  }

  /// The session asked for this.
  func requested(
    _ id: UtteranceID, _ utterance: Utterance, _ priority: SpeechPriority, now: Duration
  ) {
    write(log.requested(id, utterance.text, priority, at: now))
    open.append(id)
  }

  /// Its first sample was mixed. The mixer tells things in order: what was asked for earlier and
  /// has not begun by now never sounded.
  func started(_ id: UtteranceID, frame: Int) {
    close(before: id)
    write(log.started(id, frame: Int64(frame)))
  }

  /// Its last sample was mixed.
  func ended(_ id: UtteranceID, frame: Int) { close(id, log.ended(id, frame: Int64(frame))) }

  /// It was cut while it sounded.
  func cut(_ id: UtteranceID, frame: Int) { close(id, log.cut(id, frame: Int64(frame))) }

  /// It was never given to the voice.
  func dropped(_ id: UtteranceID) { close(id, log.dropped(id)) }

  /// The voice could not say it.
  func failed(_ id: UtteranceID) { close(id, log.failed(id)) }

  private func close(_ id: UtteranceID, _ entry: SpeechLogEntry?) {
    write(entry)
    open.removeAll { $0 == id }
  }

  private func close(before id: UtteranceID) {
    for earlier in open where earlier < id { close(earlier, log.cut(earlier, frame: nil)) }
  }

  /// Closes the file.
  func end() {
    close(before: UtteranceID(rawValue: .max))
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  private func write(_ entry: SpeechLogEntry?) {
    guard descriptor >= 0, failure == nil, let entry else { return }
    failure = Print.attempt(entry.jsonLine + "\n", to: descriptor)
  }
}
