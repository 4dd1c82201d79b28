// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import TestSupport

/// Decodes every audio and tag file of the corpus and compares it with the manifest's facts: a
/// line a file. `corpus [--fast]`, or `corpus --one FILE SCRATCH` for one file, with no comparison.
///
/// Ends with 1 when a file is not what it should be and `docs/corpus.md` does not say why, and
/// with 77 when the corpus is not there.
@main
struct CorpusCheck {
  static let checkout = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }

  static var folder: String { SharedMaterial.folder + "/data" }

  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.first == "--one", arguments.count == 3 {
        try OneFile(path: arguments[1], scratch: arguments[2]).run()
      } else if arguments.isEmpty || arguments == ["--fast"] {
        exit(try check(isFast: !arguments.isEmpty))
      } else {
        throw SpawnFailure(description: "usage: corpus [--fast]")
      }
    } catch {
      print("\(error)")
      exit(1)
    }
  }

  private static func check(isFast: Bool) throws -> Int32 {
    guard let manifest = TextFile.read(folder + "/MANIFEST.tsv") else {
      print("There is no corpus in \(folder).")
      return 77
    }
    var files = ManifestFile.all(in: manifest)
    // A debug build decodes these in half a minute.
    if isFast { files.removeAll { $0.bytes > 20_000 } }
    var report = Report(known: Disagreements(TextFile.read(checkout + "/docs/corpus.md") ?? ""))
    for file in files {
      let outcome = try Outcome(of: "\(folder)/\(file.name)")
      report.add(file, outcome, Verdict(file, outcome))
    }
    report.end(of: files)
    return report.misses.isEmpty ? 0 : 1
  }
}
