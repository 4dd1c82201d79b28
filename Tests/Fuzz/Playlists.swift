// SPDX-License-Identifier: GPL-3.0-or-later
@testable import Library

/// The lines of lists, what they name, and where that is looked for.
@Sendable func fuzzPlaylists(_ bytes: [UInt8]) {
  for isNamedPLS in [false, true] {
    let file = MemoryFile(bytes)
    guard var lines = try? LineReader(file.path) else { preconditionFailure("not read") }
    var parser = PlaylistParser(isNamedPLS: isNamedPLS)
    var entries: [PlaylistEntry] = []
    var lineCount = 0
    var isCut = false
    while let line = try? lines.next(isCut: &isCut) {
      lineCount += 1
      promise(line.count <= LineReader.longestLine, "a line is too long")
      if let entry = parser.take(line) { entries.append(entry) }
      promise(parser.waiting <= 2 * lineCount, "more waits than was read")
    }
    entries += parser.finish()
    promise(entries.count <= lineCount, "more entries than lines")
    for entry in entries.prefix(100) { check(entry) }
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
