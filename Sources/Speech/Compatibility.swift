// SPDX-License-Identifier: GPL-3.0-or-later

/// What styled characters stand for, as compatibility normalisation (NFKC) has it, as far as it
/// matters for names of music; and letters that are only used as ornament.
enum Compatibility {
  /// The plain characters of `scalar`; `nil` if it is plain itself. Numbers in circles come with
  /// spaces around them, so that they stay apart.
  static func plain(_ scalar: Unicode.Scalar) -> String? {
    let value = scalar.value
    if value < 0xAA { return nil }
    return switch value {
    case 0xFF01...0xFF5E: String(Character(unchecked: value - 0xFEE0))
    case 0x1D400...0x1D7FF: mathematical(value)
    case 0x2460...0x249B: number(1 + (value - 0x2460) % 20)
    case 0x249C...0x24B5: latin(0x61, value - 0x249C)
    case 0x24B6...0x24CF: latin(0x41, value - 0x24B6)
    case 0x24D0...0x24E9: latin(0x61, value - 0x24D0)
    case 0x24EA, 0x24FF: number(0)
    case 0x24EB...0x24F4: number(value - 0x24EB + 11)
    case 0x24F5...0x24FE: number(value - 0x24F5 + 1)
    case 0x2776...0x2793: number(1 + (value - 0x2776) % 10)
    case 0x3251...0x325F: number(value - 0x3251 + 21)
    case 0x32B1...0x32BF: number(value - 0x32B1 + 36)
    case 0x1F110...0x1F129: latin(0x41, value - 0x1F110)
    case 0x1F130...0x1F149: latin(0x41, value - 0x1F130)
    case 0x1F150...0x1F169: latin(0x41, value - 0x1F150)
    case 0x1F170...0x1F189: latin(0x41, value - 0x1F170)
    default: others[scalar]
    }
  }

  private static func number(_ value: UInt32) -> String { " \(value) " }

  private static func latin(_ first: UInt32, _ index: UInt32) -> String {
    String(Character(unchecked: first + index))
  }

  /// Mathematical alphabets: Latin in blocks of 52, Greek in blocks of 58, digits in tens.
  private static func mathematical(_ value: UInt32) -> String? {
    switch value {
    case 0x1D400...0x1D6A3:
      let index = (value - 0x1D400) % 52
      return index < 26 ? latin(0x41, index) : latin(0x61, index - 26)
    case 0x1D6A4: return "i"
    case 0x1D6A5: return "j"
    case 0x1D6A8...0x1D7C9: return String(greek[Int(value - 0x1D6A8) % greek.count])
    case 0x1D7CE...0x1D7FF: return latin(0x30, (value - 0x1D7CE) % 10)
    default: return nil
    }
  }

  private static let greek = Array(
    "ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΘΣΤΥΦΧΨΩ∇αβγδεζηθικλμνξοπρςστυφχψω∂εθκφρπ")

  private static let others: [Unicode.Scalar: String] = {
    var table = words
    for (styled, plain) in rows {
      for (from, to) in zip(styled.unicodeScalars, plain.unicodeScalars) {
        table[from] = String(to)
      }
    }
    var value: UInt32 = 0xFE80
    for (letters, forms) in arabic {
      for letter in letters {
        for _ in 0..<forms {
          if let form = Unicode.Scalar(value) { table[form] = String(letter) }
          value += 1
        }
      }
    }
    for (index, plain) in ["لآ", "لأ", "لإ", "لا"].enumerated() {
      for form in 0..<2 {
        table[Unicode.Scalar(UInt16(0xFEF5 + 2 * index + form)) ?? "\u{FEFB}"] = plain
      }
    }
    return table
  }()

  /// Scalar by scalar: above what is written, below what it stands for.
  private static let rows: [(String, String)] = [
    // Raised and lowered.
    ("ªº²³¹⁰ⁱ⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ", "ao2310i456789+-=()n"),
    ("₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₐₑₒₓₕₖₗₘₙₚₛₜᵢᵣᵤᵥⱼ", "0123456789+-=()aeoxhklmnpstiruvj"),
    ("ʰʲʳʷʸˡˢˣᴬᴮᴰᴱᴳᴴᴵᴶᴷᴸᴹᴺᴼᴾᴿᵀᵁⱽᵂ", "hjrwylsxABDEGHIJKLMNOPRTUVW"),
    ("ᵃᵇᶜᵈᵉᶠᵍᵏᵐᵒᵖᵗᵘᵛᶻ", "abcdefgkmoptuvz"),
    // Small capitals.
    ("ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"),
    // Letterlike.
    ("ℂℊℋℌℍℎℐℑℒℓℕℙℚℛℜℝℤℨKÅℬℭℯℰℱℳℴℹſ", "CgHHHhIILlNPQRRRZZKÅBCeEFMois"),
    // Punctuation of vertical text, and small.
    ("︐︑︒︓︔︕︖︵︶︷︸﹇﹈﹐﹒﹔﹕﹖﹗﹙﹚﹛﹜﹟﹠﹡﹢﹣﹤﹥﹦﹨﹩﹪﹫", ",、。:;!?(){}[],.;:?!(){}#&*+-<>=\\$%@"),
    ("￠￡￥￦", "¢£¥₩"),
    // Half-width kana; the last two are marks.
    (
      "｡｢｣､･ｦｧｨｩｪｫｬｭｮｯｰｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜﾝ\u{FF9E}\u{FF9F}",
      "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン\u{3099}\u{309A}"
    ),
  ]

  /// One character for several.
  private static let words: [Unicode.Scalar: String] = [
    "ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st",
    "Ĳ": "IJ", "ĳ": "ij", "ŉ": "'n", "Ǆ": "DŽ", "ǅ": "Dž", "ǆ": "dž", "Ǉ": "LJ", "ǈ": "Lj",
    "ǉ": "lj", "Ǌ": "NJ", "ǋ": "Nj", "ǌ": "nj", "Ǳ": "DZ", "ǲ": "Dz", "ǳ": "dz",
    "‥": "..", "…": "...", "℡": "TEL", "‼": "!!", "⁇": "??", "⁈": "?!", "⁉": "!?",
    "Ⅰ": "I", "Ⅱ": "II", "Ⅲ": "III", "Ⅳ": "IV", "Ⅴ": "V", "Ⅵ": "VI", "Ⅶ": "VII", "Ⅷ": "VIII",
    "Ⅸ": "IX", "Ⅹ": "X", "Ⅺ": "XI", "Ⅻ": "XII", "Ⅼ": "L", "Ⅽ": "C", "Ⅾ": "D", "Ⅿ": "M",
    "ⅰ": "i", "ⅱ": "ii", "ⅲ": "iii", "ⅳ": "iv", "ⅴ": "v", "ⅵ": "vi", "ⅶ": "vii", "ⅷ": "viii",
    "ⅸ": "ix", "ⅹ": "x", "ⅺ": "xi", "ⅻ": "xii", "ⅼ": "l", "ⅽ": "c", "ⅾ": "d", "ⅿ": "m",
  ]

  /// Arabic letters in the order of their presentation forms from U+FE80, and how many each has.
  private static let arabic: [([Unicode.Scalar], Int)] = [
    (["ء"], 1), (["آ", "أ", "ؤ", "إ"], 2), (["ئ"], 4), (["ا"], 2), (["ب"], 4), (["ة"], 2),
    (["ت", "ث", "ج", "ح", "خ"], 4), (["د", "ذ", "ر", "ز"], 2),
    (["س", "ش", "ص", "ض", "ط", "ظ", "ع", "غ", "ف", "ق", "ك", "ل", "م", "ن", "ه"], 4),
    (["و", "ى"], 2), (["ي"], 4),
  ]
}

extension Character {
  /// The character of a value that is known to be a scalar; U+FFFD otherwise.
  fileprivate init(unchecked value: UInt32) {
    self.init(Unicode.Scalar(value) ?? "\u{FFFD}")
  }
}
