// SPDX-License-Identifier: GPL-3.0-or-later

import CESpeakNG
import Glibc
public import Speech

/// Starts eSpeak NG with a voice.
public struct ESpeakVoices: SpeechSynthesizerProvider {
  /// The voice's name: "en", "de", "en+f3", "plain" ….
  public let voice: String
  /// The folder `Voices`, in bytes; voice files of ours lie in its subfolder `voices`.
  public let voicesFolder: [UInt8]?

  /// The voice called `voice`, with our own files in `voicesFolder`.
  public init(voice: String, voicesFolder: [UInt8]?) {
    self.voice = voice
    self.voicesFolder = voicesFolder
  }

  /// Starts the engine, 5–15 ms. Throws `noData` when eSpeak's data are not installed and
  /// `voiceNotFound` when there is no such voice.
  public func make() throws(SpeechError) -> any SpeechSynthesizer {
    try ESpeakSynthesizer(voice: voice, voicesFolder: voicesFolder)
  }
}

/// eSpeak NG in this process, one at a time. Every call comes from the thread that made it.
///
/// Texts are passed as plain UTF-8: never as markup, which in this library can run programs, nor
/// as phonemes. They must be free of control characters.
public final class ESpeakSynthesizer: SpeechSynthesizer {
  /// Hertz of the mono samples; 22 050.
  public let sampleRate: Int

  private let thread = pthread_self()
  private let finder: VoiceFinder
  private var selection: VoiceSelection
  private var hasEcho: Bool
  private var mustReselect = false

  /// Starts the engine on the calling thread.
  init(voice: String, voicesFolder: [UInt8]?) throws(SpeechError) {
    sampleRate = try ESpeakLibrary.borrow()
    do throws(SpeechError) {
      finder = VoiceFinder(
        ours: voicesFolder.flatMap { VoiceFolder(path: $0 + Array("/voices".utf8)) },
        catalogue: .installed(), variants: VariantFolder(dataFolder: ESpeakLibrary.dataFolder))
      guard let found = finder.find(voice) else { throw .voiceNotFound(voice) }
      do throws(ESpeakError) { try found.selection.apply() } catch { throw .voiceNotFound(voice) }
      (selection, hasEcho) = found
    } catch {
      ESpeakLibrary.giveBack()
      throw error
    }
  }

  deinit { ESpeakLibrary.giveBack() }

  /// Speaks `text` (`espeak_ng_Synthesize`); the first samples come after 0.02–0.4 ms. `rate` is
  /// taken as `ESpeakRate.effective` has it. A sink that returns `false` ends it within
  /// microseconds.
  public func synthesize(
    _ text: String, rate: Int, sink: (UnsafeBufferPointer<Int16>) -> Bool
  ) throws(SpeechError) -> SynthesisEnd {
    assertThread()
    if mustReselect {
      mustReselect = false
      // It was set before; should its file be gone by now, the library keeps the voice it has.
      try? selection.apply()
    }
    setParameters(rate: rate)
    let (status, isAborted) = unsafe withoutActuallyEscaping(sink) { sink in
      let sink = unsafe SampleSink(sink)
      let status = withExtendedLifetime(sink) {
        unsafe espeak_ng_Synthesize(
          text, text.utf8.count + 1, 0, POS_CHARACTER, 0, UInt32(espeakCHARS_UTF8), nil,
          Unmanaged.passUnretained(sink).toOpaque())
      }
      return (status, sink.isAborted)
    }
    if isAborted {
      mustReselect = hasEcho
      return .aborted
    }
    do throws(ESpeakError) { try ESpeakError.check(status) } catch { throw error.speechError }
    return .finished
  }

  /// Chooses the voice; when it throws, the old one goes on. Names are looked for among our own
  /// files, then among the voices of eSpeak NG, then among their languages.
  public func selectVoice(_ name: String) throws(SpeechError) {
    assertThread()
    guard let found = finder.find(name) else { throw .voiceNotFound(name) }
    do throws(ESpeakError) {
      try found.selection.apply()
      (selection, hasEcho) = found
      mustReselect = false
    } catch {
      try? selection.apply()
      throw .voiceNotFound(name)
    }
  }

  /// All of them, every time: the library forgets and changes them by itself. Their results are
  /// not worth reading; some report errors and work.
  private func setParameters(rate: Int) {
    let parameters: [(espeak_PARAMETER, Int)] = [
      (espeakRATE, ESpeakRate.effective(rate)), (espeakVOLUME, 100), (espeakPITCH, 50),
      (espeakRANGE, 50), (espeakPUNCTUATION, Int(espeakPUNCT_NONE.rawValue)),
      (espeakCAPITALS, 0), (espeakWORDGAP, 0),
    ]
    for (parameter, value) in parameters {
      _ = espeak_ng_SetParameter(parameter, Int32(value), 0)
    }
  }

  private func assertThread() {
    precondition(
      pthread_equal(thread, pthread_self()) != 0,
      "eSpeak NG was called from another thread than the one that made the synthesizer")
  }
}
