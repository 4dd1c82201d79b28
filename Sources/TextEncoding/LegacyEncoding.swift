// SPDX-License-Identifier: GPL-3.0-or-later

/// An encoding of one alphabet, in which old programs wrote texts that say they are Latin-1, or
/// say nothing. Any thread may ask.
///
/// Text is taken for one only where its bytes prove it: they read as nonsense in Latin-1, and as
/// words in exactly one other encoding, or in several of which libuchardet names one.
public enum LegacyEncoding: String, CaseIterable, Sendable {
  /// Bytes of a text; give no more of a longer one.
  public static let longest = 4096

  case cyrillic = "CP1251"
  case russianMail = "KOI8-R"
  case greek = "CP1253"
  case centralEuropean = "CP1250"
  case shiftJIS = "CP932"
  case japanese = "EUC-JP"
  case chinese = "GBK"
  case taiwanese = "BIG5"
  case korean = "CP949"

  /// How libuchardet calls it and its next of kin.
  private var names: Set<String> {
    switch self {
    case .cyrillic: ["WINDOWS-1251", "CP1251"]
    case .russianMail: ["KOI8-R", "KOI8-U"]
    case .greek: ["WINDOWS-1253", "ISO-8859-7"]
    case .centralEuropean: ["WINDOWS-1250", "ISO-8859-2", "ISO-8859-16"]
    case .shiftJIS: ["SHIFT_JIS", "CP932"]
    case .japanese: ["EUC-JP"]
    case .chinese: ["GB18030", "GBK", "GB2312"]
    case .taiwanese: ["BIG5"]
    case .korean: ["EUC-KR", "UHC", "CP949"]
    }
  }

  /// The encoding in which all of `fields` were written, which are not UTF-8; `nil` when there is
  /// a doubt.
  public static func of(_ fields: [[UInt8]]) -> Self? {
    if CentralEurope.hasCzechWord(fields) { return .centralEuropean }
    let high = fields.reduce(0) { $0 + $1.reduce(0) { $0 + ($1 >= 0x80 ? 1 : 0) } }
    guard high >= 3 else { return nil }
    let named = CharacterDetection.name(of: Array(fields.joined(separator: [0x20])))
    let alphabets = [cyrillic, russianMail, greek].filter { $0.readsAsWords(fields) }
    if let one = choice(alphabets, named) { return one }
    // Capitals alone can also be read as Chinese, never the other way round.
    guard alphabets.isEmpty else { return nil }
    let pictures = [shiftJIS, japanese, chinese, taiwanese, korean].filter {
      PairedBytes(fields, $0)?.isProof(named: $0.names.contains(named)) == true
    }
    if let one = choice(pictures, named) { return one }
    guard pictures.isEmpty else { return nil }
    return CentralEurope.isProven(fields, named: centralEuropean.names.contains(named))
      ? .centralEuropean : nil
  }

  /// The only one of `candidates`, or the one that libuchardet named.
  private static func choice(_ candidates: [Self], _ named: String) -> Self? {
    if candidates.count == 1 { return candidates.first }
    return candidates.first { $0.names.contains(named) }
  }

  /// `bytes` as text (`iconv`); `nil` when they are not valid in this encoding.
  public func text(_ bytes: [UInt8]) -> String? {
    // What does not fit into a field of fixed length, or is not read, can end inside a character.
    let canBeCut = bytes.count == 30 || bytes.count > Self.longest - 32
    return CharacterConversion.text(bytes, from: rawValue, canBeCut: canBeCut)
  }

  /// Whether all words with letters beyond ASCII are words of this alphabet: whole, in capitals or
  /// not, with as many vowels and frequent letters as a language has. Languages of Latin-1 have no such words.
  private func readsAsWords(_ fields: [[UInt8]]) -> Bool {
    var letters = 0
    var vowels = 0
    var frequent = 0
    var longest = 0
    for field in fields {
      guard let text = text(field) else { return false }
      for word in Words.of(text) where !word.isASCII {
        guard word.scalars.allSatisfy({ isOwn($0) }), word.hasOneCase else { return false }
        letters += word.scalars.count
        longest = max(longest, word.scalars.count)
        vowels += word.scalars.reduce(0) { $0 + (Words.isVowel($1) ? 1 : 0) }
        frequent += word.scalars.reduce(0) { $0 + (Words.isFrequent($1) ? 1 : 0) }
      }
      guard !Words.hasStraySymbol(text) else { return false }
    }
    return letters >= 6 && longest >= 4 && (25...65).contains(vowels * 100 / letters)
      && frequent * 100 >= letters * 45
  }

  private func isOwn(_ scalar: Unicode.Scalar) -> Bool {
    self == .greek
      ? (0x386...0x3CE).contains(scalar.value) : (0x401...0x491).contains(scalar.value)
  }
}
