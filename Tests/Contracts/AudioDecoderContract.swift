// SPDX-License-Identifier: GPL-3.0-or-later

public import Audio
public import Testing

/// Reads `decoder` to its end, `room` frames at a time.
public func decodeAll(_ decoder: any AudioDecoder, room: Int = 4096) throws -> [Float] {
  var samples: [Float] = []
  while true {
    let part = try decodeFrames(decoder, room)
    if part.isEmpty { return samples }
    samples += part
  }
}

/// One read of at most `frames` frames.
public func decodeFrames(_ decoder: any AudioDecoder, _ frames: Int) throws -> [Float] {
  let channels = decoder.format.channels
  var count = 0
  return try [Float](unsafeUninitializedCapacity: frames * channels) { buffer, initialized in
    let room = UnsafeMutableBufferPointer(rebasing: buffer[..<(frames * channels)])
    count = try decoder.read(into: room)
    initialized = count * channels
  }
}

/// As many frames as there are before the format changes, up to `frames`, with as many reads as
/// it takes.
public func decodeFully(_ decoder: any AudioDecoder, _ frames: Int) throws -> [Float] {
  let format = decoder.format
  let channels = format.channels
  var samples: [Float] = []
  while samples.count < frames * channels, decoder.format == format {
    let part = try decodeFrames(decoder, frames - samples.count / channels)
    if part.isEmpty { break }
    samples += part
  }
  return samples
}

/// Whether two stretches of sound are the same but for the rounding of the last bit or two: a
/// decoder may sum up in another order after a seek (libmpg123 does in mono).
public func isSame(_ a: [Float], _ b: ArraySlice<Float>) -> Bool {
  guard a.count == b.count else { return false }
  // Plain loops: closures make this slow in a debug build.
  return a.withUnsafeBufferPointer { a in
    b.withUnsafeBufferPointer { b in
      var index = 0
      while index < a.count, abs(a[index] - b[index]) < 1e-6 { index += 1 }
      return index == a.count
    }
  }
}

/// Checks what every `AudioDecoder` promises on a sound track of one format that `open` opens
/// (anew each time): counts, positions, seeks that equal the straight decode, the end, `scan`.
public func checkAudioDecoderContract(
  seeks: Int = 40, seed: UInt64 = 1, open: () throws -> any AudioDecoder,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let straight = try checkReading(open, sourceLocation)
  try checkSeeking(open, straight, seeks: seeks, seed: seed, sourceLocation)
  try checkEnd(open, straight, sourceLocation)
  try checkScan(open, straight, sourceLocation)
}

private func checkReading(
  _ open: () throws -> any AudioDecoder, _ location: SourceLocation
) throws -> [Float] {
  let decoder = try open()
  let channels = decoder.format.channels
  #expect(1...2 ~= channels, sourceLocation: location)
  #expect(8000...192_000 ~= decoder.format.sampleRate, sourceLocation: location)
  #expect(decoder.position == 0, sourceLocation: location)
  let straight = try decodeAll(decoder)
  #expect(decoder.position == straight.count / channels, sourceLocation: location)
  let isFinite = straight.allSatisfy { $0.isFinite }
  #expect(isFinite, sourceLocation: location)
  if case .exact(let frames) = try open().length {
    #expect(frames == straight.count / channels, "exact length", sourceLocation: location)
  }
  let isEqual = try decodeAll(open(), room: 333) == straight
  #expect(isEqual, "samples do not depend on the size of reads", sourceLocation: location)
  #expect(try decodeFrames(open(), 0).isEmpty, sourceLocation: location)
  return straight
}

private func checkSeeking(
  _ open: () throws -> any AudioDecoder, _ straight: [Float], seeks: Int, seed: UInt64,
  _ location: SourceLocation
) throws {
  let decoder = try open()
  let channels = decoder.format.channels
  let frames = straight.count / channels
  var state = seed
  for _ in 0..<seeks {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let target = Int(state >> 33) % max(frames, 1)
    try decoder.seek(to: target)
    #expect(decoder.position == target, sourceLocation: location)
    let part = try decodeFully(decoder, 700)
    let expected = straight[(target * channels)..<min(straight.count, (target + 700) * channels)]
    let isEqual = isSame(part, expected)
    #expect(
      isEqual, "samples after a seek to \(target)",
      sourceLocation: location)
    #expect(decoder.position == target + part.count / channels, sourceLocation: location)
  }
}

private func checkEnd(
  _ open: () throws -> any AudioDecoder, _ straight: [Float], _ location: SourceLocation
) throws {
  let decoder = try open()
  let channels = decoder.format.channels
  let frames = straight.count / channels
  for beyond in [frames, frames + 1, frames + 10_000_000] {
    try decoder.seek(to: beyond)
    #expect(try decodeFrames(decoder, 64).isEmpty, sourceLocation: location)
    #expect(try decodeFrames(decoder, 64).isEmpty, sourceLocation: location)
  }
  let last = max(0, frames - 10)
  try decoder.seek(to: last)
  let isLast = try isSame(decodeFully(decoder, 64), straight[(last * channels)...])
  #expect(isLast, "the last frames", sourceLocation: location)
  try decoder.seek(to: 0)
  let isFirst = try isSame(decodeFully(decoder, 64), straight.prefix(64 * channels))
  #expect(isFirst, "from the start again", sourceLocation: location)
}

private func checkScan(
  _ open: () throws -> any AudioDecoder, _ straight: [Float], _ location: SourceLocation
) throws {
  let decoder = try open()
  let channels = decoder.format.channels
  let middle = straight.count / channels / 2
  let before = try decodeFully(decoder, middle)
  try decoder.scan()
  #expect(decoder.position == middle, sourceLocation: location)
  #expect(
    decoder.length == .exact(straight.count / channels), "length after a scan",
    sourceLocation: location)
  let after = try decodeAll(decoder)
  let isEqual = isSame(before + after, straight[...])
  #expect(isEqual, "samples around a scan", sourceLocation: location)
}
