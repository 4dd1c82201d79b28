// SPDX-License-Identifier: GPL-3.0-or-later

/// What became of one utterance.
public struct SpeechLogEntry: Hashable, Sendable {
  /// How far it came. The raw values stand in the log.
  public enum Outcome: String, Hashable, Sendable, CaseIterable {
    /// Asked for; nothing sounded yet.
    case requested
    /// Sounding.
    case speaking
    /// Sounded to its end.
    case spoken
    /// Cut, or replaced before it sounded.
    case cut
    /// Never given to the voice.
    case dropped
    /// The voice could not say it.
    case failed
  }

  /// Its number.
  public var id: UtteranceID
  /// Its class.
  public var priority: SpeechPriority
  /// Its words.
  public var text: String
  /// When it was asked for, on the caller's clock.
  public var requestedAt: Duration
  /// The output frame of its first sample; `nil` when it never sounded.
  public var startFrame: Int64?
  /// The output frame after its last sample; `nil` while it sounds, or when it never did.
  public var endFrame: Int64?
  /// How far it came.
  public var outcome: Outcome

  /// Whether nothing more will happen to it.
  public var isOver: Bool { outcome != .requested && outcome != .speaking }

  /// One line of JSON without line feed; times in microseconds, frames of the output, ASCII
  /// controls escaped.
  public var jsonLine: String {
    let (seconds, attoseconds) = requestedAt.components
    let microseconds = seconds &* 1_000_000 &+ attoseconds / 1_000_000_000_000
    return
      "{\"id\":\(id.rawValue),\"priority\":\"\(priority)\",\"outcome\":\"\(outcome.rawValue)\","
      + "\"requested_us\":\(microseconds),\"start_frame\":\(Self.json(startFrame)),"
      + "\"end_frame\":\(Self.json(endFrame)),\"text\":\(Self.json(text))}"
  }

  private static func json(_ frame: Int64?) -> String { frame.map(String.init) ?? "null" }

  private static func json(_ text: String) -> String {
    var line = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": line += "\\\""
      case "\\": line += "\\\\"
      case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
        let hex = String(scalar.value, radix: 16)
        line += "\\u" + String(repeating: "0", count: 4 - hex.count) + hex
      default: line.unicodeScalars.append(scalar)
      }
    }
    return line + "\""
  }
}

/// Who asked to speak, and what sounded from frame to frame: the last entries, for tests and for
/// `--speech-log`. Every change returns the entry as it is now; `nil` for an unknown number.
public struct SpeechLog: Sendable {
  /// The last entries, in the order in which they were asked for.
  public private(set) var entries: [SpeechLogEntry] = []
  private let limit: Int

  /// An empty log that keeps the last `limit` entries.
  public init(keeping limit: Int = 512) { self.limit = max(limit, 1) }

  /// Someone asked for `text`.
  @discardableResult
  public mutating func requested(
    _ id: UtteranceID, _ text: String, _ priority: SpeechPriority, at now: Duration
  ) -> SpeechLogEntry {
    let entry = SpeechLogEntry(
      id: id, priority: priority, text: text, requestedAt: now, startFrame: nil, endFrame: nil,
      outcome: .requested)
    if entries.count >= limit { entries.removeFirst(entries.count - limit + 1) }
    entries.append(entry)
    return entry
  }

  /// Its first sample is at this frame of the output.
  @discardableResult
  public mutating func started(_ id: UtteranceID, frame: Int64) -> SpeechLogEntry? {
    change(id) {
      $0.startFrame = frame
      $0.outcome = .speaking
    }
  }

  /// It sounded to its end: its last sample is before this frame.
  @discardableResult
  public mutating func ended(_ id: UtteranceID, frame: Int64) -> SpeechLogEntry? {
    change(id) {
      $0.endFrame = frame
      $0.outcome = .spoken
    }
  }

  /// It was cut at this frame; `nil` when it never sounded.
  @discardableResult
  public mutating func cut(_ id: UtteranceID, frame: Int64?) -> SpeechLogEntry? {
    change(id) {
      $0.endFrame = $0.startFrame == nil ? nil : frame
      $0.outcome = .cut
    }
  }

  /// It was never given to the voice.
  @discardableResult
  public mutating func dropped(_ id: UtteranceID) -> SpeechLogEntry? {
    change(id) { $0.outcome = .dropped }
  }

  /// The voice could not say it, or not to the end.
  @discardableResult
  public mutating func failed(_ id: UtteranceID, frame: Int64? = nil) -> SpeechLogEntry? {
    change(id) {
      $0.endFrame = $0.startFrame == nil ? nil : frame
      $0.outcome = .failed
    }
  }

  /// What is over does not change any more: late reports are ignored.
  private mutating func change(
    _ id: UtteranceID, _ edit: (inout SpeechLogEntry) -> Void
  ) -> SpeechLogEntry? {
    guard let index = entries.lastIndex(where: { $0.id == id }), !entries[index].isOver else {
      return nil
    }
    edit(&entries[index])
    return entries[index]
  }
}
