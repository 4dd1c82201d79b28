// SPDX-License-Identifier: GPL-3.0-or-later

import Player

/// Where the phrase catalogues and voices of the program are.
public enum VoicesFolder {
  /// `override` (from `--voices`) or the variable `EYEMUSIX_VOICES` when given, and then nothing
  /// else; else `../share/eyemusix/Voices` or `Voices` beside the program; else, for a program
  /// in a build folder, `Voices` of the checkout above it. `nil` when there is no such folder.
  public static func find(
    override: [UInt8]? = nil, _ environment: Environment = processEnvironment
  ) -> [UInt8]? {
    if let named = override ?? environment("EYEMUSIX_VOICES"), !named.isEmpty {
      let path = FilePath.absolute(named)
      return FileStatus.isFolder(path) ? path : nil
    }
    return FilePath.target(ofLink: Array("/proc/self/exe".utf8)).flatMap { find(besideProgram: $0) }
  }

  /// The folder that belongs to the program at the path `program`.
  static func find(besideProgram program: [UInt8]) -> [UInt8]? {
    let folder = FilePath.parent(of: program)
    let installed = FilePath.joined(
      FilePath.parent(of: folder), "share/eyemusix/Voices".utf8)
    let beside = FilePath.joined(folder, "Voices".utf8)
    for candidate in [installed, beside] where FileStatus.isFolder(candidate) { return candidate }
    return checkout(above: folder)
  }

  private static func checkout(above start: [UInt8]) -> [UInt8]? {
    var folder = start
    while folder.count > 1 {
      let voices = FilePath.joined(folder, "Voices".utf8)
      let manifest = FilePath.joined(folder, "Package.swift".utf8)
      if (try? FileStatus.of(manifest))?.kind == .regular, FileStatus.isFolder(voices) {
        return voices
      }
      folder = FilePath.parent(of: folder)
    }
    return nil
  }

  /// Paths of the catalogues (`*.po`) in `folder`, in natural order; none when it is not there.
  public static func catalogues(in folder: [UInt8]) -> [[UInt8]] {
    var names: [NaturalOrder] = []
    _ = try? unsafe visitEntries(of: folder) { entry in
      let name = unsafe Array(entry.bytes)
      if FilePath.fileExtension(name) == "po" { names.append(NaturalOrder(name)) }
      return names.count < 1000
    }
    return names.sorted().map { FilePath.joined(folder, $0.name) }
  }
}

/// The text of a file of up to `limit` bytes: UTF-8 (broken bytes as Windows-1252), byte order
/// mark taken away.
public func readText(_ path: [UInt8], limit: Int = 4_194_304) throws(SystemError) -> String {
  let bytes = try contents(of: path, limit: limit)
  return decoded(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
}
