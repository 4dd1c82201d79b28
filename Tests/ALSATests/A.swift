// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import ALSA
import TestSupport
import Testing

@Suite struct ALSAT {
  @Test func `keeps the promises of every output`() throws {
    try checkAudioOutputContract(ALSADevice(name: "null"))
  }
}
