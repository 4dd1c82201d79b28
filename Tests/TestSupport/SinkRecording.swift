// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// What comes out of a `PulseServer`'s sink, sample for sample, each with its time.
public final class SinkRecording: Sendable {
  /// A piece as the recorder delivered it.
  public struct Fragment: Sendable {
    /// Its first frame.
    public let start: Int
    /// The frame after its last.
    public let end: Int
    /// When it came, nanoseconds of CLOCK_MONOTONIC.
    public let arrival: Int64
  }

  private struct Sound {
    var samples: [Int16] = []
    var fragments: [Fragment] = []
  }

  private let sound = Watched(Sound())
  private let recorder: ChildProcess

  /// Begins to record, and returns when the first samples have come.
  public init(of server: PulseServer, latencyMilliseconds: Int = 5) throws {
    guard let program = Executable.find("parec") else {
      throw SpawnFailure(description: "parec is not installed")
    }
    let pipe = try Pipe()
    recorder = try ChildProcess(
      program,
      [
        "--raw", "-d", "\(PulseServer.sink).monitor", "--rate=\(PulseServer.rate)", "--channels=2",
        "--format=s16le", "--latency-msec=\(latencyMilliseconds)",
      ], environment: server.environment, descriptors: (-1, pipe.writing, -1))
    close(pipe.writing)
    Self.collect(pipe.reading, into: sound)
    guard waitForFrame(0, within: 5) else {
      recorder.stop()
      throw SpawnFailure(description: "the recorder gives nothing")
    }
  }

  deinit { recorder.stop() }

  private static func collect(_ descriptor: Int32, into sound: Watched<Sound>) {
    DetachedThread.start(realtime: true) {
      var piece = [Int16](repeating: 0, count: 8192)
      var odd = 0
      while true {
        // A read may end inside a frame: its beginning waits for the rest.
        let count = piece.withUnsafeMutableBytes {
          read(descriptor, $0.baseAddress?.advanced(by: odd), $0.count - odd)
        }
        let arrival = MonotonicTime.now
        if count < 0, errno == EINTR { continue }
        if count <= 0 { break }
        let whole = (odd + count) / 4
        sound.with {
          let start = $0.samples.count / 2
          $0.samples += piece[..<(whole * 2)]
          if whole > 0 {
            $0.fragments.append(Fragment(start: start, end: start + whole, arrival: arrival))
          }
        }
        let used = whole * 4
        odd = odd + count - used
        let rest = odd
        piece.withUnsafeMutableBytes { bytes in
          for index in 0..<rest { bytes[index] = bytes[used + index] }
        }
      }
      close(descriptor)
    }
  }

  /// Frames recorded so far.
  public var frameCount: Int { sound.with { $0.samples.count / 2 } }

  /// Waits until that frame has been recorded.
  public func waitForFrame(_ frame: Int, within seconds: Double) -> Bool {
    sound.wait(until: MonotonicTime.after(seconds: seconds)) {
      $0.samples.count / 2 > frame ? true : nil
    } ?? false
  }

  /// Waits until so many seconds more have been recorded.
  public func listen(seconds: Double) {
    let frames = Int(seconds * Double(PulseServer.rate))
    _ = waitForFrame(frameCount + frames, within: seconds + 5)
  }

  /// The mean of the two channels, −1 to 1.
  public func mono(from start: Int = 0, to end: Int = .max) -> [Float] {
    sound.with { sound in
      let range = max(0, start)..<max(max(0, start), min(end, sound.samples.count / 2))
      return range.map {
        (Float(sound.samples[2 * $0]) + Float(sound.samples[2 * $0 + 1])) / 65536
      }
    }
  }

  /// Interleaved samples, −1 to 1.
  public func stereo() -> [Float] { sound.with { $0.samples.map { Float($0) / 32768 } } }

  /// When the fragment with that frame came: what the measurements of latency count, slightly
  /// pessimistic by the recorder's own delivery.
  public func arrival(ofFrame frame: Int) -> Int64? {
    sound.with { sound in
      Self.fragment(sound.fragments, with: frame).map { sound.fragments[$0].arrival }
    }
  }

  /// When that frame left the sink, by the earliest arrivals within a second around it, so that
  /// neither one late fragment nor a gap elsewhere counts.
  public func time(ofFrame frame: Int) -> Int64? {
    sound.with { sound in
      guard let index = Self.fragment(sound.fragments, with: frame) else { return nil }
      let near = sound.fragments[max(0, index - 200)..<min(sound.fragments.count, index + 200)]
      let offset = near.map { $0.arrival - Self.nanoseconds($0.end) }.min() ?? 0
      return offset + Self.nanoseconds(frame)
    }
  }

  /// The first frame that came after that time.
  public func frame(at time: Int64) -> Int {
    sound.with { $0.fragments.first { $0.arrival >= time }?.start ?? $0.samples.count / 2 }
  }

  private static func nanoseconds(_ frame: Int) -> Int64 {
    Int64(frame) * 1_000_000_000 / Int64(PulseServer.rate)
  }

  private static func fragment(_ fragments: [Fragment], with frame: Int) -> Int? {
    var (low, high) = (0, fragments.count)
    while low < high {
      let middle = (low + high) / 2
      if fragments[middle].end <= frame { low = middle + 1 } else { high = middle }
    }
    return low < fragments.count && fragments[low].start <= frame ? low : nil
  }
}
