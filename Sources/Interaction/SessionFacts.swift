// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// Where am I, and what is this.
extension Session {
  /// View, item, place, state, elapsed of total.
  mutating func whereAmI(_ at: Moment) {
    guard itemCount > 0 else {
      answer(isScanning ? .stillSearching : .empty, at)
      return
    }
    var parts = [phrases(view == .queue ? AnswerPhrase.queueView : .commandView)]
    parts.append(nameUnderCursor(at))
    parts.append(placeInList)
    guard player.state != .empty else {
      parts.append(phrases(isScanning ? AnswerPhrase.stillSearching : .empty))
      announce(Announcement(.answer, joined(parts)), at)
      return
    }
    parts.append(stateText(at))
    if player.state != .stopped { parts.append(elapsedText(at)) }
    if settings.isMuted { parts.append(phrases(AnswerPhrase.muted)) }
    if isScanning { parts.append(phrases(AnswerPhrase.soFar)) }
    announce(Announcement(.answer, joined(parts), spelled: nameUnderCursor(at)), at)
  }

  private func nameUnderCursor(_ at: Moment) -> String {
    if view == .commands { return phrases(CommandName(CommandTable.rows[commandCursor].id)) }
    let id = player.queue.tracks[queueCursor]
    return words(at).name(id, at.tracks.info(id))
  }

  private func stateText(_ at: Moment) -> String {
    let isHere = view == .queue && queueCursor == player.queue.current
    guard !isHere, let track = player.track else {
      switch player.state {
      case .playing: return phrases(AnswerPhrase.statePlaying)
      case .paused: return phrases(AnswerPhrase.statePaused)
      case .stopped, .empty: return phrases(AnswerPhrase.stateStopped)
      }
    }
    let phrase: AnswerPhrase =
      switch player.state {
      case .playing: .playingOther
      case .paused: .pausedOther
      case .stopped, .empty: .stoppedOther
      }
    return phrases(phrase, ["name": .text(words(at).name(track, at.tracks.info(track)))])
  }

  private func elapsedText(_ at: Moment) -> String {
    let elapsed = phrases.time(place(at), precise: true)
    let total = trackLength(at)
    guard total.duration != nil else { return elapsed }
    return phrases(
      AnswerPhrase.elapsedOf,
      ["elapsed": .text(elapsed), "total": .text(phrases.length(total, precise: true))])
  }

  /// One fact of the item a press: title, artist, album, length, year, format, file.
  mutating func fact(_ at: Moment) {
    if view == .commands {
      answerSentence(CommandTable.rows[commandCursor].id, at)
      return
    }
    guard player.queue.count > 0 else {
      answer(isScanning ? .stillSearching : .empty, at)
      return
    }
    let facts = facts(of: player.queue.tracks[queueCursor], at)
    let index = stage % facts.count
    if stage > 0, index == 0 { cue(.wrap) }
    announce(Announcement(.answer, facts[index].text, spelled: facts[index].value), at)
  }

  /// The facts that are known, as they are said and as they are spelled. Never empty.
  private func facts(of id: TrackID, _ at: Moment) -> [(text: String, value: String)] {
    let words = words(at)
    let track = at.tracks.track(id)
    let info = at.tracks.info(id)
    let title = words.shaped(TrackWords.rawName(track, info), limit: 250)
    var facts = [(text: title, value: title)]
    func add(_ phrase: AnswerPhrase, _ value: String?) {
      guard let value, value.contains(where: { !$0.isWhitespace }) else { return }
      let shaped = words.shaped(value, limit: 250)
      facts.append((phrases(phrase, ["value": .text(shaped)]), shaped))
    }
    add(.factArtist, info?.artist)
    add(.factAlbum, info?.album)
    add(.factLength, words.length(length(of: id, info, at)))
    add(.factYear, info?.year.map(String.init))
    if let format = info?.format {
      let text = joined(words.format(format))
      facts.append((text, text))
    }
    let path = track.path
    let file = readable(lastComponent(ofPath: path))
    let folder = path.lastIndex(of: UInt8(ascii: "/")).map { Array(path[..<$0]) } ?? []
    let folderName = words.shaped(readable(lastComponent(ofPath: folder)), limit: 100)
    let shaped = words.shaped(file, limit: 180)
    facts.append(
      (
        phrases(AnswerPhrase.factFile, ["value": .text(shaped), "folder": .text(folderName)]),
        shaped
      ))
    return facts
  }
}
