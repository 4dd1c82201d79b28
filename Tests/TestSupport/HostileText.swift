// SPDX-License-Identifier: GPL-3.0-or-later

/// Bytes that no title should be and some are, the same for the same seed: all scripts, broken
/// UTF-8, markup, phonemes, controls, floods. Nothing is taken out of them; up to 10 000 scalars.
public struct HostileText {
  /// What a text is made to break.
  public enum Kind: String, CaseIterable, Sendable {
    case mixture, scripts, anything, bytes, brokenUTF8, markup, phonemes, controls, flood, marks
    case emoji, directions, digits, punctuation, names
  }

  private var random: SplitMix

  /// The texts of `seed`.
  public init(seed: UInt64) { random = SplitMix(seed: seed) }

  /// The next text.
  public mutating func next() -> (kind: Kind, bytes: [UInt8]) {
    let kind = any(Kind.allCases)
    return (kind, bytes(kind, length: length()))
  }

  private mutating func bytes(_ kind: Kind, length: Int) -> [UInt8] {
    switch kind {
    case .bytes: return (0..<length).map { _ in UInt8(number(256)) }
    case .brokenUTF8:
      var bytes = Array(text(.scripts, length).utf8)
      for _ in 0..<(1 + bytes.count / 20) where !bytes.isEmpty {
        bytes[number(bytes.count)] = UInt8(number(256))
      }
      return Array(bytes.dropLast(number(2)))
    default: return Array(text(kind, length).utf8)
    }
  }

  private mutating func text(_ kind: Kind, _ length: Int) -> String {
    let flooding = scalar(any(Self.scripts))
    let script = any(Self.scripts)
    var text = String.UnicodeScalarView()
    var count = 0
    while count < length {
      let piece = String(piece(kind, flooding: flooding, script: script))
      text.append(contentsOf: piece.unicodeScalars)
      count += max(1, piece.unicodeScalars.count)
    }
    return String(text)
  }

  private mutating func piece(
    _ kind: Kind, flooding: Unicode.Scalar, script: ClosedRange<UInt32>
  ) -> String {
    switch kind {
    case .mixture: return piece(any(Kind.allCases.dropFirst()), flooding: flooding, script: script)
    case .scripts: return number(8) == 0 ? " " : String(scalar(script))
    case .anything: return String(scalar(0...0x10_FFFF))
    case .markup: return any(Self.markup)
    case .phonemes: return any(Self.phonemes)
    case .controls: return number(3) == 0 ? "a" : String(scalar(0...0x9F))
    case .flood, .bytes, .brokenUTF8: return String(flooding)
    case .marks: return number(9) == 0 ? String(scalar(script)) : String(scalar(0x300...0x36F))
    case .emoji: return number(4) == 0 ? any(Self.emoji) : String(scalar(0x1F000...0x1FAFF))
    case .directions: return any(Self.directions)
    case .digits: return number(9) == 0 ? any(Self.separators) : any(Self.digits)
    case .punctuation: return number(9) == 0 ? "a" : String(scalar(any(Self.symbols)))
    case .names: return any(Self.names)
    }
  }

  /// Mostly as long as titles are, sometimes far longer.
  private mutating func length() -> Int {
    switch number(20) {
    case 0: number(10_001)
    case 1...4: number(1500)
    default: number(120)
    }
  }

  private mutating func scalar(_ range: ClosedRange<UInt32>) -> Unicode.Scalar {
    Unicode.Scalar(range.lowerBound + UInt32(number(range.count))) ?? "\u{FFFD}"
  }

  private mutating func any<T>(_ choices: some Collection<T>) -> T {
    choices[choices.index(choices.startIndex, offsetBy: number(choices.count))]
  }

  private mutating func number(_ bound: Int) -> Int {
    bound <= 1 ? 0 : Int(random.next() % UInt64(bound))
  }

  // MARK: - What the texts are made of

  private static let scripts: [ClosedRange<UInt32>] = [
    0x20...0x7E, 0x20...0x7E, 0xA0...0x24F, 0x250...0x2FF, 0x370...0x3FF, 0x400...0x52F,
    0x530...0x58F, 0x590...0x5FF, 0x600...0x6FF, 0x700...0x8FF, 0x900...0xDFF, 0xE00...0x109F,
    0x10A0...0x10FF, 0x1100...0x11FF, 0x1200...0x1FFF, 0x3040...0x30FF, 0x3100...0x33FF,
    0x3400...0x9FFF, 0xA000...0xABFF, 0xAC00...0xD7A3, 0xF900...0xFFEF, 0x10000...0x1FFFF,
    0x1D400...0x1D7FF, 0x20000...0x2A6DF, 0xE0000...0xE01EF,
  ]
  private static let symbols: [ClosedRange<UInt32>] = [
    0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E, 0xA1...0xBF, 0x2000...0x206F,
    0x2070...0x2BFF, 0x3000...0x303F, 0xFE30...0xFE6F, 0xFF00...0xFF20,
  ]
  private static let markup = [
    "<speak>", "</speak>", "<audio src='/bin/true'>", "<audio src=\"|true\"/>", "<voice name='de'>",
    "<prosody rate='x-fast' pitch='+50%'>", "<say-as interpret-as='characters'>",
    "<mark name='a'/>",
    "<break time='99999999s'/>", "<sub alias='x'>", "<p>", "<s>", "<", ">", "&lt;", "&#1;", "&amp;",
    "&#x110000;", "<![CDATA[", "]]>", "<!--", "<?xml version='1.0'?>", "<emphasis level='strong'>",
    "text", " ", "'", "\"", "/", "=", "<tts:style field='punctuation' mode='all'>",
  ]
  private static let phonemes = [
    "[[", "]]", "[[h@l'oU]]", "[[_^_de]]", "[[_^_", "[", "]", "||", "_:", "@", "'", ",", "%", "a#",
    "[[a::::::]]", "\u{1}", "\u{1}50S", "\u{1}+9P", "\u{1}1V", "\u{1}0Y", "\u{1}K", "\u{1}@",
    "\u{1}F99", "(en)", "(de)", "{", "}", "word", " ",
  ]
  private static let emoji = [
    "👩‍👩‍👧", "👍🏽", "🏳️‍🌈", "🇩🇪", "🇩", "1️⃣", "❤️", "\u{200D}", "\u{FE0F}", "\u{FE0E}", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "\u{20E3}", "a",
  ]
  private static let directions = [
    "\u{202E}", "\u{202D}", "\u{202A}", "\u{202C}", "\u{2066}", "\u{2067}", "\u{2069}", "\u{200F}",
    "\u{200E}", "\u{61C}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{200B}", "\u{AD}", "3pm.exe",
    "שלום", "مرحبا", "abc", " ", "123",
  ]
  private static let digits = [
    "0", "1", "9", "12345678901234567890", "000000000000", "1e999", "1,000,000,000,000,000", "٣",
    "४",
    "²", "½", "Ⅷ", "①", "7th", "1st", "XIV", "MMMM", "99999999999999999999999999",
  ]
  private static let separators = [".", ",", ":", "-", " ", "'", "/", "%", "$", "€", "#", "+", "x"]
  private static let names = [
    "..", "...", " . ", "'", "''", "\"", "%s%n", "$$$", "////", "\\", "http://x.y/z?q=%00", "~~~~",
    "a\u{301}\u{302}\u{303}", "II. IV. VIII", "3:20", "#1", "_+_", "İı", "ß", "Ω≈ç√", "\u{FFFD}",
    "٣٤٥",
    "हिन्दी", "한국어", "中文", "日本語", "The ", "of ", "Mc", "O'", "-", "!", "?", ";", "…", "—", "Björk",
    "Dvořák", "a.b.c.", "e.g.", "Mr. ", "st.", "www", "@", "AC/DC", "n't", "'s", "qwrtzpsdfg", "ſ",
    "ﬃ",
  ]
}
