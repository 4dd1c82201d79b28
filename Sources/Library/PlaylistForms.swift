// SPDX-License-Identifier: GPL-3.0-or-later
import Player

extension Expansion {
  /// Lists in XML are read whole; one of this many bytes names a quarter of a million tracks.
  private static let largestXML = 32 << 20

  mutating func read(xml path: [UInt8], within lists: [FileIdentity]) throws(SystemError) {
    let document = try contents(of: path, limit: Self.largestXML)
    if Self.isInLines(document) { return try read(lines: path, within: lists) }
    // The reading itself is paid for: a list may name an empty one of megabytes a million times.
    entriesLeft -= document.count / 100
    let limit = max(0, min(entriesLeft, output.room * 2 + 1000))
    let (list, damage) = XMLPlaylist.read(document, limit: limit)
    guard list.isList || damage != nil else {
      return output.tell(.unsupported(name: spokenName(path)))
    }
    var missing = Absent()
    var web = Absent()
    let target = PlaylistTarget(folder: FilePath.parent(of: path), home: home)
    for entry in list.entries where !output.isStopped && entriesLeft > 0 {
      output.breathe()
      take(entry, target, within: lists, &missing, &web)
    }
    tell(path, missing, web)
    if let damage {
      output.tell(.unreadable(name: spokenName(path), reason: damage.reason))
    }
    if list.isSated { output.overflow() }
  }

  /// An ASX may be an INI file or an M3U under another name.
  private static func isInLines(_ document: [UInt8]) -> Bool {
    let mark: [UInt8] = document.starts(with: [0xEF, 0xBB, 0xBF]) ? [0xEF, 0xBB, 0xBF] : []
    let first = document.dropFirst(mark.count).first { $0 > 0x20 }
    guard let first, first < 0x80 else { return false }
    return first != UInt8(ascii: "<")
  }

  mutating func read(cueSheet path: [UInt8]) throws(SystemError) {
    var sheet = CueSheet()
    var lines = try LineReader(path)
    var isCut = false
    while let line = try lines.next(isCut: &isCut), !output.isStopped, entriesLeft > 0 {
      output.breathe()
      entriesLeft -= 1
      sheet.take(line)
    }
    let entries = sheet.finish()
    guard !entries.isEmpty else {
      return output.tell(.unsupported(name: spokenName(path)))
    }
    take(entries, of: sheet, at: path)
  }

  private mutating func take(_ entries: [CueSheet.Entry], of sheet: CueSheet, at path: [UInt8]) {
    var missing = Absent()
    var web = Absent()
    let target = CueTarget(sheet: path, home: home, hasOneFile: Set(sheet.files).count == 1)
    var found: [Int: PlaylistTarget.Found] = [:]
    for entry in entries where !output.isStopped {
      output.breathe()
      // A file that is missing is one missing thing, however many tracks were in it.
      let isNew = found[entry.fileNumber] == nil
      let place = found[entry.fileNumber] ?? target.find(entry.file, or: sheet.unicode(entry.file))
      found[entry.fileNumber] = place
      switch place {
      case .file(let file, let status) where status.kind == .regular:
        add(Track(path: file, listedTitle: entry.title, part: entry.part))
      case .web: if isNew { web.add(name(ofTarget: sheet.unicode(entry.file))) }
      case .missing, .file: if isNew { missing.add(name(ofTarget: sheet.unicode(entry.file))) }
      }
    }
    tell(path, missing, web)
  }
}

/// Finds the file that a cue sheet means. Sheets name the WAVE file of the disc; what lies beside
/// them is often what was made of it.
struct CueTarget {
  private let sheet: [UInt8]
  private let target: PlaylistTarget
  private let hasOneFile: Bool

  init(sheet: [UInt8], home: [UInt8]?, hasOneFile: Bool) {
    self.sheet = sheet
    self.hasOneFile = hasOneFile
    target = PlaylistTarget(folder: FilePath.parent(of: sheet), home: home)
  }

  /// As named, else with an extension of music, else (where all tracks are in one file) under the
  /// name of the sheet. The file's name may be `unicode` where the sheet has other bytes.
  func find(_ name: [UInt8], or unicode: [UInt8]) -> PlaylistTarget.Found {
    let names = name == unicode ? [name] : [name, unicode]
    for name in names {
      let found = target.find(name)
      if case .missing = found { continue }
      return found
    }
    var stems = names
    if hasOneFile { stems.append(lastComponent(ofPath: sheet)) }
    for stem in stems.compactMap(Self.stem) {
      for kind in FileKind.musicExtensions {
        let found = target.find(stem + ".\(kind)".utf8)
        if case .file(_, let status) = found, status.kind == .regular { return found }
      }
    }
    return .missing
  }

  /// `name` without its extension.
  private static func stem(_ name: [UInt8]) -> [UInt8]? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot <= 6 else {
      return name
    }
    return Array(name[..<dot])
  }
}
