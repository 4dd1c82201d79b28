// SPDX-License-Identifier: GPL-3.0-or-later

import CALSA
import Glibc

/// What is asked of a device. The period and the buffer are wishes; the device grants what it can.
struct PCMWish {
  var sampleRate = 48_000
  var channels = 2
  var periodMilliseconds: Int
  var periods: Int
  /// Tried in this order.
  var formats: [SampleFormat] = [.float, .int32, .int16]
}

/// What a device granted.
struct PCMGrant {
  var sampleRate: Int
  var format: SampleFormat
  var periodFrames: Int
  var bufferFrames: Int
}

extension PCMWish {
  /// Sets the parameters of an open, unconfigured device, and makes it wait for a full buffer
  /// before it starts: what is written first then cannot underrun.
  func apply(to handle: OpaquePointer) throws(ALSAError) -> PCMGrant {
    let grant = try unsafe applyHardware(to: handle)
    var parameters: OpaquePointer?
    try ALSAError.check(unsafe snd_pcm_sw_params_malloc(&parameters))
    defer { unsafe snd_pcm_sw_params_free(parameters) }
    try ALSAError.check(unsafe snd_pcm_sw_params_current(handle, parameters))
    let buffer = snd_pcm_uframes_t(grant.bufferFrames)
    try ALSAError.check(unsafe snd_pcm_sw_params_set_start_threshold(handle, parameters, buffer))
    let period = snd_pcm_uframes_t(grant.periodFrames)
    try ALSAError.check(unsafe snd_pcm_sw_params_set_avail_min(handle, parameters, period))
    try ALSAError.check(unsafe snd_pcm_sw_params(handle, parameters))
    return grant
  }

  private func applyHardware(to handle: OpaquePointer) throws(ALSAError) -> PCMGrant {
    var parameters: OpaquePointer?
    try ALSAError.check(unsafe snd_pcm_hw_params_malloc(&parameters))
    defer { unsafe snd_pcm_hw_params_free(parameters) }
    try ALSAError.check(unsafe snd_pcm_hw_params_any(handle, parameters))
    try ALSAError.check(
      unsafe snd_pcm_hw_params_set_access(handle, parameters, SND_PCM_ACCESS_RW_INTERLEAVED))
    let format = try unsafe chooseFormat(handle, parameters)
    try ALSAError.check(
      unsafe snd_pcm_hw_params_set_channels(handle, parameters, UInt32(channels)))
    // Refused by bare hardware; the rate granted below is then its own.
    _ = unsafe snd_pcm_hw_params_set_rate_resample(handle, parameters, 1)
    var rate = UInt32(sampleRate)
    try ALSAError.check(unsafe snd_pcm_hw_params_set_rate_near(handle, parameters, &rate, nil))
    guard rate > 0 else { throw ALSAError(rawValue: -EINVAL) }
    var period = snd_pcm_uframes_t(Int(rate) * periodMilliseconds / 1000)
    try ALSAError.check(
      unsafe snd_pcm_hw_params_set_period_size_near(handle, parameters, &period, nil))
    var buffer = period * snd_pcm_uframes_t(periods)
    try ALSAError.check(
      unsafe snd_pcm_hw_params_set_buffer_size_near(handle, parameters, &buffer))
    try ALSAError.check(unsafe snd_pcm_hw_params(handle, parameters))
    try ALSAError.check(unsafe snd_pcm_get_params(handle, &buffer, &period))
    guard period > 0, buffer >= period else { throw ALSAError(rawValue: -EINVAL) }
    return PCMGrant(
      sampleRate: Int(rate), format: format, periodFrames: Int(period), bufferFrames: Int(buffer))
  }

  private func chooseFormat(
    _ handle: OpaquePointer, _ parameters: OpaquePointer?
  ) throws(ALSAError) -> SampleFormat {
    var status: Int32 = -EINVAL
    for format in formats {
      status = unsafe snd_pcm_hw_params_set_format(handle, parameters, format.library)
      if status >= 0 { return format }
    }
    throw ALSAError(rawValue: status)
  }
}
