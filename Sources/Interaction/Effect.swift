// SPDX-License-Identifier: GPL-3.0-or-later
public import Player
public import Speech

/// What the conversation wants done, in order.
public enum Effect: Hashable, Sendable {
  /// Speak now, in place of whatever is being said. The screen's second line is `show`'s business.
  case say(UtteranceID, Utterance, SpeechPriority)
  /// Cut what is being said.
  case hush
  /// Play a short sound.
  case cue(Cue)
  /// Rewrite the two lines: the current item, and the last announcement. `nil`: as it was.
  case show(item: String?, announcement: String?)

  /// Play this track from this place; the music that sounds is faded out.
  case play(TrackID, at: Duration)
  /// What follows without a gap when the current track ends; `nil`: nothing.
  case follow(TrackID?)
  /// Fade out and hold.
  case pause
  /// Go on from where it was held.
  case resume
  /// Fade out and let go of the track.
  case stop
  /// Go to this place in the current track.
  case seek(Duration)
  /// Music volume in percent, 0 to 200.
  case volume(Int)
  /// Music silenced or not.
  case mute(Bool)
  /// Speech level in steps of 1 dB, 0 the default.
  case speechLevel(Int)
  /// The default voice and ducking again.
  case resetSpeech

  /// Give `Input.wake` at this time. A new one replaces the old.
  case wake(at: Duration)
  /// Settings, queue or place changed: keep them soon.
  case save
  /// Stop the process until SIGCONT.
  case suspend
  /// End the program, place saved, once what is being said has ended (at most one second).
  case quit
  /// End the program now.
  case quitNow
}

/// The short sounds of the contract.
public enum Cue: UInt8, Hashable, Sendable, CaseIterable {
  /// One step of a list or value.
  case step
  /// Music starts.
  case play
  /// Music stops.
  case pause
  /// First or last item.
  case edge
  /// Past the end and round again.
  case wrap
  /// Not possible here.
  case refused
  /// Something went wrong.
  case error
  /// Still working.
  case working
}
