// SPDX-License-Identifier: GPL-3.0-or-later

import CALSA

/// The library as a whole.
public enum ALSALibrary {
  /// Keeps ALSA from printing on the listener's terminal (`snd_lib_error_set_handler`): braille
  /// displays and screen readers would read every line. Process-wide and cheap; opening a device
  /// calls it too.
  public static func silence() {
    _ = eyemusix_alsa_silence()
  }
}
