// SPDX-License-Identifier: GPL-3.0-or-later

import Audio
import SystemOutput
import TestSupport
import Testing

@Suite struct NullOutputTests {
  @Test func `keeps the promises of every output`() throws {
    try checkAudioOutputContract(NullDevice())
  }
}
