// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// Finds what an entry of a playlist means on this machine.
struct PlaylistTarget {
  /// The folder that holds the list.
  let folder: [UInt8]
  /// What "~" stands for.
  let home: [UInt8]?
  private let caseless: CaselessNames

  init(folder: [UInt8], home: [UInt8]?) {
    self.folder = folder
    self.home = home
    caseless = CaselessNames(within: folder)
  }

  enum Address: Equatable {
    /// A `file:` address: this path.
    case file([UInt8])
    /// An address of another kind.
    case web
    /// No address.
    case none
  }

  enum Found {
    case file([UInt8], FileStatus)
    case web
    case missing
  }

  /// Looks for `target`: as it is, trimmed, with backslashes as slashes, in the other encoding,
  /// with percent signs decoded. What is there first, is meant.
  func find(_ target: [UInt8]) -> Found {
    guard !target.contains(0) else { return .missing }
    switch Self.address(target) {
    case .web: return .web
    case .file(let path): return first(of: variants(of: path)) ?? .missing
    case .none: break
    }
    let trimmed = Array(target.trimmed)
    var wanted = trimmed == target ? variants(of: target) : [target] + variants(of: trimmed)
    if let decoded = Self.percentDecoded(trimmed), decoded != trimmed {
      wanted += variants(of: decoded)
    }
    return first(of: wanted) ?? .missing
  }

  private func first(of wanted: [[UInt8]]) -> Found? {
    for name in wanted where !name.isEmpty && !name.contains(0) && name.count < 4096 {
      let path = FilePath.absolute(name, in: folder)
      if let status = try? FileStatus.of(path) { return .file(path, status) }
    }
    // Only then the names that differ in case: they cost the reading of folders.
    for name in wanted where !name.isEmpty && !name.contains(0) && name.count < 4096 {
      let path = FilePath.absolute(name, in: folder)
      if let found = caseless.find(path), let status = try? FileStatus.of(found) {
        return .file(found, status)
      }
    }
    return nil
  }

  /// The ways in which `name` may be meant, likely ones first.
  private func variants(of name: [UInt8]) -> [[UInt8]] {
    var result = [name]
    if let home, name.starts(with: Array("~/".utf8)) {
      result.append(FilePath.joined(home, name.dropFirst(2)))
    }
    result += Self.windowsVariants(of: name)
    return result + result.compactMap(Self.inOtherEncoding)
  }

  /// `C:\Music\a.mp3` may be `/Music/a.mp3`, or `Music/a.mp3` or `a.mp3` beside the list.
  private static func windowsVariants(of name: [UInt8]) -> [[UInt8]] {
    // "/C:/…" is what a file address of Windows leaves.
    let bare =
      name.first == FilePath.slash && hasDrive(name.dropFirst()) ? name.dropFirst() : name[...]
    guard hasDrive(bare) || bare.contains(UInt8(ascii: "\\")) else { return [] }
    let slashed = bare.map { $0 == UInt8(ascii: "\\") ? FilePath.slash : $0 }
    let path = hasDrive(slashed[...]) ? Array(slashed.dropFirst(2)) : slashed
    let components = path.split(separator: FilePath.slash)
    // Such a list means a file; a bare root or "..", cut from its place, would be half a disk.
    guard let last = components.last, ![[0x2E], [0x2E, 0x2E]].contains(last) else { return [] }
    var result = [path]
    guard path.first == FilePath.slash || path.count != slashed.count else { return result }
    for start in components.indices.prefix(32) {
      result.append(Array(components[start...].joined(separator: [FilePath.slash])))
    }
    return result
  }

  private static func hasDrive(_ name: ArraySlice<UInt8>) -> Bool {
    guard name.count > 2, let letter = name.first?.asciiLower else { return false }
    let second = name[name.startIndex + 1]
    let third = name[name.startIndex + 2]
    return (0x61...0x7A).contains(letter) && second == UInt8(ascii: ":")
      && (third == UInt8(ascii: "\\") || third == FilePath.slash)
  }

  /// UTF-8 as Windows-1252, anything else as UTF-8; `nil` where that is no difference.
  private static func inOtherEncoding(_ name: [UInt8]) -> [UInt8]? {
    guard name.contains(where: { $0 >= 0x80 }) else { return nil }
    guard let text = String(validating: name, as: UTF8.self) else {
      return Array(decoded(name).utf8)
    }
    var result = [UInt8]()
    for scalar in text.unicodeScalars {
      guard let byte = windows1252Byte(scalar) else { return nil }
      result.append(byte)
    }
    return result
  }

  /// What kind of address `target` is.
  static func address(_ target: [UInt8]) -> Address {
    let text = target.trimmed
    if text.hasPrefix("file:/") {
      var rest = text.dropFirst(5)
      if rest.hasPrefix("//") {
        rest = rest.dropFirst(2)
        rest = rest[(rest.firstIndex(of: FilePath.slash) ?? rest.endIndex)...]
      }
      return .file(percentDecoded(Array(rest)) ?? [])
    }
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), text.count > 3,
      text[(colon + 1)...].starts(with: [FilePath.slash, FilePath.slash]),
      text[..<colon].allSatisfy({
        (0x61...0x7A).contains($0.asciiLower) || (0x30...0x39).contains($0) || $0 == 0x2B
      }), colon - text.startIndex > 1
    else { return .none }
    return .web
  }

  /// With `%20` and so on as the bytes they stand for; `nil` when one of them is a NUL. A percent
  /// sign that begins no number stays.
  static func percentDecoded(_ text: [UInt8]) -> [UInt8]? {
    var result = [UInt8]()
    var index = 0
    while index < text.count {
      if text[index] == UInt8(ascii: "%"), index + 2 < text.count,
        let high = Character(Unicode.Scalar(text[index + 1])).hexDigitValue,
        let low = Character(Unicode.Scalar(text[index + 2])).hexDigitValue
      {
        guard high + low > 0 else { return nil }
        result.append(UInt8(high << 4 | low))
        index += 3
      } else {
        result.append(text[index])
        index += 1
      }
    }
    return result
  }
}
