// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// Reads folders with all folders in them, each once.
struct FolderWalk {
  let output: ScanOutput
  private var visited: Set<FileIdentity> = []

  init(output: ScanOutput) { self.output = output }

  private struct Waiting {
    var path: [UInt8]
    var depth: Int
  }

  /// Reads the folder at `root`. No recursion: a tree may be deeper than the stack.
  mutating func run(_ root: [UInt8]) {
    var waiting = [Waiting(path: root, depth: 0)]
    var above: [FileIdentity] = []
    while let next = waiting.popLast(), !output.isStopped {
      output.breathe()
      above.removeLast(above.count - next.depth)
      guard let listing = read(next.path, above: above) else { continue }
      above.append(listing.identity)
      for place in (0..<listing.folders.count).reversed() {
        waiting.append(
          Waiting(
            path: FilePath.joined(next.path, listing.folders[place]), depth: next.depth + 1))
      }
    }
  }

  /// Gives the files of one folder and returns its listing; `nil` when it is passed over.
  private mutating func read(_ path: [UInt8], above: [FileIdentity]) -> FolderListing? {
    let listing: FolderListing
    do throws(SystemError) {
      let identity = try FileStatus.of(path).identity
      guard visited.insert(identity).inserted else {
        if above.contains(identity) { output.tell(.loop(name: spokenName(path))) }
        return nil
      }
      listing = try FolderListing(path, limit: output.room + 1)
    } catch {
      output.tell(LibraryTrouble(error, path))
      return nil
    }
    for name in listing.loops { output.tell(.loop(name: readable(name))) }
    for place in 0..<listing.files.count where !output.isStopped {
      output.add(Track(path: FilePath.joined(path, listing.files[place])))
    }
    if listing.isCut { output.overflow() }
    return listing
  }
}
