// SPDX-License-Identifier: GPL-3.0-or-later

/// Changes the sample rate of a stream. Used from one thread (the decoding or the synthesis
/// thread), never from the render path.
///
/// The output is aligned with the input: output frame *n* sounds at the time of input frame
/// *n* × input rate ÷ output rate, without the filter's delay, and after `finish` there are
/// ⌈input frames × output rate ÷ input rate⌉ frames in all (± 1).
public protocol SampleRateConverter: AnyObject {
  /// Takes interleaved frames from `input` and gives interleaved frames in `output`; returns how
  /// many frames it took and gave. Both may be less than there was room for.
  func convert(
    _ input: UnsafeBufferPointer<Float>, into output: UnsafeMutableBufferPointer<Float>
  ) -> (consumed: Int, produced: Int)

  /// Gives what the filter still holds once the input has ended, until it returns 0.
  func finish(into output: UnsafeMutableBufferPointer<Float>) -> Int

  /// Forgets everything: the next input is the start of a new stream.
  func reset()
}

/// Makes converters.
public protocol SampleRateConverterProvider: Sendable {
  /// A converter from `input` to `output` hertz for `channels` samples a frame.
  func converter(from input: Int, to output: Int, channels: Int) -> any SampleRateConverter
}
