// SPDX-License-Identifier: GPL-3.0-or-later
import Interaction
import TestSupport
import Testing

private enum Key: String, PhraseKey {
  case volume
  case left = "queue.left"
  case long
  case missing
}

private let header = """
  msgid ""
  msgstr ""
  "Plural-Forms: nplurals=2; plural=n != 1;\\n"


  """

private func problem(_ text: String) -> String? {
  do throws(CatalogueError) {
    _ = try Phrasebook(catalogues: [text])
    return nil
  } catch {
    return "\(error.line) \(error.problem.rawValue)"
  }
}

@Suite struct `A phrase catalogue` {
  @Test func `gives words, with places filled`() throws {
    let phrases = try Phrasebook(catalogues: [
      header + """
        # for translators
        #. from the program
        #: Session.swift:12
        #, c-format
        msgid "volume"
        msgstr "volume {count} of {name}"
        """
    ])
    #expect(
      phrases(Key.volume, ["count": .number(65), "name": .text("{count}")])
        == "volume 65 of {count}")
    #expect(phrases(Key.volume) == "volume  of ")
    #expect(phrases.placeholders(of: Key.volume) == ["count", "name"])
    #expect(phrases.has(Key.volume))
    #expect(!phrases.has(Key.missing))
    #expect(phrases(Key.missing) == "missing")
    #expect(phrases.placeholders(of: Key.missing) == [])
  }

  @Test func `chooses the plural form by count`() throws {
    let phrases = try Phrasebook(catalogues: [
      header + """
        msgid "queue.left"
        msgid_plural "queue.left"
        msgstr[0] "one track left"
        msgstr[1] "{count} tracks left"
        """
    ])
    #expect(phrases(Key.left, ["count": .number(1)]) == "one track left")
    #expect(phrases(Key.left, ["count": .number(0)]) == "0 tracks left")
    #expect(phrases(Key.left, ["count": .number(12)]) == "12 tracks left")
    #expect(phrases(Key.left, ["count": .number(.min)]) == "\(Int.min) tracks left")
    #expect(phrases(Key.left) == "one track left")
  }

  @Test func `joins strings and resolves escapes`() throws {
    let phrases = try Phrasebook(catalogues: [
      "msgid \"lo\"\r\n\"ng\"\r\n\tmsgstr \"\"\r\n  \"one \\\"two\\\"\"\r\n\" \\\\ three\\nfour\\t\"\r\n"
    ])
    #expect(phrases(Key.long) == "one \"two\" \\ three\nfour\t")
  }

  @Test func `begins with a byte order mark or not`() throws {
    let phrases = try Phrasebook(catalogues: ["\u{FEFF}msgid \"long\"\nmsgstr \"x\""])
    #expect(phrases(Key.long) == "x")
  }

  @Test func `leaves out obsolete, fuzzy and untranslated entries`() throws {
    let phrases = try Phrasebook(catalogues: [
      """
      #, fuzzy
      msgid "volume"
      msgstr "vague"

      #, fuzzy
      #~ msgid "missing"
      #~ msgstr "old"

      msgid "long"
      msgstr "kept"

      msgid "queue.left"
      msgstr ""
      """
    ])
    #expect(!phrases.has(Key.volume))
    #expect(!phrases.has(Key.missing))
    #expect(phrases(Key.long) == "kept")
    #expect(!phrases.has(Key.left))
  }

  @Test func `a context is part of the name`() throws {
    let phrases = try Phrasebook(catalogues: [
      """
      msgctxt "shown"
      msgid "volume"
      msgstr "Vol."
      msgid "volume"
      msgstr "volume"
      """
    ])
    #expect(phrases(Key.volume) == "volume")
  }

  @Test func `later catalogues win, each with its own plurals`() throws {
    let polish = """
      msgid ""
      msgstr "Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

      msgid "queue.left"
      msgid_plural "queue.left"
      msgstr[0] "{count} utwór"
      msgstr[1] "{count} utwory"
      msgstr[2] "{count} utworów"
      """
    let english =
      header + """
        msgid "queue.left"
        msgid_plural "queue.left"
        msgstr[0] "{count} track"
        msgstr[1] "{count} tracks"
        msgid "volume"
        msgstr "volume"
        """
    let phrases = try Phrasebook(catalogues: [english, polish])
    let said = [1, 2, 4, 5, 12, 22, 25, 112].map { phrases(Key.left, ["count": .number($0)]) }
    #expect(
      said == [
        "1 utwór", "2 utwory", "4 utwory", "5 utworów", "12 utworów", "22 utwory", "25 utworów",
        "112 utworów",
      ])
    #expect(phrases(Key.volume) == "volume")
  }

  @Test func `the error names catalogue, line and problem`() {
    #expect(throws: CatalogueError.self) {
      do throws(CatalogueError) {
        _ = try Phrasebook(catalogues: [header, "\n\nmsgid volume"])
      } catch {
        #expect(error.description == "1:3: notPO")
        throw error
      }
    }
  }

  @Test(arguments: [
    ("msgid \"a", "1 unterminatedString"),
    ("msgid \"a\" b", "1 unterminatedString"),
    ("msgid \"a\"b\"", "1 unterminatedString"),
    ("msgid \"a\\q\"", "1 badEscape"),
    ("msgid \"a\\", "1 unterminatedString"),
    ("hello", "1 notPO"),
    ("hello \"a\"", "1 notPO"),
    ("\n\"a\"", "2 misplaced"),
    ("msgstr \"a\"", "1 misplaced"),
    ("msgid \"a\"\nmsgid \"b\"", "2 misplaced"),
    ("msgid \"a\"", "1 missingForm"),
    ("\nmsgid \"a\"\nmsgid_plural \"a\"\nmsgstr[0] \"x\"", "2 missingForm"),
    ("msgid \"a\"\nmsgid_plural \"a\"\nmsgstr[1] \"x\"", "3 misplaced"),
    ("msgid \"a\"\nmsgid_plural \"a\"\nmsgstr[99999999999999999999] \"x\"", "3 notPO"),
    ("msgid \"a\"\nmsgid_plural \"a\"\nmsgstr[-1] \"x\"", "3 notPO"),
    (
      "msgid \"a\"\nmsgid_plural \"a\"\nmsgstr[0] \"x\"\nmsgstr[1] \"x\"\nmsgstr[2] \"y\"",
      "1 tooManyForms"
    ),
    ("msgid \"a\"\nmsgstr \"x\"\nmsgstr \"y\"", "3 misplaced"),
    ("msgid \"a\"\nmsgstr \"x\"\n\nmsgid \"a\"\nmsgstr \"y\"", "4 duplicate"),
    ("msgid \"a\"\nmsgstr \"{x\"", "1 badPlace"),
    ("msgid \"a\"\nmsgstr \"x}\"", "1 badPlace"),
    ("msgid \"a\"\nmsgstr \"{}\"", "1 badPlace"),
    ("msgid \"a\"\nmsgstr \"{a b}\"", "1 badPlace"),
    ("msgid \"a\"\nmsgid_plural \"a\"\nmsgstr[0] \"{x}\"\nmsgstr[1] \"{y}\"", "1 unequalPlaces"),
  ])
  func `damage is named with its line`(text: String, expected: String) {
    #expect(problem(text) == expected)
  }

  @Test(arguments: [
    "", "nplurals=2", "plural=n", "nplurals=0; plural=0", "nplurals=9; plural=0",
    "nplurals=2; plural=", "nplurals=2; plural=n n", "nplurals=2; plural=(n",
    "nplurals=2; plural=n)",
    "nplurals=2; plural=n ? 1", "nplurals=2; plural=n = 1", "nplurals=2; plural=m",
    "nplurals=2; plural=99999999999999999999", "nplurals=x; plural=n",
    "other=1; nplurals=2; plural=n",
    "nplurals=2; plural=" + String(repeating: "(", count: 400) + "n",
    "nplurals=2; plural=" + String(repeating: "!", count: 400) + "n",
    "nplurals=2; plural=" + String(repeating: "n?n:", count: 200) + "n",
    "nplurals=2; plural=n" + String(repeating: "+n", count: 400),
    "nplurals=2; plural=" + String(repeating: "n", count: 100_000), "nplurals=2; plural=n!",
  ])
  func `a plural rule that is none is refused`(rule: String) {
    let text = "msgid \"\"\nmsgstr \"Plural-Forms: \(rule);\\n\""
    #expect(problem(text) == "1 badPluralRule")
  }

  /// The form taken for each number, read off the words.
  private func forms(_ rule: String, _ numbers: [Int]) throws -> [String] {
    let forms = (0..<8).map { "msgstr[\($0)] \"form \($0)\"" }.joined(separator: "\n")
    let phrases = try Phrasebook(catalogues: [
      """
      msgid ""
      msgstr "Plural-Forms: nplurals=8; plural=\(rule);\\n"
      msgid "volume"
      msgid_plural "volume"
      \(forms)
      """
    ])
    return numbers.map { String(phrases(Key.volume, ["count": .number($0)]).dropFirst(5)) }
  }

  @Test func `plural rules are C`() throws {
    #expect(try forms("n+2*3-1", [0, 1, 2]) == ["5", "6", "7"])
    #expect(try forms("7-2-1", [0]) == ["4"])
    #expect(try forms("(n>1)+(n>=5)+(n<100)", [1, 2, 5, 100]) == ["1", "2", "3", "2"])
    #expect(try forms("!n", [0, 3]) == ["1", "0"])
    #expect(try forms("!!n+!n", [0, 3]) == ["1", "1"])
    #expect(try forms("n==1||n==2&&0", [1, 2]) == ["1", "0"])
    #expect(try forms("n ? n>2 ? 2 : 1 : 3", [0, 1, 5]) == ["3", "1", "2"])
    #expect(try forms("n/2%3", [5, 7, 1]) == ["2", "0", "0"])
    #expect(try forms("n<=3 != 0", [3, 4]) == ["1", "0"])
  }

  @Test func `a rule that goes astray takes the first form`() throws {
    #expect(try forms("5/n", [0, 1]) == ["0", "5"])
    #expect(try forms("5%n", [0]) == ["0"])
    #expect(try forms("0-n", [3]) == ["0"])
    #expect(try forms("n*n*n*n", [.max, .min]).count == 2)
    #expect(try forms("n", [8, 7]) == ["0", "7"])
    #expect(try forms("n && 1/n", [0, 1]) == ["0", "1"])
    #expect(try forms("(0-9223372036854775807-1)/(0-1)", [0]) == ["0"])
    #expect(try forms("(0-9223372036854775807-1)%(0-1)", [0]) == ["0"])
  }

  @Test func `sizes are bounded`() {
    #expect(problem(String(repeating: "#", count: 1 << 20)) == nil)
    #expect(problem(String(repeating: "#", count: (1 << 20) + 1)) == "1 tooLarge")
    let many = (0...20_000).map { "msgid \"\($0)\"\nmsgstr \"x\"\n" }.joined()
    #expect(problem(many) == "40001 tooManyEntries")
  }

  @Test(arguments: 1...8) func `damaged catalogues are refused or read, never fatal`(seed: UInt64) {
    var random = SplitMix(seed: seed)
    let pieces = [
      "msgid ", "msgid_plural ", "msgstr ", "msgstr[0] ", "msgstr[1] ", "msgctxt ", "\"", "\"\"",
      "\"volume\"", "\n", "\n\"", "\"\n", "\\", "\\n", "{count}", "{", "}", "#, fuzzy\n", "#~ ",
      "é",
      "\u{0}", "Plural-Forms: nplurals=2; plural=n%0;\\n", "\u{FEFF}", "msgstr[", "]", "9", "\r\n",
      "msgid \"\"\nmsgstr \"Plural-Forms: ", "(", "n", "?", ":", "%", "!",
    ]
    for _ in 0..<1_500 {
      let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        pieces.randomElement(using: &random) ?? ""
      }.joined()
      let phrases = (try? Phrasebook(catalogues: [text])) ?? Phrasebook()
      _ = phrases(Key.volume, ["count": .number(Int.random(in: .min ... .max, using: &random))])
    }
  }
}
