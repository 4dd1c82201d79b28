// swift-tools-version: 6.2
import PackageDescription

/// The settings every Swift target of the house is built with (docs/architecture.md).
let house: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InferIsolatedConformances"),
]

/// Tests may speak to C without spelling each `unsafe`; they are not in the product.
let bench: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: house)
}

func library(_ name: String, pkgConfig: String, package: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/C/\(name)", pkgConfig: pkgConfig, providers: [.apt([package])])
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["Contracts", "TestSupport"], swiftSettings: bench)
}

/// Exists only for `.ci/fuzz`: libFuzzer brings its own `main`, and the ordinary build has none of it.
let fuzz: [Target] =
  Context.environment["EYEMUSIX_FUZZ"] == nil
  ? []
  : [
    .executableTarget(
      name: "fuzz", dependencies: ["Speech", "Interaction", "Terminal", "Library", "MPG123"],
      path: "Tests/Fuzz", swiftSettings: bench)
  ]

let package = Package(
  name: "eyemusix",
  products: [.executable(name: "eyemusix", targets: ["eyemusix"])],
  targets: [
    library("CALSA", pkgConfig: "alsa", package: "libasound2-dev"),
    library("CMPG123", pkgConfig: "libmpg123", package: "libmpg123-dev"),
    library("CESpeakNG", pkgConfig: "espeak-ng", package: "libespeak-ng-dev"),
    library("CExpat", pkgConfig: "expat", package: "libexpat1-dev"),
    .systemLibrary(name: "CSemaphore", path: "Sources/C/CSemaphore"),
    library("CSoxr", pkgConfig: "soxr", package: "libsoxr-dev"),
    library("CUchardet", pkgConfig: "uchardet", package: "libuchardet-dev"),
    library("CZlib", pkgConfig: "zlib", package: "zlib1g-dev"),

    room("Audio"),
    room("Speech"),
    room("Player"),
    room("Interaction", ["Player", "Speech"]),

    room("TextEncoding", ["Player", "CUchardet"]),
    room("MPG123", ["Audio", "Player", "TextEncoding", "CMPG123", "CZlib"]),
    room("ALSA", ["Audio", "CALSA", "CSemaphore"]),
    room("Soxr", ["Audio", "CSoxr"]),
    room("SystemOutput", ["Audio"]),
    room("ESpeakNG", ["Speech", "CESpeakNG"]),
    room("Terminal", ["Interaction"]),
    room("Library", ["Player", "TextEncoding", "CExpat"]),

    room("Engine", ["Audio", "Speech", "CSemaphore"]),
    room(
      "Application",
      [
        "Audio", "Speech", "Player", "Interaction", "MPG123", "ALSA", "Soxr", "SystemOutput",
        "ESpeakNG", "Terminal", "Library", "Engine",
      ]),
    .executableTarget(name: "eyemusix", dependencies: ["Application"], swiftSettings: house),

    .target(
      name: "TestSupport",
      dependencies: ["Audio", "Speech", "Player", "Interaction"],
      path: "Tests/TestSupport", swiftSettings: bench),
    .target(
      name: "Contracts", dependencies: ["Audio", "Speech"],
      path: "Tests/Contracts", swiftSettings: bench),
    tests("AudioTests", ["Audio"]),
    tests("SpeechTests", ["Speech"]),
    tests("PlayerTests", ["Player"]),
    tests("InteractionTests", ["Interaction", "Player", "Speech"]),
    tests("TextEncodingTests", ["TextEncoding"]),
    tests("MPG123Tests", ["MPG123", "Audio", "Player"]),
    tests("ALSATests", ["ALSA", "Audio"]),
    tests("SoxrTests", ["Soxr", "Audio"]),
    tests("SystemOutputTests", ["SystemOutput", "Audio"]),
    tests("ESpeakNGTests", ["ESpeakNG", "Speech"]),
    tests("TerminalTests", ["Terminal", "Interaction"]),
    tests("LibraryTests", ["Library", "Player"]),
    tests("EngineTests", ["Engine", "Audio", "Speech", "Soxr"]),
    tests(
      "ApplicationTests",
      [
        "Application", "Audio", "Engine", "Interaction", "Library", "Player", "Soxr", "Speech",
        "Terminal",
      ]),
    tests("EndToEndTests", []),
    .executableTarget(
      name: "benchmarks", dependencies: ["TestSupport", "ESpeakNG", "Player", "Speech"],
      path: "Tests/Benchmarks", swiftSettings: bench),
    .executableTarget(
      name: "corpus", dependencies: ["MPG123", "Audio", "Player", "TestSupport"],
      path: "Tests/Corpus", swiftSettings: bench),
    .target(name: "MallocCounter", path: "Tests/MallocCounter"),
    .executableTarget(
      name: "realtime-check", dependencies: ["Audio", "MallocCounter"],
      path: "Tests/RealtimeCheck", swiftSettings: bench),
  ] + fuzz,
  swiftLanguageModes: [.v6]
)
