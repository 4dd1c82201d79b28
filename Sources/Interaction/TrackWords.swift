// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// Tracks in words.
struct TrackWords {
  let phrases: Phrasebook
  let tracks: any TrackLookup

  /// Longer names are cut; the rest is there with the facts.
  static let nameLimit = 120

  /// The title from the tags, else from the playlist, else the file's name.
  func name(_ id: TrackID, _ info: TrackInfo?) -> String {
    shaped(Self.rawName(tracks.track(id), info))
  }

  /// The name with what is known without waiting.
  func knownName(_ id: TrackID) -> String { name(id, tracks.knownInfo(id)) }

  /// Text from a file as it is said: without control characters, not too long.
  func shaped(_ text: String, limit: Int = Self.nameLimit) -> String {
    // A title of a megabyte costs no more than one of a line.
    let plain = readable(String(text.prefix(4 * limit)))
    guard plain.count > limit else { return plain }
    let head = plain.prefix(limit)
    let end = head.lastIndex(of: " ") ?? head.endIndex
    return phrases(AnswerPhrase.cut, ["name": .text(String(head[..<end]))])
  }

  /// The name before it is shaped.
  static func rawName(_ track: Track, _ info: TrackInfo?) -> String {
    for title in [info?.title, track.listedTitle] {
      if let title, title.contains(where: { !$0.isWhitespace }) { return title }
    }
    return cleanedName(ofPath: track.path)
  }

  /// A length in words; `nil` when it is not known.
  func length(_ length: TrackLength) -> String? {
    length.duration == nil ? nil : phrases.length(length)
  }

  /// The form of the sound: "MP3, 192 kilobits, 44.1 kilohertz, stereo".
  func format(_ format: TrackFormat) -> [String] {
    var parts = [phrases(AnswerPhrase.factCodec, ["codec": .text(shaped(format.codec, limit: 20))])]
    if let kilobits = format.kilobits {
      parts.append(phrases(AnswerPhrase.factKilobits, ["count": .number(kilobits)]))
    }
    if format.isVariable { parts.append(phrases(AnswerPhrase.factVariable)) }
    let tenths = format.sampleRate % 1000 / 100
    let kilohertz = "\(format.sampleRate / 1000)" + (tenths == 0 ? "" : ".\(tenths)")
    parts.append(phrases(AnswerPhrase.factKilohertz, ["number": .text(kilohertz)]))
    parts.append(phrases(format.channels == 1 ? AnswerPhrase.factMono : AnswerPhrase.factStereo))
    return parts
  }
}

extension TrackLength {
  /// Whether it is an estimate.
  var isAbout: Bool {
    if case .about = self { return true }
    return false
  }
}
