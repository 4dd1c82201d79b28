// SPDX-License-Identifier: GPL-3.0-or-later
import Player

@testable import Library

/// Lists of every form, what they name, and where that is looked for. All forms take all bytes:
/// what a form is not made for ends quickly.
@Sendable func fuzzPlaylists(_ bytes: [UInt8]) {
  for isNamedPLS in [false, true] {
    var parser = PlaylistParser(isNamedPLS: isNamedPLS)
    var entries: [PlaylistEntry] = []
    var lineCount = 0
    read(bytes) { line in
      lineCount += 1
      if let entry = parser.take(line) { entries.append(entry) }
      promise(parser.waiting <= 2 * lineCount, "more waits than was read")
    }
    entries += parser.finish()
    promise(entries.count <= lineCount, "more entries than lines")
    for entry in entries.prefix(20) { check(entry) }
  }
  checkXML(bytes)
  checkCueSheet(bytes)
}

private func read(_ bytes: [UInt8], _ take: ([UInt8]) -> Void) {
  let file = MemoryFile(bytes)
  guard var lines = try? LineReader(file.path) else { preconditionFailure("not read") }
  var isCut = false
  while let line = try? lines.next(isCut: &isCut) {
    promise(line.count <= LineReader.longestLine, "a line is too long")
    take(line)
  }
}

private func checkXML(_ bytes: [UInt8]) {
  let limit = 20
  let (list, damage) = XMLPlaylist.read(bytes, limit: limit)
  promise(list.entries.count <= limit, "more entries than wanted")
  promise(list.isList || list.entries.isEmpty, "entries of what is no list")
  promise(damage.map { !$0.reason.isEmpty && isPlain($0.reason) } ?? true, "no reason")
  for entry in list.entries { check(entry) }
  let repaired = XMLPlaylist.repaired(bytes)
  promise(repaired.count <= 12 * bytes.count, "mending makes too much of it")
  promise(XMLPlaylist.repaired(repaired) == repaired, "mended twice is not mended once")
}

private func checkCueSheet(_ bytes: [UInt8]) {
  var sheet = CueSheet()
  read(bytes) { sheet.take($0) }
  let read = sheet.count
  let entries = sheet.finish()
  promise(entries.count <= read + 1, "more tracks than were read")
  for entry in entries {
    promise(sheet.files[entry.fileNumber] == entry.file, "a track of another file")
    promise(entry.part.start >= 0, "a track before its file")
    promise(entry.part.end.map { $0 > entry.part.start } ?? true, "a track without length")
    promise(entry.title != nil || entry.part.isWhole, "a part that cannot be told from others")
    for text in [entry.title, entry.part.performer, entry.part.album].compactMap({ $0 }) {
      promise(!text.isEmpty && isPlain(text), "a text is empty or holds controls")
    }
    check(PlaylistEntry(target: entry.file, title: entry.title))
  }
}

private func check(_ entry: PlaylistEntry) {
  promise(!entry.target.isEmpty, "an entry names nothing")
  if let title = entry.title { promise(!title.isEmpty && isPlain(title), "a title holds controls") }
  let target = PlaylistTarget(folder: Array("/proc/self/no such folder".utf8), home: nil)
  if case .file(let path, _) = target.find(entry.target) {
    promise(path.first == 0x2F && !path.contains(0), "a path that is none")
  }
}
