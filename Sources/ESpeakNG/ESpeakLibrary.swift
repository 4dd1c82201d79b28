// SPDX-License-Identifier: GPL-3.0-or-later

import CESpeakNG
import Glibc
import Speech
import Synchronization

/// The one eSpeak NG of this process: started once, never ended, lent to one synthesizer at a
/// time. (Ending and starting again leaks threads, and a second start adds one.)
///
/// Starting it sets the process's `LC_CTYPE` to "C.UTF-8", whatever the user has.
enum ESpeakLibrary {
  private struct State {
    var sampleRate = 0
    var isLent = false
  }

  private static let state = Mutex(State())

  /// Starts the library if need be and lends it out; gives the samples' rate in hertz.
  static func borrow() throws(SpeechError) -> Int {
    let rate: Int? = state.withLock { state in
      precondition(!state.isLent, "there is one eSpeak NG in a process, and it is in use")
      if state.sampleRate <= 0 { state.sampleRate = start() }
      state.isLent = state.sampleRate > 0
      return state.isLent ? state.sampleRate : nil
    }
    guard let rate else { throw .noData }
    return rate
  }

  /// Takes it back.
  static func giveBack() { state.withLock { $0.isLent = false } }

  /// The folder with the voices and dictionaries in use (`espeak_Info`).
  static var dataFolder: String {
    var path: UnsafePointer<CChar>?
    _ = unsafe espeak_Info(&path)
    guard let path = unsafe path else { return "" }
    return unsafe String(cString: path)
  }

  /// 0 or less when the data are missing; without the flag the library ends the process instead.
  private static func start() -> Int {
    let options = Int32(bitPattern: UInt32(espeakINITIALIZE_DONT_EXIT))
    // Milliseconds of sound in a chunk; the library makes 49 of it, the least it can.
    let chunk: Int32 = 20
    let rate: Int32
    if let folder = systemDataFolder() {
      rate = unsafe folder.withCString { folder in
        unsafe espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, chunk, folder, options)
      }
    } else {
      rate = espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, chunk, nil, options)
    }
    guard rate > 0 else { return 0 }
    unsafe espeak_SetSynthCallback(takeSamples)
    return Int(rate)
  }

  /// The data installed on the system when the library's own search would find others first,
  /// else nil.
  ///
  /// It prefers a folder `espeak-ng-data` in the user's home, and one left there by an old version
  /// makes it mute or worse. `ESPEAK_DATA_PATH` is a wish and stays respected.
  private static func systemDataFolder() -> String? {
    guard unsafe getenv("ESPEAK_DATA_PATH") == nil, let home = unsafe getenv("HOME") else {
      return nil
    }
    let stray = unsafe String(cString: home) + "/espeak-ng-data"
    guard unsafe access(stray, F_OK) == 0 else { return nil }
    return folders.first { unsafe access($0 + "/phontab", R_OK) == 0 }
  }

  private static var folders: [String] {
    #if arch(arm64)
      let machine = "aarch64-linux-gnu"
    #else
      let machine = "x86_64-linux-gnu"
    #endif
    return ["/usr/lib/\(machine)", "/usr/share", "/usr/lib", "/usr/local/share"].map {
      $0 + "/espeak-ng-data"
    }
  }
}
