// SPDX-License-Identifier: GPL-3.0-or-later

import Speech

extension Session {
  /// Whether something is being said, or about to be.
  public var isSpeaking: Bool { speech.isSpeaking }
}
