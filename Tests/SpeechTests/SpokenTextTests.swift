// SPDX-License-Identifier: GPL-3.0-or-later
import Speech
import TestSupport
import Testing

private func spoken(_ text: String) -> String { SpokenText(text).text }

private func scalars(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }

@Suite struct `What a voice is given` {
  @Test(arguments: [
    "Blue Train", "Für Elise", "Motörhead", "Привет", "夜に駆ける", "P!nk", "AC/DC", "Don't Stop",
    "What's Going On?", "(I Can't Get No) Satisfaction", "50%", "C# minor", "🎵 song", "No. 5",
  ])
  func `ordinary names pass as they are`(name: String) {
    #expect(scalars(spoken(name)) == scalars(name))
  }

  @Test(arguments: [
    ("ＡＢＣ　１２３", "ABC 123"), ("𝓑𝓮𝓪𝓽𝓵𝓮𝓼", "Beatles"), ("𝔘𝕟𝙞𝖈𝚘𝒹𝐞", "Unicode"), ("𝟏𝟗𝟗𝟗", "1999"),
    ("𝛂𝜷", "αβ"), ("ﬁne ﬂow", "fine flow"), ("Ⓡⓞⓒⓚ", "Rock"), ("🅰🅱🅲", "ABC"), ("🅟🄾🄿", "POP"),
    ("①②Track⑩", "1 2 Track 10"), ("❶ one", "1 one"), ("x²", "x2"), ("H₂O", "H2O"),
    ("Part Ⅷ", "Part VIII"), ("ᴍᴜꜱɪᴄ", "music"), ("ﾊﾛｰ ﾍﾞﾆｽ", "ハロー ベニス"), ("ℝ𝕠𝕔𝕜", "Rock"),
    ("ﻣﺮﺣﺒﺎ", "مرحبا"), ("so far…", "so far"), ("a…b", "a...b"), ("ſong", "song"),
  ])
  func `styled letters become plain ones`(styled: String, plain: String) {
    #expect(scalars(spoken(styled)) == scalars(plain))
  }

  @Test func `letters written apart are joined`() {
    #expect(scalars(spoken("Bjo\u{308}rk")) == scalars("Bj\u{F6}rk"))
    #expect(scalars(spoken("Beyonce\u{301}")) == scalars("Beyonc\u{E9}"))
    #expect(scalars(spoken("и\u{306}")) == scalars("й"))
    #expect(scalars(spoken("か\u{3099}")) == scalars("が"))
    #expect(
      scalars(spoken("\u{1112}\u{1161}\u{11AB}\u{1100}\u{116E}\u{11A8}")) == scalars("한국"))
  }

  @Test func `controls and invisible characters are gone, line breaks are spaces`() {
    #expect(spoken("a\u{1}80Sb") == "a80Sb")
    #expect(spoken("\u{1}B") == "B")
    #expect(spoken("one\ntwo\r\nthree\tfour\u{85}five\u{2028}six") == "one two three four five six")
    #expect(
      spoken("so\u{AD}ft \u{200B}\u{202E}\u{2066}\u{FEFF}x\u{E000}\u{FFFE}\u{E0041}")
        == "soft x")
    #expect(scalars(spoken("❤\u{FE0F}")) == scalars("❤"))
    #expect(scalars(spoken("👍🏽")) == scalars("👍"))
    #expect(spoken("a\u{0}b") == "ab")
  }

  @Test func `markup and phoneme brackets become spaces`() {
    #expect(spoken("<audio src='x'/>Title[[h@'loU]]") == "audio src='x'/ Title h@'loU")
    #expect(spoken("Song [Live]＜x＞") == "Song Live x")
  }

  @Test func `runs are short`() {
    #expect(spoken("wow!!!!!!!!") == "wow!")
    #expect(spoken("wow!!!") == "wow!!!")
    #expect(spoken("a ---------- b") == "a - b")
    #expect(spoken("♪♪♪♪♪♪ x") == "♪ x")
    #expect(spoken("a   \u{3000}  b") == "a b")
    #expect(spoken(String(repeating: "9", count: 200_000)) == "999999999999")
    #expect(spoken("Z" + String(repeating: "\u{300}", count: 50)) == "Z\u{300}\u{300}")
  }

  @Test func `nothing ends in two dots`() {
    #expect(spoken("Wait..") == "Wait")
    #expect(spoken("Wait...") == "Wait")
    #expect(spoken("Wait . ..  ") == "Wait .")
    #expect(spoken("Mr.") == "Mr.")
    #expect(spoken("..") == "")
    #expect(spoken("...") == "")
  }

  @Test func `the sign for and is a word of the voice's language`() {
    #expect(SpokenText("Simon & Garfunkel", and: "and").text == "Simon and Garfunkel")
    #expect(SpokenText("R&B", and: "und").text == "R und B")
    #expect(SpokenText("a &&&& b", and: "and").text == "a and b")
    #expect(SpokenText("a＆b", and: "and").text == "a and b")
    #expect(SpokenText("R&B").text == "R&B")
  }

  @Test func `nothing speakable is empty`() {
    #expect(spoken("") == "")
    #expect(spoken(" \n\u{200B}[]<>\u{1}") == "")
    #expect(spoken("\u{301}\u{301}") == "")
  }

  @Test func `a megabyte of title is cut`() {
    let long = String(repeating: "word ", count: 200_000)
    #expect(spoken(long).unicodeScalars.count <= 300)
    #expect(spoken(long).hasPrefix("word word"))
    #expect(SpokenText(long, limit: 5_000).text.unicodeScalars.count > 4_990)
    #expect(SpokenText(long, limit: 0).text == "")
    #expect(SpokenText(long, limit: -5).text == "")
    #expect(SpokenText(long, limit: .max).text.count > 100_000)
  }
}

@Suite struct `Hostile text` {
  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    if "[]<>".unicodeScalars.contains(scalar) { return true }
    if scalar.properties.isDefaultIgnorableCodePoint { return true }
    if scalar.properties.isNoncharacterCodePoint { return true }
    if scalar.properties.isWhitespace { return scalar != " " }
    switch scalar.properties.generalCategory {
    case .control, .format, .privateUse, .surrogate, .unassigned: return true
    default: return false
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .spacingMark, .enclosingMark: true
    default: false
    }
  }

  private static func isSymbol(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .dashPunctuation, .otherPunctuation, .connectorPunctuation, .openPunctuation,
      .closePunctuation, .initialPunctuation, .finalPunctuation, .mathSymbol, .currencySymbol,
      .modifierSymbol, .otherSymbol:
      true
    default: false
    }
  }

  private static func hostile(_ random: inout SplitMix) -> String {
    let ranges: [ClosedRange<UInt32>] = [
      0...0x7F, 0...0x24F, 0x300...0x36F, 0x2000...0x206F, 0x2400...0x27FF, 0xFE00...0xFFFF,
      0x1D400...0x1D7FF, 0x1F000...0x1FAFF, 0xE0000...0xE01FF, 0xD000...0xF8FF, 0...0x10FFFF,
      0x2E...0x2E, 0x30...0x39, 0x1100...0x11FF, 0x3099...0x30FF, 0x2D...0x2D,
    ]
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...12, using: &random) {
      guard let range = ranges.randomElement(using: &random) else { continue }
      let repeats = Bool.random(using: &random) ? 1 : Int.random(in: 1...40, using: &random)
      let fixed = UInt32.random(in: range, using: &random)
      let isRun = Bool.random(using: &random)
      for _ in 0..<repeats {
        let value = isRun ? fixed : UInt32.random(in: range, using: &random)
        if let scalar = Unicode.Scalar(value) { text.append(scalar) }
      }
    }
    return String(text)
  }

  @Test(arguments: 1...10) func `leaves nothing a voice could choke on`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<1_000 {
      let text = Self.hostile(&random)
      let limit = [10, 300].randomElement(using: &random) ?? 300
      let word: String? = Bool.random(using: &random) ? "and" : nil
      let result = SpokenText(text, and: word, limit: limit).text
      let left = scalars(result)
      #expect(left.count <= limit)
      #expect(!left.contains(where: Self.isForbidden), "\(left)")
      #expect(!result.hasSuffix("..") && !result.hasPrefix(" ") && !result.hasSuffix(" "))
      #expect(Self.longestRun(left) { $0 == $1 && Self.isSymbol($0) } <= 3, "\(left)")
      #expect(Self.longestRun(left) { Self.isMark($0) && Self.isMark($1) } <= 2)
      #expect(
        Self.longestRun(left) {
          $0.properties.numericType == .decimal && $1.properties.numericType == .decimal
        } <= 12)
      #expect(scalars(SpokenText(result, and: word, limit: limit).text) == left, "\(left)")
    }
  }

  @Test(arguments: 1...4) func `bytes at random are text`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    for _ in 0..<500 {
      let bytes = (0..<Int.random(in: 0...600, using: &random)).map { _ in
        UInt8.random(in: 0...255, using: &random)
      }
      let result = SpokenText(String(decoding: bytes, as: UTF8.self)).text
      #expect(result.unicodeScalars.count <= 300)
      #expect(!result.unicodeScalars.contains(where: Self.isForbidden))
    }
  }

  /// The longest stretch in which each neighbour pair is alike.
  private static func longestRun(
    _ scalars: [Unicode.Scalar], _ isAlike: (Unicode.Scalar, Unicode.Scalar) -> Bool
  ) -> Int {
    var longest = min(scalars.count, 1)
    var run = 1
    for (a, b) in zip(scalars, scalars.dropFirst()) {
      run = isAlike(a, b) ? run + 1 : 1
      longest = max(longest, run)
    }
    return longest
  }
}
