// SPDX-License-Identifier: GPL-3.0-or-later

import Contracts
import ESpeakNG
import Glibc
import Speech
import TestSupport
import Testing

/// Where the library finds its data. Each test is a process of its own: the library starts once.
@Suite struct ESpeakDataTests {
  @Test func `an old data folder in the home does not make it mute`() async {
    await #expect(processExitsWith: .success) {
      let home = try ScratchFolder()
      try home.write("espeak-ng-data/phontab", "stale")
      setenv("HOME", home.path, 1)
      unsetenv("ESPEAK_DATA_PATH")
      let voice = try ESpeakVoices(voice: "en", voicesFolder: nil).make()
      let (samples, _) = try collectSamples(voice, "hello", rate: 175)
      exit(samples.count > 2000 ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test func `without data there is an error instead of the end of the program`() async {
    await #expect(processExitsWith: .success) {
      let data = try ScratchFolder()
      try data.write("espeak-ng-data/note", "empty")
      setenv("ESPEAK_DATA_PATH", data.path, 1)
      #expect(throws: SpeechError.noData) {
        try ESpeakVoices(voice: "en", voicesFolder: nil).make()
      }
    }
  }

  @Test func `a second voice at a time is refused loudly`() async {
    await #expect(processExitsWith: .failure) {
      let first = try ESpeakVoices(voice: "en", voicesFolder: nil).make()
      let second = try ESpeakVoices(voice: "en", voicesFolder: nil).make()
      exit(first === second ? EXIT_SUCCESS : EXIT_SUCCESS)
    }
  }

  @Test func `the recording double keeps the promises of every voice`() throws {
    try checkSpeechSynthesizerContract(RecordingVoices().make())
  }
}
