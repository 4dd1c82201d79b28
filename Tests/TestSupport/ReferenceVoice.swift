// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Renderings of known words by the `espeak-ng` program with the voice `plain` of `Voices/`: what
/// the player must sound like when it says them. A process of its own, because the library
/// inside this one may be in use by other tests.
public final class ReferenceVoice: Sendable {
  /// Why there can be none here, or `nil` when there can.
  public static var absence: String? {
    Executable.find("espeak-ng") == nil ? "not installed: espeak-ng" : nil
  }

  private static let dataFolders = [
    "/usr/lib/x86_64-linux-gnu", "/usr/lib/aarch64-linux-gnu", "/usr/share", "/usr/lib",
    "/usr/local/share",
  ].map { $0 + "/espeak-ng-data" }

  private let scratch: ScratchFolder
  private let known = Watched<[String: [Float]]>([:])

  /// A voice by the file `voices/plain` in the folder `Voices`.
  public init(voices folder: String) throws {
    scratch = try ScratchFolder("voice")
    guard let data = Self.dataFolders.first(where: { access($0 + "/phontab", R_OK) == 0 }) else {
      throw SpawnFailure(description: "the data of eSpeak NG are not installed")
    }
    // A data folder of links to the system's, with our voice among its voices.
    let own = scratch.folder("espeak-ng-data")
    for name in FolderListing.names(in: data) where name != "voices" {
      symlink("\(data)/\(name)", "\(own)/\(name)")
    }
    mkdir("\(own)/voices", 0o700)
    for name in FolderListing.names(in: "\(data)/voices") {
      symlink("\(data)/voices/\(name)", "\(own)/voices/\(name)")
    }
    symlink("\(folder)/voices/plain", "\(own)/voices/plain")
    try Self.replaceEnglish(in: own, of: data)
  }

  /// A data folder of eSpeak NG (`ESPEAK_DATA_PATH`) in which English itself is the steady voice,
  /// so that other programs speak as this one does.
  public var dataFolder: String { "\(scratch.path)/espeak-ng-data" }

  private static func replaceEnglish(in own: String, of data: String) throws {
    unlink("\(own)/lang")
    for folder in ["lang", "lang/gmw"] {
      mkdir("\(own)/\(folder)", 0o700)
      for name in FolderListing.names(in: "\(data)/\(folder)") where !["gmw", "en"].contains(name) {
        symlink("\(data)/\(folder)/\(name)", "\(own)/\(folder)/\(name)")
      }
    }
    let english = TextFile.read("\(data)/lang/gmw/en") ?? ""
    try TextFile.write("\(english)\nflutter 0\nroughness 0\n", to: "\(own)/lang/gmw/en")
  }

  /// The words at so many words a minute, 48 kHz, one channel.
  public func says(_ words: String, rate: Int = 220) throws -> [Float] {
    let key = "\(rate) \(words)"
    if let samples = known.with({ $0[key] }) { return samples }
    let sound = try renders(words, rate: rate)
    let samples = Resampling.to48000(sound.mono, from: sound.rate)
    known.with { $0[key] = samples }
    return samples
  }

  /// The words at so many words a minute, as the voice makes them.
  public func renders(_ words: String, rate: Int = 220) throws -> WAVFile {
    guard let program = Executable.find("espeak-ng") else {
      throw SpawnFailure(description: "espeak-ng is not installed")
    }
    let file = "\(scratch.path)/\(rate) \(words.hashValue).wav"
    defer { unlink(file) }
    let process = try ChildProcess(
      program, ["--path=\(scratch.path)", "-v", "plain", "-s", "\(rate)", "-w", file, words],
      environment: ["HOME": scratch.path, "LC_ALL": "C.UTF-8"], descriptors: (-1, -1, -1))
    guard process.end(within: 20) == .exit(0) else {
      throw SpawnFailure(description: "espeak-ng did not say \(words)")
    }
    return try WAVFile(contentsOf: file)
  }
}

/// Conversion of whole sounds to 48 kHz, exact rather than fast.
public enum Resampling {
  /// A windowed sinc of 32 taps at each output sample.
  public static func to48000(_ samples: [Float], from rate: Int) -> [Float] {
    guard rate != 48_000, !samples.isEmpty else { return samples }
    let count = samples.count * 48_000 / rate
    return (0..<count).map { index in
      let place = Double(index) * Double(rate) / 48_000
      let middle = Int(place)
      var sum = 0.0
      for tap in max(0, middle - 15)...max(0, min(samples.count - 1, middle + 16))
      where tap < samples.count {
        let x = place - Double(tap)
        let window = 0.5 + 0.5 * cos(Double.pi * x / 17)
        let sinc = abs(x) < 1e-9 ? 1 : sin(Double.pi * x) / (Double.pi * x)
        sum += Double(samples[tap]) * sinc * window
      }
      return Float(sum)
    }
  }
}
