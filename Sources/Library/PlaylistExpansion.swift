// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Player

/// What a playlist names that is not there, or not on this machine.
struct Absent {
  var count = 0
  var first = ""

  mutating func add(_ name: @autoclosure () -> String) {
    if count == 0 { first = name() }
    count += 1
  }
}

extension Expansion {
  /// Lists within lists are followed this deep.
  static let deepest = 8

  /// Takes the tracks of the playlist at `path`, which is named by the lists `lists`.
  mutating func expand(playlist path: [UInt8], _ status: FileStatus, within lists: [FileIdentity]) {
    guard lists.count < Self.deepest, !lists.contains(status.identity) else {
      return output.tell(.nested(playlist: spokenName(path)))
    }
    do throws(SystemError) {
      try read(playlist: path, within: lists + [status.identity])
    } catch {
      output.tell(LibraryTrouble(error, path))
    }
  }

  private mutating func read(playlist path: [UInt8], within lists: [FileIdentity])
    throws(SystemError)
  {
    switch FileKind(path) {
    case .cueSheet: try read(cueSheet: path)
    case .xmlPlaylist: try read(xml: path, within: lists)
    default: try read(lines: path, within: lists)
    }
  }

  mutating func read(lines path: [UInt8], within lists: [FileIdentity]) throws(SystemError) {
    var missing = Absent()
    var web = Absent()
    let target = PlaylistTarget(folder: FilePath.parent(of: path), home: home)
    var parser = PlaylistParser(isNamedPLS: FilePath.fileExtension(path) == "pls")
    var isOver = false
    defer {
      tell(path, missing, web)
      if isOver || entriesLeft <= 0 { output.overflow() }
    }

    var lines = try LineReader(path)
    var isCut = false
    while let line = try lines.next(isCut: &isCut), !output.isStopped, entriesLeft > 0 {
      output.breathe()
      if let entry = parser.take(line) {
        take(entry, target, within: lists, &missing, &web)
      } else if parser.isStream {
        return output.tell(.unsupported(name: spokenName(path)))
      } else if parser.waiting > output.room * 2 + 1000 {
        isOver = true
        break
      }
    }
    for entry in parser.finish() where !output.isStopped && entriesLeft > 0 {
      output.breathe()
      take(entry, target, within: lists, &missing, &web)
    }
  }

  mutating func take(
    _ entry: PlaylistEntry, _ target: PlaylistTarget, within lists: [FileIdentity],
    _ missing: inout Absent, _ web: inout Absent
  ) {
    entriesLeft -= 1
    switch target.find(entry.target) {
    case .web: web.add(entry.title ?? readable(Array(entry.target.trimmed.prefix(500))))
    case .missing: missing.add(name(ofTarget: entry.target))
    case .file(let path, let status):
      let title = entry.title == spokenName(path) ? nil : entry.title
      expand(path, status, within: lists, title: title)
    }
  }

  /// The last component of what an entry names, whichever way its slashes lean.
  func name(ofTarget target: [UInt8]) -> String {
    let plain = PlaylistTarget.percentDecoded(Array(target.prefix(10_000))) ?? target
    let slashed = plain.trimmed.map { $0 == UInt8(ascii: "\\") ? FilePath.slash : $0 }
    return readable(Array(lastComponent(ofPath: slashed).prefix(500)))
  }

  func tell(_ path: [UInt8], _ missing: Absent, _ web: Absent) {
    let name = spokenName(path)
    if missing.count > 0 {
      output.tell(.missingTargets(playlist: name, count: missing.count, first: missing.first))
    }
    if web.count > 0 {
      output.tell(.webTargets(playlist: name, count: web.count, first: web.first))
    }
  }
}
