// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
public import Player

/// What a scan has to tell.
public enum ScanEvent: Hashable, Sendable {
  /// More tracks, in the order in which they are to be played; never empty.
  case tracks([Track])
  /// Something was passed over.
  case trouble(LibraryTrouble)
  /// Nothing was found for 100 ms; a chance to stop.
  case searching
}

/// Turns what the listener named (files, folders, playlists) into tracks.
public struct SourceScanner: Sendable {
  private let limit: Int
  private let home: [UInt8]?

  /// A scanner that gives up to `limit` tracks. `home` is what "~" in playlists stands for.
  public init(limit: Int = 200_000, home: [UInt8]? = HomeFolder.find()) {
    self.limit = max(limit, 0)
    self.home = home
  }

  /// Scans `arguments` in their order on the caller's thread, which waits for the disk, and
  /// calls `into` with what is found until it returns false.
  ///
  /// Folders are read with all folders in them: first the files of a folder, then its folders,
  /// each in natural order. Names that begin with a dot are skipped, and so is what is neither a
  /// file nor a folder. A folder that is reached twice is read once. Playlists in folders are not
  /// read, as they would name the files beside them again. A file named by the listener is
  /// always taken, whatever its extension.
  public func scan(_ arguments: [[UInt8]], into: (ScanEvent) -> Bool) {
    withoutActuallyEscaping(into) { into in
      let output = ScanOutput(limit: limit, emit: into)
      for argument in arguments where !output.isStopped {
        var expansion = Expansion(output: output, limit: limit, home: home)
        expansion.expand(argument: argument)
      }
      output.flush()
    }
  }
}

/// The expansion of one argument.
struct Expansion {
  let output: ScanOutput
  let home: [UInt8]?
  var walk: FolderWalk
  /// How many lines of playlists are still read, so that hostile ones end.
  var entriesLeft: Int

  init(output: ScanOutput, limit: Int, home: [UInt8]?) {
    self.output = output
    self.home = home
    walk = FolderWalk(output: output)
    entriesLeft = max(limit, 1000) * 5
  }

  mutating func expand(argument: [UInt8]) {
    var path = FilePath.absolute(argument)
    guard !argument.isEmpty else { return output.tell(.notFound(name: "")) }
    do throws(SystemError) {
      try expand(path, FileStatus.of(path), within: [], title: nil)
    } catch {
      switch PlaylistTarget.address(argument) {
      case .file(let decoded):
        path = decoded
        guard let status = try? FileStatus.of(path) else { fallthrough }
        expand(path, status, within: [], title: nil)
      case .none:
        output.tell(LibraryTrouble(error, path))
      case .web:
        output.tell(.unsupported(name: readable(argument)))
      }
    }
  }

  /// Takes what is at `path`: a folder, a playlist within others, or a track.
  mutating func expand(
    _ path: [UInt8], _ status: FileStatus, within lists: [FileIdentity], title: String?
  ) {
    switch (status.kind, FileKind(path)) {
    case (.folder, _): walk.run(path)
    case (.other, _), (.regular, .unknownPlaylist):
      output.tell(.unsupported(name: spokenName(path)))
    case (.regular, .playlist), (.regular, .xmlPlaylist), (.regular, .cueSheet):
      expand(playlist: path, status, within: lists)
    case (.regular, .other):
      add(Track(path: path, listedTitle: title))
    }
  }

  /// Takes a track whose file is there, if it may be read.
  func add(_ track: Track) {
    guard FileStatus.isReadable(track.path) else {
      return output.tell(.notPermitted(name: spokenName(track.path)))
    }
    output.add(track)
  }
}

/// The last component of `path`, fit to be said.
func spokenName(_ path: [UInt8]) -> String { readable(lastComponent(ofPath: path)) }

extension LibraryTrouble {
  /// The trouble with the file at `path`.
  init(_ error: SystemError, _ path: [UInt8]) {
    let name = spokenName(path)
    switch error.rawValue {
    case ENOENT, ENOTDIR: self = .notFound(name: name)
    case EACCES, EPERM: self = .notPermitted(name: name)
    case ELOOP: self = .loop(name: name)
    default: self = .unreadable(name: name, reason: error.description)
    }
  }
}
