// SPDX-License-Identifier: GPL-3.0-or-later
import Audio

/// Tracks in a row as one stream at the device's rate: decoded, made stereo, converted, and joined
/// without a seam where the rate stays the same. Lives on the decoding thread.
final class MusicStream {
  /// A stretch of the converter's input that comes from one track.
  private struct Segment {
    var token: UInt32
    /// Input frames of the converter before the segment.
    var inputStart: Int
    /// Where in the track the segment begins, in frames at the track's rate.
    var trackStart: Int
    /// Input frames in it; `nil` while it is still being decoded.
    var inputFrames: Int?
  }

  /// What a step gave.
  enum Step {
    /// Samples or an ending are ready (see `pending`).
    case produced
    /// The track has ended; `follow` may bring the next before the tail is taken out.
    case trackEnded
    /// Everything was given.
    case exhausted
    /// The track broke off at this frame of it.
    case failed(DecodingError, frame: Int)
  }

  private static let blockFrames = 2048

  private let deviceRate: Int
  private let converters: any SampleRateConverterProvider
  private var decoder: (any AudioDecoder)?
  private var format: StreamFormat
  private var converter: (any SampleRateConverter)?
  private var segments: [Segment] = []
  private var inputFrames = 0
  private var outputFrames = 0
  private var hasEnded = false
  /// The rate changes in mid-track and the converter is being emptied.
  private var isChanging = false

  private var decoded: [Float]
  private var stereo: [Float] = []
  private var stereoStart = 0
  private(set) var block: [Float]
  /// Chunks whose samples lie one after the other in `block`.
  private(set) var pending: [MusicChunk] = []

  /// A stream that begins with `decoder` at its present position, for the request `token`.
  init(
    deviceRate: Int, converters: any SampleRateConverterProvider, decoder: any AudioDecoder,
    token: UInt32
  ) {
    self.deviceRate = deviceRate
    self.converters = converters
    self.decoder = decoder
    format = decoder.format
    decoded = [Float](repeating: 0, count: Self.blockFrames * 2)
    block = [Float](repeating: 0, count: Self.blockFrames * 2)
    makeConverter()
    segments = [Segment(token: token, inputStart: 0, trackStart: decoder.position)]
  }

  /// Frames a second of the track being decoded.
  var sampleRate: Int { format.sampleRate }

  /// The decoder of the track being decoded, unless that has ended.
  func decoder(for token: UInt32) -> (any AudioDecoder)? { token == self.token ? decoder : nil }

  /// The token of the track being decoded (the mixer may still be at an earlier one).
  var token: UInt32 { segments.last?.token ?? 0 }

  /// Decodes and converts the next block. Call again once `pending` has been taken.
  func step(generation: UInt32) -> Step {
    pending.removeAll(keepingCapacity: true)
    if stereoStart == stereo.count {
      if let refusal = refill() { return refusal }
      if decoder == nil && !hasEnded { return .trackEnded }
    }
    return produce(generation: generation) ? .produced : .exhausted
  }

  /// Goes on with `decoder` after the track that ended; `false` when a new converter would be
  /// needed and the old one still holds samples: call `finish` and start a new stream.
  func follow(_ decoder: any AudioDecoder, token: UInt32) -> Bool {
    guard decoder.format.sampleRate == format.sampleRate else { return false }
    format = decoder.format
    self.decoder = decoder
    segments.append(
      Segment(token: token, inputStart: inputFrames, trackStart: decoder.position))
    return true
  }

  /// Nothing follows: the steps from here on give the converter's tail.
  func finish() { hasEnded = true }

  // MARK: - Input

  /// Reads a block; gives a step to return when there is none.
  private func refill() -> Step? {
    guard let decoder, !hasEnded else { return nil }
    if decoder.format != format { change(to: decoder.format) }
    if isChanging { return nil }
    do throws(DecodingError) {
      let frames = try unsafe decoded.withUnsafeMutableBufferPointer {
        buffer throws(DecodingError) in
        try unsafe decoder.read(into: buffer)
      }
      guard frames > 0 else {
        endSegment()
        self.decoder = nil
        return nil
      }
      take(frames)
      return nil
    } catch {
      let frame = decoder.position
      endSegment()
      self.decoder = nil
      return .failed(error, frame: frame)
    }
  }

  /// The track goes on in another format. With another rate the old converter is emptied first:
  /// it may hold a tenth of a second.
  private func change(to new: StreamFormat) {
    if new.sampleRate != format.sampleRate, converter != nil {
      isChanging = true
      return
    }
    startAnew(new)
  }

  private func startAnew(_ new: StreamFormat) {
    isChanging = false
    let isOtherRate = new.sampleRate != format.sampleRate
    format = new
    guard isOtherRate, let decoder else { return }
    let token = self.token
    makeConverter()
    inputFrames = 0
    outputFrames = 0
    segments = [Segment(token: token, inputStart: 0, trackStart: decoder.position)]
  }

  private func endSegment() {
    guard let last = segments.indices.last else { return }
    segments[last].inputFrames = inputFrames - segments[last].inputStart
  }

  /// Makes `frames` decoded frames stereo.
  private func take(_ frames: Int) {
    stereo.removeAll(keepingCapacity: true)
    stereoStart = 0
    if format.channels == 1 {
      for index in 0..<frames {
        stereo.append(decoded[index])
        stereo.append(decoded[index])
      }
    } else {
      stereo.append(contentsOf: decoded[0..<(frames * 2)])
    }
    inputFrames += frames
  }

  private func makeConverter() {
    converter =
      format.sampleRate == deviceRate
      ? nil : converters.converter(from: format.sampleRate, to: deviceRate, channels: 2)
  }

  // MARK: - Output

  /// Converts what was decoded into `block`; `false` when there is no more.
  private func produce(generation: UInt32) -> Bool {
    let produced = convert()
    if produced > 0 { describe(produced, generation: generation) }
    if produced == 0, isChanging, let decoder { startAnew(decoder.format) }
    if produced == 0 && hasEnded {
      endRemaining(generation: generation)
      return !pending.isEmpty
    }
    return true
  }

  private func convert() -> Int {
    let room = Self.blockFrames
    guard let converter else {
      let frames = min((stereo.count - stereoStart) / 2, room)
      for index in 0..<(frames * 2) { block[index] = stereo[stereoStart + index] }
      stereoStart += frames * 2
      return frames
    }
    if stereoStart == stereo.count {
      guard hasEnded || isChanging else { return 0 }
      return unsafe block.withUnsafeMutableBufferPointer { unsafe converter.finish(into: $0) }
    }
    let result = unsafe stereo.withUnsafeBufferPointer { input in
      unsafe block.withUnsafeMutableBufferPointer { output in
        unsafe converter.convert(
          UnsafeBufferPointer(rebasing: input[stereoStart...]), into: output)
      }
    }
    stereoStart += result.consumed * 2
    return result.produced
  }

  /// The output frame at which a stretch of input begins.
  private func outputFrame(ofInput frame: Int) -> Int {
    guard format.sampleRate != deviceRate else { return frame }
    return (frame * deviceRate + format.sampleRate - 1) / format.sampleRate
  }

  private func position(of segment: Segment, at output: Int) -> Int {
    let start = segment.trackStart * deviceRate / format.sampleRate
    return start + output - outputFrame(ofInput: segment.inputStart)
  }

  /// Cuts `produced` frames of output into chunks at the borders of the tracks.
  private func describe(_ produced: Int, generation: UInt32) {
    var frame = outputFrames
    let end = outputFrames + produced
    outputFrames = end
    while let segment = segments.first {
      let segmentEnd = segment.inputFrames.map { outputFrame(ofInput: segment.inputStart + $0) }
      let chunkEnd = segments.count > 1 ? min(end, max(frame, segmentEnd ?? end)) : end
      let isOver = segments.count > 1 && chunkEnd >= segmentEnd ?? .max
      if chunkEnd > frame || isOver {
        pending.append(
          MusicChunk(
            generation: generation, token: segment.token,
            position: position(of: segment, at: frame), frames: chunkEnd - frame,
            endsTrack: isOver))
      }
      frame = max(frame, chunkEnd)
      guard isOver else { break }
      segments.removeFirst()
    }
  }

  /// Closes what is still open; also a track that gave no sample has its ending.
  private func endRemaining(generation: UInt32) {
    for segment in segments {
      pending.append(
        MusicChunk(
          generation: generation, token: segment.token,
          position: position(of: segment, at: outputFrames), frames: 0, endsTrack: true))
    }
    segments.removeAll()
    guard let last = pending.indices.last else { return }
    pending[last].endsQueue = true
  }
}
