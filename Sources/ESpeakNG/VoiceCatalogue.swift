// SPDX-License-Identifier: GPL-3.0-or-later

import CESpeakNG

/// A voice the library has.
struct InstalledVoice: Hashable {
  /// Its file below the data's language folders, "gmw/en-US".
  var identifier: String
  /// Its name in words, "English (America)".
  var name: String
  /// Its languages; less is better.
  var languages: [(code: String, priority: Int)]

  static func == (a: Self, b: Self) -> Bool { a.identifier == b.identifier }
  func hash(into hasher: inout Hasher) { hasher.combine(identifier) }

  /// The file's own name, "en-US".
  var fileName: Substring { identifier.split(separator: "/").last ?? "" }
}

/// The voices the library lists. We look names up ourselves: the library's own search takes
/// variants for voices (and breaks on them), and stays with the old voice without a word.
struct VoiceCatalogue {
  var voices: [InstalledVoice]

  /// Reads the list (`espeak_ListVoices`); 3–8 ms. Voices for MBROLA are left out.
  static func installed() -> Self {
    var voices: [InstalledVoice] = []
    guard var entry = unsafe espeak_ListVoices(nil) else { return Self(voices: []) }
    while let voice = unsafe entry.pointee {
      if let installed = unsafe InstalledVoice(voice.pointee) { voices.append(installed) }
      unsafe entry += 1
    }
    return Self(voices: voices.filter { !$0.identifier.hasPrefix("mb/") })
  }

  /// The voice of this file name or full name, else the best one for this language, else the best
  /// one for the language without its region. Case does not matter.
  func voice(for wish: String) -> InstalledVoice? {
    let wish = wish.lowercased()
    if let voice = voices.first(where: {
      $0.identifier.lowercased() == wish || $0.fileName.lowercased() == wish
        || $0.name.lowercased() == wish
    }) {
      return voice
    }
    return voice(speaking: wish.replacing("_", with: "-"))
  }

  /// The best voice for a language: "en-gb", else, for one with a region, "en".
  func voice(speaking language: String) -> InstalledVoice? {
    let language = language.lowercased()
    if let voice = best(for: language) { return voice }
    let parts = language.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].utf8.count == 2 else { return nil }
    return best(for: String(parts[0]))
  }

  private func best(for language: String) -> InstalledVoice? {
    var best: (voice: InstalledVoice, priority: Int)?
    for voice in voices {
      for (code, priority) in voice.languages where code.lowercased() == language {
        if best.map({ priority < $0.priority }) ?? true { best = (voice, priority) }
      }
    }
    return best?.voice
  }
}

extension InstalledVoice {
  /// The library's record; nil when it has no identifier or is a variant.
  init?(_ voice: espeak_VOICE) {
    guard let identifier = unsafe voice.identifier else { return nil }
    unsafe self.identifier = String(cString: identifier)
    unsafe name = voice.name.map { unsafe String(cString: $0) } ?? ""
    languages = []
    guard var field = unsafe voice.languages else { return }
    // Pairs of a priority byte and a string, ended by a zero for a priority.
    while unsafe field.pointee != 0 {
      let code = unsafe String(cString: field + 1)
      unsafe languages.append((code, Int(UInt8(bitPattern: field.pointee))))
      unsafe field += 2 + code.utf8.count
    }
    if languages.contains(where: { $0.code == "variant" }) { return nil }
  }
}
