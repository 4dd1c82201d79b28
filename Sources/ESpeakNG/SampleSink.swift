// SPDX-License-Identifier: GPL-3.0-or-later

import CESpeakNG

/// Where the samples of the utterance being synthesised go.
@safe
final class SampleSink {
  private let give: (UnsafeBufferPointer<Int16>) -> Bool
  private(set) var isAborted = false

  init(_ give: @escaping (UnsafeBufferPointer<Int16>) -> Bool) {
    unsafe self.give = give
  }

  /// Passes samples on; false once nobody wants more.
  func take(_ samples: UnsafeBufferPointer<Int16>) -> Bool {
    if !isAborted { isAborted = unsafe !give(samples) }
    return !isAborted
  }
}

/// eSpeak's callback (`t_espeak_callback`): called inside `espeak_ng_Synthesize`, on its thread.
/// The sink comes as the utterance's user data. Returns 1 to abort.
nonisolated func takeSamples(
  _ samples: UnsafeMutablePointer<Int16>?, _ count: Int32,
  _ events: UnsafeMutablePointer<espeak_EVENT>?
) -> Int32 {
  guard let events = unsafe events, let context = unsafe events.pointee.user_data else { return 0 }
  let sink = unsafe Unmanaged<SampleSink>.fromOpaque(context).takeUnretainedValue()
  guard let samples = unsafe samples, count > 0 else { return sink.isAborted ? 1 : 0 }
  return unsafe sink.take(UnsafeBufferPointer(start: samples, count: Int(count))) ? 0 : 1
}
