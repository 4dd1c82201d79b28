// SPDX-License-Identifier: GPL-3.0-or-later

/// Letters of other scripts by their place on the keyboard, so that commands need no change of
/// layout. Capitals are not here: they look for names that begin with them.
enum KeyboardLayout {
  /// The Latin character on the same key, or the plain digit; `nil` when it is not known.
  static func latin(_ character: Character) -> Character? {
    if let digit = character.wholeNumberValue, digit < 10, !character.isASCII {
      return Character("\(digit)")
    }
    return places[character]
  }

  private static let keys = "qwertyuiop[]asdfghjkl;'zxcvbnm,./"

  private static let layouts = [
    "йцукенгшщзхъфывапролджэячсмитьбю.",  // Russian
    ";ςερτυθιοπ[]ασδφγηξκλ΄'ζχψωβνμ,./",  // Greek
    "/'קראטוןםפ][שדגכעיחלךף,זסבהנמצתץ.",  // Hebrew
    "ضصثقفغعهخحجدشسيبلاتنمكطئءؤرلىةوزظ",  // Arabic
  ]

  private static let places: [Character: Character] = {
    var places: [Character: Character] = ["і": "s", "ї": "]", "є": "'", "ё": "`", "ґ": "\\"]
    for layout in layouts where layout.count == keys.count {
      for (other, latin) in zip(layout, keys) where !other.isASCII { places[other] = latin }
    }
    return places
  }()
}
