// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport
import Testing

extension EndToEnd {
  @Suite struct CueSheetTests {
    /// What leaves the player, from the first sound to the last.
    private func heard(_ scratch: ScratchFolder, _ source: String) throws -> [Float] {
      let (wav, home) = ("\(scratch.path)/heard.wav", scratch.folder("home"))
      unlink(wav)
      let run = try ProgramRun(
        Player.binary,
        [
          "--plain", "--no-speech", "--voices", Player.voices, "--output", "wav:\(wav)", "--fast",
          "--quit-at-end", source,
        ], environment: ["HOME": home, "LC_ALL": "C.UTF-8"], on: .pipes)
      #expect(run.end(within: 60) == .exit(0), "\(run.errors)")
      let samples = try WAVFile(contentsOf: wav).samples
      guard let first = samples.firstIndex(where: { $0 != 0 }),
        let last = samples.lastIndex(where: { $0 != 0 })
      else { return [] }
      return Array(samples[first...last])
    }

    @Test func `the tracks of a sheet, one after the other, are the file to the sample`() throws {
      let scratch = try ScratchFolder()
      let file = try TestMusic.make("Album", seconds: 12, in: scratch.path)
      try scratch.write(
        "Album.cue",
        """
        FILE "ALBUM.WAV" WAVE
          TRACK 01 AUDIO
            INDEX 01 00:00:00
          TRACK 02 AUDIO
            INDEX 01 00:03:17
          TRACK 03 AUDIO
            INDEX 00 00:07:01
            INDEX 01 00:07:74
          TRACK 04 AUDIO
            INDEX 01 00:09:00
        """)
      let whole = try heard(scratch, file)
      let parts = try heard(scratch, "\(scratch.path)/Album.cue")
      #expect(whole.count > 11 * 48_000 * 2)
      #expect(parts.count == whole.count)
      let difference = zip(parts, whole).enumerated().first { $1.0 != $1.1 }?.offset
      #expect(difference == nil)
    }
  }
}
