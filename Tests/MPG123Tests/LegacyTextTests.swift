// SPDX-License-Identifier: GPL-3.0-or-later

import MPG123
import Player
import TestSupport
import Testing

/// Tags that say Latin-1 and are of another alphabet.
@Suite(.timeLimit(.minutes(1)))
struct LegacyTextTests {
  let scratch: ScratchFolder

  init() throws { scratch = try ScratchFolder() }

  /// Title and artist of a file whose tag says that they are Latin-1.
  private func read(
    _ title: [UInt8], _ artist: [UInt8] = []
  ) throws -> (title: String?, artist: String?) {
    var tag = TagBuilder(version: 3)
    tag.text("TIT2", 0, title)
    tag.text("TPE1", 0, artist)
    let path = try scratch.write(tag.bytes() + silentFrames(20))
    let info = try #require(MPG123Decoders().info(path))
    return (info.title, info.artist)
  }

  @Test(
    "names in the encodings of other alphabets are read",
    arguments: [
      ("CP1251", "Группа крови", "Кино"), ("CP1251", "ЗВЕЗДА ПО ИМЕНИ СОЛНЦЕ", "КИНО"),
      ("CP1251", "Вступительная песенка", "Live 2002"), ("KOI8-R", "Группа крови", "Кино"),
      ("CP1250", "Młodość i miłość", "Łąki Łan"), ("CP1250", "Příliš žluťoučký kůň", "Dvořák"),
      ("CP1250", "Rusalka", "Dvořák"), ("CP1250", "Jiří", "Hudba"),
      ("GBK", "月亮代表我的心", "邓丽君"), ("GBK", "角落之歌", "苏芸"),
      ("BIG5", "月亮代表我的心", "鄧麗君"), ("CP932", "サンプルのタイトル", "宇多田ヒカル"),
      ("EUC-JP", "上を向いて歩こう", "さかもときゅう"), ("CP1253", "Αγάπη μου", "Μίκης Θεοδωράκης"),
    ])
  func repaired(encoding: String, title: String, artist: String) throws {
    let read = try read(bytes(title, encoding), bytes(artist, encoding))
    #expect(read.title == title && read.artist == artist)
  }

  @Test(
    "names that are Latin-1 stay what they are",
    arguments: [
      "Größe", "Motörhead", "Mötley Crüe: Dr. Feelgood", "Ágætis byrjun", "Þursaflokkurinn – Ærið",
      "Sigur Rós", "Été à l’île", "Où ça", "Beyoncé – Déjà Vu", "Bjørk, Ærø", "Ståle Størløkken",
      "Crème på brød", "Radioøret", "Føroyar, sjøár, Bøí", "naboøy – Ás", "España ñandú", "À Ó É",
      "Äö öä üöä", "ÄÖÜ", "ÄÖÜÄÖÜ", "Œuvres choisies",
      "Don’t Can’t Won’t", "‘Tis ‘Twas", "¿Qué? ¡Olé!", "5 m³ à 3 £ ¾", "H²O", "ÐÞÆÖ", "Føroyar",
      "São João, coração", "Smörgåsbord på Åland", "“Hi” – €", "naïve", "Žluna", "Š", "ÿ",
      "ééé ààà",
    ])
  func untouched(text: String) throws {
    let read = try read(bytes(text, "CP1252"), bytes("Ö", "CP1252"))
    #expect(read.title == text && read.artist == "Ö")
  }

  @Test("too few letters to be sure of are left alone, and text of two encodings too")
  func doubt() throws {
    #expect(try read(bytes("Цой", "CP1251")).title == "Öîé")
    let mixed = try read(bytes("Группа крови", "CP1251"), bytes("Beyoncé", "CP1252"))
    #expect(mixed.artist == "Beyoncé")
  }

  @Test("a field of 30 bytes that ends inside a character is read")
  func cut() throws {
    let long = try bytes("サンプルのアーティスト一覧表とその他", "CP932")
    let title = try Array(bytes("Xサンプルのタイトル", "CP932"))
    let old = TagBuilder.old(title: title, artist: Array(([0x20] + long).prefix(30)))
    let path = try scratch.write(silentFrames(20) + old)
    let info = try #require(MPG123Decoders().info(path))
    #expect(info.title == "Xサンプルのタイトル")
    #expect(info.artist == "サンプルのアーティスト一覧表")
  }

  @Test("noise in every field is never more than text without controls")
  func hostile() throws {
    for seed in 1...200 {
      let noise = noise(80, seed: UInt32(seed)).map {
        $0 == 0 ? 0xFF : $0 | (seed % 2 == 0 ? 0x80 : 0)
      }
      let read = try read(Array(noise.prefix(40)), Array(noise.suffix(40)))
      for text in [read.title, read.artist].compactMap({ $0 }) {
        let isClean = text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        #expect(isClean && !text.isEmpty)
      }
    }
  }

  private func bytes(_ text: String, _ encoding: String) throws -> [UInt8] {
    try scratch.write("text", text)
    return try scratch.run("iconv", ["-f", "UTF-8", "-t", encoding, "\(scratch.path)/text"])
  }
}
