// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// Hears the entries of an XSPF or ASX list.
///
/// XSPF: `trackList/track` with `location`s, of which the first one counts, and `title`. ASX:
/// `entry` with `ref href=…`, or `entryref href=…`, which names another list.
final class XMLPlaylist: XMLListener {
  private let limit: Int
  private var path: [String] = []
  private var target: [UInt8]?
  private var title: String?
  private var heard: [UInt8] = []
  private var isHearing = false

  /// What was heard.
  private(set) var entries: [PlaylistEntry] = []
  /// Whether it is a list at all, by its first element.
  private(set) var isList = false

  /// A listener that has enough after `limit` entries.
  init(limit: Int) { self.limit = limit }

  var isSated: Bool { entries.count >= limit }

  /// The entries of `document`, what stands before a damage with them.
  static func read(_ document: [UInt8], limit: Int) -> (XMLPlaylist, XMLReader.Damage?) {
    let strict = heard(document, limit)
    return strict.1 == nil ? strict : heard(repaired(document), limit)
  }

  private static func heard(_ document: [UInt8], _ limit: Int) -> (XMLPlaylist, XMLReader.Damage?) {
    let listener = XMLPlaylist(limit: limit)
    do throws(XMLReader.Damage) {
      try XMLReader.read(document, listener)
      return (listener, nil)
    } catch {
      return (listener, error)
    }
  }

  func begin(_ name: String, _ attributes: [String: [UInt8]]) {
    if path.isEmpty { isList = name == "playlist" || name == "asx" }
    path.append(name)
    guard isList else { return }
    switch name {
    case "track" where path.suffix(2).first == "tracklist", "entry":
      target = nil
      title = nil
    case "location", "title":
      heard.removeAll()
      isHearing = isWithinEntry
    case "ref" where isWithinEntry:
      if target == nil { target = attributes["href"] }
    case "entryref":
      if let target = attributes["href"] { add(target, nil) }
    default: isHearing = false
    }
  }

  func text(_ bytes: UnsafeRawBufferPointer) {
    guard isHearing, heard.count < LineReader.longestLine else { return }
    unsafe heard.append(contentsOf: bytes)
  }

  func end(_ name: String) {
    if isHearing, name == path.last, name == "location" || name == "title" { take(name) }
    isHearing = false
    if !path.isEmpty { path.removeLast() }
    let isEntry = name == "entry" || name == "track" && path.last == "tracklist"
    if isEntry, let target {
      add(target, title)
      self.target = nil
    }
  }

  /// Directly within an entry: extensions of other programs have elements of the same names.
  private var isWithinEntry: Bool {
    let outer = path.dropLast()
    return outer.last == "entry" || outer.suffix(2) == ["tracklist", "track"]
  }

  private func take(_ name: String) {
    if name == "title" {
      title = shortTitle(heard.filter { $0 != 0x0A && $0 != 0x0D }[...])
    } else if target == nil {
      target = Array(Self.withoutBlanks(heard))
    }
  }

  private func add(_ target: [UInt8], _ title: String?) {
    let target = Self.withoutBlanks(target)
    if !target.isEmpty, !isSated {
      entries.append(PlaylistEntry(target: Array(target), title: title))
    }
  }

  private static func withoutBlanks(_ text: [UInt8]) -> ArraySlice<UInt8> {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    let start = text.drop(while: isBlank)
    return start.lastIndex { !isBlank($0) }.map { start[...$0] } ?? []
  }

  // MARK: - What programs write that is not XML

  /// With names of elements in lower case, "&" of addresses as the reference it ought to be, and
  /// text that is neither UTF-8 nor says what it is as Windows-1252.
  static func repaired(_ document: [UInt8]) -> [UInt8] {
    if document.starts(with: [0xFF, 0xFE]) || document.starts(with: [0xFE, 0xFF]) {
      return document
    }
    let isText = String(validating: document, as: UTF8.self) != nil
    let source = isText || saysEncoding(document) ? document : Array(decoded(document).utf8)
    var result = [UInt8]()
    result.reserveCapacity(source.count + source.count / 16)
    var isName = false
    for (place, byte) in source.enumerated() {
      switch byte {
      case UInt8(ascii: "<"): isName = true
      case UInt8(ascii: "/"): break
      case 0x09, 0x0A, 0x0D, 0x20, UInt8(ascii: ">"), UInt8(ascii: "!"), UInt8(ascii: "?"):
        isName = false
      default: break
      }
      result.append(isName ? byte.asciiLower : byte)
      if byte == UInt8(ascii: "&"), !isReference(source[(place + 1)...]) {
        result.append(contentsOf: "amp;".utf8)
      }
    }
    return result
  }

  /// Whether the XML declaration names an encoding.
  private static func saysEncoding(_ document: [UInt8]) -> Bool {
    let end = document.firstIndex(of: UInt8(ascii: ">")) ?? 0
    let declaration = String(decoding: document[..<end], as: UTF8.self).lowercased()
    return declaration.hasPrefix("<?xml") && declaration.contains("encoding=")
  }

  private static func isReference(_ rest: ArraySlice<UInt8>) -> Bool {
    let word = rest.prefix(12)
    guard let end = word.firstIndex(of: UInt8(ascii: ";")) else { return false }
    let name = word[..<end]
    if name.first == UInt8(ascii: "#") { return name.count > 1 }
    return ["amp", "lt", "gt", "quot", "apos"].contains { name.elementsEqual($0.utf8) }
  }
}
