// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// An entry of a folder being read; its memory is valid during the visit only.
@unsafe struct FolderEntry {
  /// The name, ended by a NUL.
  let name: UnsafePointer<CChar>
  /// `d_type` of the entry.
  let type: UInt8
  /// The open folder.
  let folder: Int32

  var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: name, count: strlen(name))
  }

  /// What the entry is, links followed (`fstatat`, only where the folder does not tell); `errno`
  /// is why it is `other`.
  var kind: FileStatus.Kind {
    errno = 0
    switch unsafe Int(type) {
    case Int(DT_REG): return .regular
    case Int(DT_DIR): return .folder
    case Int(DT_LNK), Int(DT_UNKNOWN):
      var status = stat()
      guard unsafe fstatat(folder, name, &status, 0) == 0 else { return .other }
      return FileStatus(status).kind
    default: return .other
    }
  }
}

/// Visits what the folder at `path` holds (`opendir`, `readdir`), hidden names left out, until
/// `body` returns false. Returns which folder it was.
@discardableResult
func visitEntries(
  of path: [UInt8], _ body: (FolderEntry) -> Bool
) throws(SystemError) -> FileIdentity {
  let opened = unsafe withCPath(path) {
    unsafe open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK)
  }
  guard opened >= 0 else { throw .last }
  guard let stream = unsafe fdopendir(opened) else {
    let failure = SystemError.last
    close(opened)
    throw failure
  }
  defer { unsafe closedir(stream) }
  let identity = try FileStatus.of(descriptor: opened).identity
  guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else { return identity }
  var isEmpty = true
  while true {
    errno = 0
    guard let entry = unsafe readdir(stream) else { break }
    isEmpty = false
    let start = unsafe UnsafeRawPointer(entry) + offset
    let name = unsafe start.assumingMemoryBound(to: CChar.self)
    guard unsafe name[0] != CChar(UInt8(ascii: ".")), unsafe name[0] != 0 else { continue }
    let visit = unsafe FolderEntry(name: name, type: entry.pointee.d_type, folder: opened)
    guard unsafe body(visit) else { return identity }
  }
  // A folder that breaks off after some entries still gives those.
  if errno != 0, isEmpty { throw .last }
  return identity
}

/// What a folder holds that can lead to tracks: playable files and folders, hidden ones left out.
struct FolderListing {
  /// Names of playable files, in natural order.
  private(set) var files = NameList()
  /// Names of folders, in natural order.
  private(set) var folders = NameList()
  /// Names that are links which lead nowhere because they lead to themselves.
  private(set) var loops: [[UInt8]] = []
  /// Whether there was more than could be kept.
  private(set) var isCut = false
  /// The folder itself.
  private(set) var identity = FileIdentity(device: 0, inode: 0)

  /// Reads the folder at `path`, keeping up to `limit` files and `limit` folders.
  init(_ path: [UInt8], limit: Int) throws(SystemError) {
    identity = try unsafe visitEntries(of: path) { entry in
      isCut = unsafe !keep(entry, limit: limit)
      return !isCut
    }
    files.sort()
    folders.sort()
  }

  private mutating func keep(_ entry: FolderEntry, limit: Int) -> Bool {
    let name = unsafe entry.bytes
    switch unsafe entry.kind {
    case .regular:
      guard unsafe FileKind.isPlayable(name) else { return true }
      guard files.count < limit else { return false }
      unsafe files.append(name)
    case .folder:
      guard folders.count < limit else { return false }
      unsafe folders.append(name)
    case .other:
      if errno == ELOOP, loops.count < 100 { unsafe loops.append(Array(name)) }
    }
    return true
  }
}
