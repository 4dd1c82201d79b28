// SPDX-License-Identifier: GPL-3.0-or-later
import Foundation
import Player
import TestSupport
import Testing

@testable import Interaction

/// Each command in each state, pressed once, and again after its answer. The transcripts stand in
/// `Tests/Transcripts`; `WRITE_DOCS=1` writes them anew, to be read before they are committed.
@Suite struct TranscriptTests {
  @Test(arguments: SessionState.allCases)
  func `every command sounds as its transcript says`(state: SessionState) throws {
    let base = try state.harness()
    var text = "# Every command, \(state.rawValue): its key, and the key again after its answer.\n"
    for row in CommandTable.rows {
      var it = base
      let key = row.key ?? .character("S")
      it.press(key)
      it.rest(.milliseconds(600))
      it.listen()
      it.press(key, after: .milliseconds(100))
      it.rest(.milliseconds(600))
      it.listen()
      text += "\n## \(row.id.rawValue)\n\(it.take())\n"
    }
    let path = "Tests/Transcripts/\(state.rawValue).txt"
    if ProcessInfo.processInfo.environment["WRITE_DOCS"] == "1" {
      try FileManager.default.createDirectory(
        atPath: Checkout.root + "Tests/Transcripts", withIntermediateDirectories: true)
      try text.write(toFile: Checkout.root + path, atomically: true, encoding: .utf8)
    }
    #expect(try Checkout.text(path) == text)
  }
}
