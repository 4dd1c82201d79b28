// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Speech

/// The speech log on disk: `--speech-log FILE` gets a line for every change of an entry (requested,
/// speaking from a frame on, spoken, cut, dropped).
final class SpeechJournal {
  private var log = SpeechLog()
  private var descriptor: Int32 = -1
  /// The utterance given to the voice last, until its end is known.
  private var open: UtteranceID?

  /// Opens `path` for the log; `false` when the system refuses.
  func open(_ path: [UInt8]) -> Bool {
    var path = path.map { CChar(bitPattern: $0) } + [0]
    descriptor = unsafe Glibc.open(&path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    return descriptor >= 0
  }

  /// The session asked for this.
  func requested(
    _ id: UtteranceID, _ utterance: Utterance, _ priority: SpeechPriority, now: Duration
  ) {
    giveUp()
    write(log.requested(id, utterance.text, priority, at: now))
    open = id
  }

  /// Its first sample was mixed.
  func started(_ id: UtteranceID, frame: Int) {
    write(log.started(id, frame: Int64(frame)))
  }

  /// Its last sample was mixed.
  func ended(_ id: UtteranceID, frame: Int) {
    write(log.ended(id, frame: Int64(frame)))
    if open == id { open = nil }
  }

  /// It was cut while it sounded.
  func cut(_ id: UtteranceID, frame: Int) {
    write(log.cut(id, frame: Int64(frame)))
    if open == id { open = nil }
  }

  /// It was never given to the voice.
  func dropped(_ id: UtteranceID) {
    write(log.dropped(id))
    if open == id { open = nil }
  }

  /// The voice could not say it.
  func failed(_ id: UtteranceID) {
    write(log.failed(id))
    if open == id { open = nil }
  }

  /// What is being said was cut; the mixer tells the frame if it had begun to sound.
  func giveUp() {
    guard let id = open, log.entry(id)?.outcome == .requested else { return }
    dropped(id)
  }

  /// Closes the file.
  func end() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  private func write(_ entry: SpeechLogEntry?) {
    guard descriptor >= 0, let entry else { return }
    Print.write(entry.jsonLine + "\n", to: descriptor)
  }
}
