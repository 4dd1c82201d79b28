// SPDX-License-Identifier: GPL-3.0-or-later

import CALSA

/// An open `snd_pcm_t`, non-blocking. The methods are the library's own with errors thrown; the
/// policy is `ALSAOutput`'s.
// Used from one thread at a time: the one that opens it hands it over, under a mutex.
@safe
final class PCM: @unchecked Sendable {
  private let handle: OpaquePointer
  private var isOpen = true

  /// Opens the device for playback (`snd_pcm_open`). May block for as long as a sound server
  /// keeps silent, in spite of the flag.
  init(device: [UInt8]) throws(ALSAError) {
    var opened: OpaquePointer?
    let name = device.map { CChar(bitPattern: $0) } + [0]
    let status = unsafe name.withUnsafeBufferPointer { name in
      unsafe snd_pcm_open(&opened, name.baseAddress, SND_PCM_STREAM_PLAYBACK, SND_PCM_NONBLOCK)
    }
    try ALSAError.check(status)
    guard let opened = unsafe opened else { throw ALSAError(rawValue: status) }
    unsafe handle = opened
  }

  deinit { close() }

  /// Drops what was not heard and closes (`snd_pcm_close`). Later calls do nothing.
  func close() {
    guard isOpen else { return }
    isOpen = false
    unsafe snd_pcm_close(handle)
  }

  /// Chooses format, rate and buffer (`snd_pcm_hw_params`, `snd_pcm_sw_params`).
  func configure(_ wish: PCMWish) throws(ALSAError) -> PCMGrant {
    try unsafe wish.apply(to: handle)
  }

  /// Frames that can be written now (`snd_pcm_avail_update`).
  func available() throws(ALSAError) -> Int {
    try ALSAError.check(unsafe snd_pcm_avail_update(handle))
  }

  /// Frames written and not heard yet (`snd_pcm_delay`).
  func delay() throws(ALSAError) -> Int {
    var frames: snd_pcm_sframes_t = 0
    try ALSAError.check(unsafe snd_pcm_delay(handle, &frames))
    return frames
  }

  /// Whether the device woke within `milliseconds` (`snd_pcm_wait`).
  func wait(milliseconds: Int) throws(ALSAError) -> Bool {
    try ALSAError.check(unsafe snd_pcm_wait(handle, Int32(clamping: milliseconds))) > 0
  }

  /// Hands over frames in the granted format; gives the number taken (`snd_pcm_writei`).
  func write(_ frames: UnsafeRawPointer, count: Int) throws(ALSAError) -> Int {
    try ALSAError.check(unsafe snd_pcm_writei(handle, frames, snd_pcm_uframes_t(count)))
  }

  /// Makes the device ready to be filled again (`snd_pcm_prepare`).
  func prepare() throws(ALSAError) { try ALSAError.check(unsafe snd_pcm_prepare(handle)) }

  /// Wakes the device after a system sleep (`snd_pcm_resume`).
  func resume() throws(ALSAError) { try ALSAError.check(unsafe snd_pcm_resume(handle)) }

  /// Begins to play what was written, unless filling it has started it already
  /// (`snd_pcm_start`).
  func startIfPrepared() throws(ALSAError) {
    guard unsafe snd_pcm_state(handle) == SND_PCM_STATE_PREPARED else { return }
    try ALSAError.check(unsafe snd_pcm_start(handle))
  }
}
