// SPDX-License-Identifier: GPL-3.0-or-later
import Audio
import Glibc
import TestSupport
import Testing

@testable import Application

extension ProgramTests {
  /// What can be written no more while music plays is told once, and the music goes on.
  @Suite struct WritingTroubleTests {
    private func rig(_ oddity: ProgramRig.Oddity) throws -> ProgramRig {
      let track = ToneTrack(
        number: 1, frames: 600 * 48_000, format: StreamFormat(sampleRate: 48_000, channels: 2))
      return try ProgramRig([track], oddity)
    }

    private func tellings(_ words: String, _ rig: ProgramRig) -> [String] {
      rig.script.texts.filter { $0.contains(words) }
    }

    @Test func `A speech log on a full disk is told once, with its name and the reason`() throws {
      let rig = try rig(.init(arrange: { $0.speechLog = Array("/dev/full".utf8) }))
      defer { rig.quit() }
      let sentence = "speech log /dev/full ends here: No space left on device"
      #expect(rig.says(sentence))
      #expect(rig.prints(sentence))
      for key in ["e", "t", "r"] {
        let count = rig.script.texts.count
        rig.press(key)
        #expect(rig.pass { rig.script.texts.count > count })
      }
      #expect(tellings("speech log", rig).count == 1)
      #expect(rig.pass { rig.heard == 1 })
    }

    @Test func `A speech log whose reader is gone is told, too`() throws {
      let pipe = try Pipe()
      let path = "/proc/self/fd/\(pipe.writing)"
      let rig = try rig(.init(arrange: { $0.speechLog = Array(path.utf8) }))
      defer { rig.quit() }
      #expect(rig.pass { rig.heard == 1 })
      #expect(tellings("speech log", rig).isEmpty)
      close(pipe.reading)
      rig.press("e")
      #expect(rig.says("ends here: Broken pipe"))
      close(pipe.writing)
    }

    @Test func `A memory that is written no more is told once, and what was there stays`() throws {
      let memory = try ScratchFolder()
      let rig = try rig(.init(memory: memory))
      defer { rig.quit() }
      #expect(rig.pass { access("\(memory.path)/state", R_OK) == 0 })
      let kept = try memory.read("state")
      // Nothing can be made under the name of the new file.
      memory.folder("state.new")
      rig.press("+")
      #expect(rig.says("Changes are not remembered: Is a directory"))
      #expect(try memory.read("state") == kept)
      rig.press("-")
      rig.press("e")
      #expect(rig.says("second") || rig.says("minute"))
      #expect(tellings("not remembered", rig).count == 1)
    }
  }
}
