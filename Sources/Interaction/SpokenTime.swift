// SPDX-License-Identifier: GPL-3.0-or-later
public import Player

/// The phrases of which spoken times are made (`Voices/…/time.po`).
public enum TimePhrase: String, PhraseKey {
  /// `{count}` days.
  case days = "time.days"
  /// `{count}` hours.
  case hours = "time.hours"
  /// `{count}` minutes.
  case minutes = "time.minutes"
  /// `{count}` seconds.
  case seconds = "time.seconds"
  /// `{minutes}` in words, then `{count}` seconds as a bare number: "3 minutes 12".
  case minutesAndSeconds = "time.minutes-seconds"
  /// Two parts, `{first}` and `{second}`, each a number with its unit.
  case two = "time.two"
  /// An estimated `{time}`.
  case about = "time.about"
  /// A length that is not known.
  case unknown = "time.unknown"
  /// The time of day at a full `{hour}`.
  case fullHour = "time.clock.full"
  /// The time of day in the first nine minutes: `{hour}`, `{minute}`.
  case earlyMinutes = "time.clock.early"
  /// The time of day: `{hour}`, `{minute}`.
  case clock = "time.clock"
  /// The time of day at 0:00.
  case midnight = "time.clock.midnight"
}

extension Phrasebook {
  /// A time in words: "1 day 3 hours", "1 hour 2 minutes", "3 minutes 12", "45 seconds"; parts
  /// that are zero are skipped. Rounded to the nearest of the last unit said. With `precise` down
  /// to the second at any length ("1 hour 2 minutes 5 seconds"): then elapsed and remaining heard
  /// add up to the total, when the caller has rounded two of them to whole seconds and subtracted.
  /// Negative times are zero.
  public func time(_ duration: Duration, precise: Bool = false) -> String {
    var seconds = duration.roundedSeconds
    if !precise { seconds = Self.roundedToTwoUnits(seconds) }
    let minutes = seconds / 60 % 60
    if seconds < 3_600, minutes > 0, seconds % 60 > 0 {
      return self(
        TimePhrase.minutesAndSeconds,
        ["minutes": .text(count(.minutes, minutes)), "count": .number(seconds % 60)])
    }
    let parts: [(TimePhrase, Int)] = [
      (.days, seconds / 86_400), (.hours, seconds / 3_600 % 24), (.minutes, minutes),
      (.seconds, seconds % 60),
    ]
    let words = parts.filter { $0.1 > 0 }.map { count($0.0, $0.1) }
    guard let first = words.first else { return count(.seconds, 0) }
    return words.dropFirst().reduce(first) {
      self(TimePhrase.two, ["first": .text($0), "second": .text($1)])
    }
  }

  /// A length in words, "about" if it is estimated, words for unknown.
  public func length(_ length: TrackLength, precise: Bool = false) -> String {
    switch length {
    case .exact(let duration): time(duration, precise: precise)
    case .about(let duration):
      self(TimePhrase.about, ["time": .text(time(duration, precise: precise))])
    case .unknown: self(TimePhrase.unknown)
    }
  }

  /// The time of day in words: `hour` 0 to 23, `minute` 0 to 59.
  public func clock(hour: Int, minute: Int) -> String {
    if hour == 0, minute == 0 { return self(TimePhrase.midnight) }
    let phrase: TimePhrase =
      switch minute {
      case 0: .fullHour
      case 1...9: .earlyMinutes
      default: .clock
      }
    return self(phrase, ["hour": .number(hour), "minute": .number(minute)])
  }

  private func count(_ phrase: TimePhrase, _ count: Int) -> String {
    self(phrase, ["count": .number(count)])
  }

  /// Hours over a day, minutes over an hour; the units that count are those of what will be said.
  private static func roundedToTwoUnits(_ seconds: Int) -> Int {
    if seconds < 3_600 { return seconds }
    let minutes = (seconds + 30) / 60
    return minutes < 1_440 ? minutes * 60 : (seconds + 1_800) / 3_600 * 3_600
  }
}

extension Duration {
  /// Whole seconds, to the nearest; negative times are zero, and no time is over 10 000 years.
  var roundedSeconds: Int {
    let (seconds, attoseconds) = components
    guard self > .zero else { return 0 }
    let limit: Int64 = 315_360_000_000
    return Int(min(seconds, limit)) + (attoseconds >= 500_000_000_000_000_000 ? 1 : 0)
  }
}
