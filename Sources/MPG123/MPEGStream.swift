// SPDX-License-Identifier: GPL-3.0-or-later

internal import Audio
internal import Player

/// Where the sound lies in a file, and what can be told of it from the file's edges.
struct MPEGStream {
  /// Delay of every decoder of layer 3, in frames; encoders do not count it.
  private static let decoderDelay = 529

  /// The bytes from the first frame with sound to the end of the last, tags left out.
  private(set) var bytes: Range<Int>
  /// The header of the first frame with sound.
  private(set) var header: FrameHeader
  /// Frames of samples before the recording begins (encoder's and decoder's delay).
  private(set) var lead = 0
  /// The frame to stop before, where a header tells of silence at the end and the file's size
  /// bears it out.
  private(set) var end: Int?
  /// The length as far as it is known without reading the whole file.
  private(set) var length = TrackFrames.unknown
  /// Average kilobits a second.
  private(set) var kilobits: Int?
  /// Whether the bit rate varies.
  private(set) var isVariable = false

  /// The stream in `file`, which begins after the tags at `offset`; `nil` when there is none.
  init?(_ file: FileBytes, from offset: Int) {
    let end = TrailingTags.start(in: file)
    guard let start = FrameSearch.first(in: file, from: offset, end: end) else { return nil }
    // libmpg123 makes noise of layer 2 in free format: it has no table of allocations for it.
    if start.header.layer == 2, start.header.kilobits == 0 { return nil }
    bytes = start.offset..<end
    header = start.header
    let size = start.header.size(freeSize: start.freeSize)
    if let declared = StreamHeader(file, at: start.offset, frame: start.header),
      let next = FrameSearch.header(in: file, at: start.offset + size),
      next.isLike(start.header)
    {
      header = next
      bytes = start.offset + size..<end
      // libmpg123 takes a frame only when another follows; what does not fit is passed over.
      if FrameSearch.frame(in: file, at: bytes.lowerBound, end: end, following: 1) == nil {
        guard let other = FrameSearch.first(in: file, from: bytes.lowerBound + 1, end: end),
          other.header.isLike(header)
        else { return nil }
        header = other.header
        bytes = other.offset..<end
      }
      take(declared, file, from: start.offset)
    } else {
      estimate(file, start)
    }
  }

  /// The form of the sound, for a listener.
  var format: TrackFormat {
    TrackFormat(
      codec: "MP\(header.layer)", kilobits: kilobits, isVariable: isVariable,
      sampleRate: header.sampleRate, channels: header.channels)
  }

  /// Frames of samples that all MPEG frames together decode to, where `end` is known.
  private(set) var decodedFrames: Int?

  private mutating func take(_ declared: StreamHeader, _ file: FileBytes, from start: Int) {
    isVariable = declared.isVariable
    kilobits = header.kilobits > 0 ? header.kilobits : nil
    if let delay = declared.delay { lead = delay.before + Self.decoderDelay }
    let size = declared.bytes ?? bytes.upperBound - start
    guard let frames = declared.frames, frames > 0,
      let average = average(bytes: size, frames: frames)
    else {
      estimate(file, nil)
      isVariable = declared.isVariable
      return
    }
    if isVariable { kilobits = average }
    let decoded = frames * header.sampleFrames
    if lead >= decoded { lead = 0 }
    guard declared.bytes != nil else {
      length = .estimated(decoded - lead)
      return
    }
    if bears(out: size, in: file, from: start) {
      let tail = max(0, (declared.delay?.after ?? 0) - Self.decoderDelay)
      let frames = max(0, decoded - lead - tail)
      length = .exact(frames)
      // Some encoders count wrongly by one: nothing is cut off unless the encoder asks for it.
      if tail > 0 {
        end = frames
        decodedFrames = decoded
      }
    } else {
      let real = Double(bytes.upperBound - start) / Double(size)
      length = .estimated(max(0, Int(Double(decoded) * real) - lead))
    }
  }

  /// Whether the stream that declares `size` bytes ends where the file ends; cuts off what lies
  /// behind it when that is not sound.
  private mutating func bears(out size: Int, in file: FileBytes, from start: Int) -> Bool {
    // Some encoders leave their header's own frame out of the count.
    let slack = max(1500, bytes.lowerBound - start)
    let declaredEnd = start + size
    if abs(bytes.upperBound - declaredEnd) <= slack { return true }
    guard declaredEnd < bytes.upperBound, declaredEnd > bytes.lowerBound else { return false }
    for place in declaredEnd..<declaredEnd + 4096 {
      if file.has("ID3", at: place) { return false }
      if FrameSearch.frame(in: file, at: place, end: bytes.upperBound, following: 2) != nil {
        return false
      }
    }
    bytes = bytes.lowerBound..<declaredEnd
    return true
  }

  /// Kilobits a second of `frames` MPEG frames in `bytes` bytes; `nil` where that cannot be.
  private func average(bytes: Int, frames: Int) -> Int? {
    let seconds = Double(frames * header.sampleFrames) / Double(header.sampleRate)
    let kilobits = Double(bytes) * 8 / seconds / 1000
    return 4...1000 ~= kilobits ? Int(kilobits.rounded()) : nil
  }

  /// Works the length out from the bit rates of the first frames.
  private mutating func estimate(_ file: FileBytes, _ start: FrameSearch.Start?) {
    var place = bytes.lowerBound
    var frames = 0
    var bits = 0
    while frames < 32, let next = FrameSearch.header(in: file, at: place), next.isLike(header) {
      let size = next.size(freeSize: start?.freeSize ?? 0)
      guard size > 0 else { break }
      if next.kilobits != header.kilobits { isVariable = true }
      bits += next.kilobits
      place += size
      frames += 1
    }
    guard frames > 0 else { return }
    let seconds = Double(header.sampleFrames) / Double(header.sampleRate)
    let size =
      bits > 0
      ? Double(bits) / Double(frames) * 125 * seconds
      : Double(place - bytes.lowerBound) / Double(frames)
    kilobits = Int((size / 125 / seconds).rounded())
    let whole = Int((Double(bytes.count) / size).rounded(.up)) * header.sampleFrames
    length = .estimated(max(0, whole - lead))
  }
}
