// SPDX-License-Identifier: GPL-3.0-or-later

/// Saying again what was said.
extension Session {
  /// Backspace: the last announcement; once more: spelled; from then on the ones before.
  mutating func sayAgain(_ at: Moment) {
    guard let last = history.last else {
      answerWithoutTrace(.nothingSaid, at)
      return
    }
    switch stage {
    case 0: announce(Announcement(.answer, last.text), at, keep: false)
    case 1:
      let text = phrases.spell(last.spelled ?? last.text)
      announce(Announcement(.answer, text), at, keep: false)
    default:
      let index = history.count - stage
      guard history.indices.contains(index) else {
        cue(.edge)
        answerWithoutTrace(.nothingBefore, at)
        // The next press begins anew.
        followUp = nil
        return
      }
      announce(Announcement(.answer, history[index].text), at, keep: false)
    }
  }

  private mutating func answerWithoutTrace(_ phrase: AnswerPhrase, _ at: Moment) {
    announce(Announcement(.answer, phrases(phrase)), at, keep: false)
  }
}
