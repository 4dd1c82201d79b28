// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// What each target takes: any bytes.
let targets: [String: @Sendable ([UInt8]) -> Void] = [
  "tags": fuzzTags, "playlists": fuzzPlaylists, "keys": fuzzKeys, "state": fuzzState,
  "catalogue": fuzzCatalogue, "speech": fuzzSpeech,
]

/// The one that was asked for; one program serves all, since building takes longest.
let target = unsafe getenv("EYEMUSIX_FUZZ").flatMap { unsafe targets[String(cString: $0)] }

/// libFuzzer's own `main` without the name, which the package manager gives to another.
@_silgen_name("LLVMFuzzerRunDriver")
func runDriver(
  _ count: UnsafeMutablePointer<Int32>,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
  _ take: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

@main enum Fuzz {
  static func main() {
    guard target != nil else { preconditionFailure("EYEMUSIX_FUZZ names no target") }
    var count = CommandLine.argc
    var arguments = unsafe CommandLine.unsafeArgv
    let status = unsafe runDriver(&count, &arguments) { start, count in
      target?(Array(unsafe UnsafeBufferPointer(start: start, count: count)))
      return 0
    }
    exit(status)
  }
}

/// Ends the run, so that libFuzzer keeps the bytes that broke a promise.
func promise(_ isKept: Bool, _ what: @autoclosure () -> String) {
  guard !isKept else { return }
  // A release build drops the words of `preconditionFailure`.
  var line = "promise broken: " + what() + "\n"
  line.withUTF8 { _ = write(2, $0.baseAddress, $0.count) }
  abort()
}

/// Whether nothing of `text` moves a cursor or turns the direction of what follows.
func isPlain(_ text: String) -> Bool {
  text.unicodeScalars.allSatisfy {
    $0.properties.generalCategory != .control && $0.properties.generalCategory != .format
  }
}
