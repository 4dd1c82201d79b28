// SPDX-License-Identifier: GPL-3.0-or-later
import Player
import Speech

/// The music's volume, the voice's rate and level, the detail.
extension Session {
  /// The volume is said when it has rested so long.
  static let volumeRest = Duration.milliseconds(400)

  mutating func changeVolume(_ by: Int, _ at: Moment) {
    let target = min(max(settings.volume + by, 0), 200)
    cue(target == settings.volume ? .edge : .step)
    if target != settings.volume {
      settings.volume = target
      effects.append(.volume(target))
      effects.append(.save)
    }
    followUp?.overAt = at.now
    deadlines[.volumeRest] = at.now + Self.volumeRest
  }

  mutating func sayVolume(_ at: Moment) {
    let value = String(settings.volume)
    if settings.isMuted {
      result(.volumeMuted, with: ["value": .text(value)], at)
    } else {
      changed(.volume, value: value, full: .volumeFull, at)
    }
  }

  mutating func mute(_ at: Moment) {
    settings.isMuted.toggle()
    effects.append(.mute(settings.isMuted))
    effects.append(.save)
    result(settings.isMuted ? .muted : .soundOn, at)
  }

  mutating func changeRate(faster: Bool, _ at: Moment) {
    let old = settings.rate
    settings.rate = faster ? SpeechRate.faster(old) : SpeechRate.slower(old)
    cue(settings.rate == old ? .edge : .step)
    effects.append(.save)
    changed(.rate, value: String(settings.rate), always: true, at)
  }

  mutating func changeSpeechLevel(_ by: Int, _ at: Moment) {
    let old = settings.speechLevel
    settings.speechLevel = min(max(old + by, -20), 12)
    cue(settings.speechLevel == old ? .edge : .step)
    effects.append(.speechLevel(settings.speechLevel))
    effects.append(.save)
    changed(.speechLevel, value: level(settings.speechLevel), always: true, at)
  }

  private func level(_ level: Int) -> String {
    if level == 0 { return "0" }
    let number: [String: PhraseValue] = ["number": .number(abs(level))]
    return phrases(level < 0 ? AnswerPhrase.levelMinus : .levelPlus, number)
  }

  mutating func cycleDetail(_ at: Moment) {
    settings.detail = settings.detail.following
    effects.append(.save)
    answer(Self.name(of: settings.detail), at)
  }

  private static func name(of detail: Detail) -> AnswerPhrase {
    switch detail {
    case .full: .detailFull
    case .normal: .detailNormal
    case .short: .detailShort
    case .onDemand: .detailOnDemand
    case .sounds: .detailSounds
    }
  }

  /// Speech as it was on the first day, and the music audible.
  mutating func rescue(_ at: Moment) {
    let wasMuted = settings.isMuted
    let standard = Settings()
    settings.rate = standard.rate
    settings.speechLevel = standard.speechLevel
    settings.detail = standard.detail
    settings.isMuted = false
    effects.append(.resetSpeech)
    effects.append(.speechLevel(settings.speechLevel))
    if wasMuted { effects.append(.mute(false)) }
    effects.append(.save)
    answer(wasMuted ? .speechResetSoundOn : .speechReset, at)
  }
}
