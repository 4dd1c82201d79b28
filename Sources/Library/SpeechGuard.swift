// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Player
import Synchronization

/// Remembers which text was being synthesised, so that one that kills the process is skipped at
/// the next start. Any thread may call it.
///
/// The record is one small write to a file that stays open, in the runtime folder where there is
/// one (memory, never a disk). It outlives the process but not always the machine, which is
/// right: a power cut is not the text's fault.
public final class SpeechGuard: Sendable {
  /// The text during which the last run died.
  public let suspect: String?

  private let skipped: Set<[UInt8]>
  private let record: Mutex<Record>

  private struct Record: ~Copyable {
    /// `nil` while another program that runs has the record.
    var file: OpenFile?
  }

  /// Bytes of a text that are kept and compared.
  private static let longestText = 4000
  /// Texts that are kept in the list; the oldest go first.
  private static let longestList = 50

  /// Opens the record and the list `skipped-texts` in `folder` (of the `StateStore`).
  /// `runtimeFolder` is the folder for the record; by default where the environment says, else
  /// `folder`.
  public init(
    folder: [UInt8], runtimeFolder: [UInt8]? = nil, _ environment: Environment = processEnvironment
  ) throws(SystemError) {
    try makeFolder(folder)
    var place = runtimeFolder ?? XDGFolder.runtime(environment) ?? folder
    if (try? makeFolder(place)) == nil { place = folder }
    let path = FilePath.joined(place, "speaking".utf8)
    let file = try OpenFile(path, O_RDWR | O_CREAT | O_NOFOLLOW | O_NONBLOCK)
    let listPath = FilePath.joined(folder, "skipped-texts".utf8)
    var list = Self.readList(listPath)
    guard file.tryLock() else {
      suspect = nil
      skipped = Set(list)
      record = Mutex(Record(file: nil))
      return
    }
    let found = Self.text(inRecord: (try? contents(of: path, limit: 8192)) ?? [])
    if let found {
      list.removeAll { $0 == found }
      list = (list + [found]).suffix(Self.longestList)
      try? Self.writeList(list, listPath)
    }
    try file.writeFirst(Self.emptyRecord)
    suspect = found.map { readable($0) }
    skipped = Set(list)
    record = Mutex(Record(file: consume file))
  }

  /// Whether a run died during this text.
  public func isSkipped(_ text: String) -> Bool {
    !skipped.isEmpty && skipped.contains(Self.key(of: text))
  }

  /// The synthesis of `text` begins. A few microseconds; a failure to write is passed over.
  public func begin(_ text: String) {
    let key = Self.key(of: text)
    let length = UInt16(key.count)
    write([UInt8(length & 255), UInt8(length >> 8)] + key)
  }

  /// The synthesis has come back.
  public func end() { write(Self.emptyRecord) }

  private static let emptyRecord: [UInt8] = [0, 0]

  private func write(_ bytes: [UInt8]) {
    record.withLock { record in
      switch record.file {
      case .some(let file): try? file.writeFirst(bytes)
      case .none: break
      }
    }
  }

  private static func key(of text: String) -> [UInt8] { Array(text.utf8.prefix(longestText)) }

  private static func text(inRecord bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count > 2 else { return nil }
    let length = Int(bytes[0]) | Int(bytes[1]) << 8
    guard (1...longestText).contains(length), bytes.count >= 2 + length else { return nil }
    return Array(bytes[2..<2 + length])
  }

  /// One escaped text a line; lines that are none are passed over.
  private static func readList(_ path: [UInt8]) -> [[UInt8]] {
    let bytes = (try? contents(of: path, limit: longestList * longestText * 4)) ?? []
    return bytes.split(separator: 0x0A).compactMap { Escaping.unescaped($0) }
      .filter { $0.count <= longestText }.suffix(longestList)
  }

  private static func writeList(_ list: [[UInt8]], _ path: [UInt8]) throws(SystemError) {
    var file = try AtomicFile(path)
    for text in list { try file.append(Escaping.escaped(text) + [0x0A]) }
    try file.finish()
  }
}
