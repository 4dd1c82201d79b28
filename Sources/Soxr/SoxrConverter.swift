// SPDX-License-Identifier: GPL-3.0-or-later

public import Audio
internal import CSoxr

/// Makes converters of libsoxr for music. May be used from several threads.
public struct SoxrConverters: SampleRateConverterProvider {
  /// Needs nothing.
  public init() {}

  /// A converter from `input` to `output` hertz (each 1 or more) for `channels` samples a frame.
  public func converter(
    from input: Int, to output: Int, channels: Int
  ) -> any SampleRateConverter {
    SoxrConverter(from: input, to: output, channels: channels)
  }
}

/// Changes the sample rate of interleaved float samples with libsoxr in its high quality (20
/// bits: flat to 20 kHz at 44.1 kHz, aliases below −120 dB).
///
/// It holds back some thousand frames, so that it suits music and not speech. Used from one
/// thread at a time.
@safe
public final class SoxrConverter: SampleRateConverter {
  private let channels: Int
  private let soxr: soxr_t

  /// A converter from `input` to `output` hertz for `channels` samples a frame (`soxr_create`).
  public init(from input: Int, to output: Int, channels: Int) {
    precondition(input > 0 && output > 0 && channels > 0, "rates and channels count from 1")
    self.channels = channels
    var format = unsafe soxr_io_spec(SOXR_FLOAT32_I, SOXR_FLOAT32_I)
    var quality = unsafe soxr_quality_spec(UInt(SOXR_20_BITQ), 0)
    var runtime = unsafe soxr_runtime_spec(1)
    var error: soxr_error_t?
    let made = unsafe soxr_create(
      Double(input), Double(output), UInt32(channels), &error, &format, &quality, &runtime)
    guard let made = unsafe made else {
      preconditionFailure("libsoxr has no memory for a converter")
    }
    unsafe soxr = unsafe made
  }

  deinit { unsafe soxr_delete(soxr) }

  /// Takes interleaved frames from `input` and gives interleaved frames in `output`
  /// (`soxr_process`).
  public func convert(
    _ input: UnsafeBufferPointer<Float>, into output: UnsafeMutableBufferPointer<Float>
  ) -> (consumed: Int, produced: Int) {
    guard let samples = input.baseAddress else { return (0, 0) }
    return unsafe process(samples, input.count / channels, output)
  }

  /// Gives what the filter still holds once the input has ended, until it returns 0.
  public func finish(into output: UnsafeMutableBufferPointer<Float>) -> Int {
    unsafe process(nil, 0, output).produced
  }

  /// Forgets everything (`soxr_clear`).
  public func reset() { unsafe _ = soxr_clear(soxr) }

  private func process(
    _ input: UnsafePointer<Float>?, _ frames: Int, _ output: UnsafeMutableBufferPointer<Float>
  ) -> (consumed: Int, produced: Int) {
    var consumed = 0
    var produced = 0
    unsafe _ = soxr_process(
      soxr, input, frames, &consumed, output.baseAddress, output.count / channels, &produced)
    return (consumed, produced)
  }
}
