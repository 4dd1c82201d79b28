// SPDX-License-Identifier: GPL-3.0-or-later

import CESpeakNG

/// A voice that has been found and checked, ready to be set.
enum VoiceSelection: Hashable {
  /// One of the library's, "gmw/en" or "gmw/en+f3".
  case installed(String)
  /// A file of ours, by a path the library does not spoil.
  case file(String)

  /// Makes the library speak with it (`espeak_ng_SetVoiceByName`, `…ByFile`); 0.1–5 ms.
  func apply() throws(ESpeakError) {
    switch self {
    case .installed(let name): try ESpeakError.check(unsafe espeak_ng_SetVoiceByName(name))
    case .file(let path): try ESpeakError.check(unsafe espeak_ng_SetVoiceByFile(path))
    }
  }
}

/// A name as a user writes it: a voice, and perhaps a variant of it after a plus sign.
struct VoiceWish: Hashable {
  var base: String
  var variant: String?

  /// Nil for what cannot be a name.
  init?(_ name: String) {
    guard (1...80).contains(name.utf8.count),
      name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }),
      !name.contains(".."), !name.hasPrefix("/"), !name.contains("!")
    else { return nil }
    let parts = name.split(separator: "+", maxSplits: 1, omittingEmptySubsequences: false)
    base = String(parts[0])
    variant = parts.count > 1 ? String(parts[1]) : nil
    guard !base.isEmpty, variant?.isEmpty != true, variant?.contains("/") != true else {
      return nil
    }
  }
}

/// Finds voices: ours by file, the library's by name or language.
struct VoiceFinder {
  var ours: VoiceFolder?
  var catalogue: VoiceCatalogue
  var variants: VariantFolder

  /// The selection for a name, and whether it leaks an aborted utterance into the next one.
  func find(_ name: String) -> (selection: VoiceSelection, hasEcho: Bool)? {
    guard let wish = VoiceWish(name) else { return nil }
    let variant: VariantFolder.Variant?
    if let wanted = wish.variant {
      guard let found = variants.variant(wanted) else { return nil }
      variant = found
    } else {
      variant = nil
    }
    let suffix = variant.map { "+" + $0.name } ?? ""
    let file = wish.base.lowercased()
    if VoiceFolder.isPlain(file), let ours, let voice = ours.file(named: file), isSafe(voice) {
      // The library makes the whole path lower-case, the variant's name with it.
      guard variant.map({ VoiceFolder.isPlain($0.name) }) ?? true else { return nil }
      let echo = voice.hasEcho || variant?.hasEcho == true
      return (.file(ours.shortPath(to: file + suffix)), echo)
    }
    guard let voice = catalogue.voice(for: wish.base) else { return nil }
    return (.installed(voice.identifier + suffix), variant?.hasEcho == true)
  }
}

extension VoiceFinder {
  private func isSafe(_ file: VoiceFile) -> Bool {
    !file.languages.isEmpty
      && file.languages.allSatisfy { catalogue.voice(speaking: $0) != nil }
  }
}

/// The variants installed with the library. Asked for one it does not have, the library speaks
/// without it and says nothing.
struct VariantFolder {
  struct Variant: Hashable {
    var name: String
    var hasEcho: Bool
  }

  let folder: VoiceFolder?

  init(dataFolder: String) { folder = VoiceFolder(path: Array((dataFolder + "/voices/!v").utf8)) }

  /// The variant of this name; case matters, as the library opens the file by it.
  func variant(_ name: String) -> Variant? {
    guard !name.contains("/"), let file = folder?.file(named: name) else { return nil }
    return Variant(name: name, hasEcho: file.hasEcho)
  }
}
