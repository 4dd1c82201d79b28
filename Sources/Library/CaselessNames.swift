// SPDX-License-Identifier: GPL-3.0-or-later

/// Finds files whose names differ from what is wanted in case only, as a list from Windows has
/// them. Only at and below the folder of the list: elsewhere the like of a name is not meant.
final class CaselessNames {
  /// Names kept in all; beyond them only exact names are found.
  private static let largest = 200_000

  private let folder: [UInt8]
  /// Names in each folder that was looked at, by their lower case.
  private var folders: [[UInt8]: [[UInt8]: [UInt8]]] = [:]
  private var kept = 0

  init(within folder: [UInt8]) { self.folder = FilePath.absolute(folder) }

  /// What is at `path`, the case of its names aside; `nil` when there is nothing.
  func find(_ path: [UInt8]) -> [UInt8]? {
    let prefix = folder.last == FilePath.slash ? folder : folder + [FilePath.slash]
    guard path.starts(with: prefix) else { return nil }
    let components = path[prefix.count...].split(separator: FilePath.slash)
    guard components.count <= 32 else { return nil }
    var place = folder
    for component in components {
      if component == [0x2E, 0x2E] { return nil }
      guard let name = names(in: place)[Self.lowered(component)] else { return nil }
      place = FilePath.joined(place, name)
    }
    return components.isEmpty ? nil : place
  }

  private func names(in place: [UInt8]) -> [[UInt8]: [UInt8]] {
    if let known = folders[place] { return known }
    var names: [[UInt8]: [UInt8]] = [:]
    _ = try? unsafe visitEntries(of: place) { entry in
      let name = unsafe Array(entry.bytes)
      let key = Self.lowered(name[...])
      // Of several the first by its bytes, whatever the order of the folder.
      if let other = names[key], other.lexicographicallyPrecedes(name) { return true }
      names[key] = name
      kept += 1
      return kept < Self.largest
    }
    folders[place] = names
    return names
  }

  private static func lowered(_ name: ArraySlice<UInt8>) -> [UInt8] {
    guard name.contains(where: { $0 >= 0x80 }),
      let text = String(validating: name, as: UTF8.self)
    else { return name.map(\.asciiLower) }
    return Array(text.lowercased().utf8)
  }
}
