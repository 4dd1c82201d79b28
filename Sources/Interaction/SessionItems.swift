// SPDX-License-Identifier: GPL-3.0-or-later
import Player

/// Items in words.
extension Session {
  /// Says the item under the cursor, as much as the detail level wants.
  mutating func sayItem(_ at: Moment) {
    if isRepeating {
      wait(for: .item, at)
      return
    }
    let (text, spelled) = item(at, waits: settings.detail <= .short)
    announce(Announcement(.item, text, spelled: spelled), at)
  }

  /// The title of the current track as the result of a command.
  mutating func sayTitle(_ at: Moment) {
    guard let track = player.track else { return }
    let info = at.tracks.info(track)
    let name = words(at).name(track, info)
    announce(Announcement(.result, titled(name, info, at), spelled: name), at)
  }

  /// A title with what the detail level adds to it.
  func titled(_ name: String, _ info: TrackInfo?, _ at: Moment) -> String {
    guard settings.detail == .full, let artist = info?.artist, !artist.isEmpty else { return name }
    return phrases(
      AnswerPhrase.byArtist, ["name": .text(name), "artist": .text(words(at).shaped(artist))])
  }

  /// The line on the screen: always name, length and place.
  func itemLine(_ at: Moment) -> String {
    if let prompt {
      return phrases(AnswerPhrase.goToLine, ["text": .text(readable(prompt.text))])
    }
    guard itemCount > 0 else { return phrases(isScanning ? AnswerPhrase.stillSearching : .empty) }
    return item(at, waits: false, detail: .normal).text
  }

  /// The item under the cursor and its bare name.
  private func item(
    _ at: Moment, waits: Bool, detail: Detail? = nil
  ) -> (text: String, name: String) {
    let detail = detail ?? settings.detail
    if view == .commands { return commandItem(detail) }
    let id = player.queue.tracks[queueCursor]
    let info = waits ? at.tracks.info(id) : at.tracks.knownInfo(id)
    let name = words(at).name(id, info)
    if detail == .short { return (name, name) }
    var parts = [detail == .full ? titled(name, info, at) : name]
    if let length = words(at).length(length(of: id, info, at)) { parts.append(length) }
    if detail == .full, let mark = mark(queueCursor) { parts.append(phrases(mark)) }
    parts.append(placeInList)
    return (joined(parts), name)
  }

  private func commandItem(_ detail: Detail) -> (text: String, name: String) {
    let row = CommandTable.rows[commandCursor]
    let name = phrases(CommandName(row.id))
    if detail == .short { return (name, name) }
    let text = phrases(
      AnswerPhrase.commandItem, ["name": .text(name), "key": .text(keyName(row))])
    return (joined([text, placeInList]), name)
  }

  /// The main key of a command in words.
  func keyName(_ row: Command) -> String {
    row.key.flatMap { phrases.name(of: $0) } ?? phrases(KeyPhrase.shiftLetter)
  }

  /// "4 of 12".
  var placeInList: String {
    phrases(
      AnswerPhrase.place, ["number": .number(cursor + 1), "count": .number(itemCount)])
  }

  private func mark(_ place: Int) -> AnswerPhrase? {
    guard place == player.queue.current else { return nil }
    switch player.state {
    case .playing: return .markPlaying
    case .paused: return .markPaused
    case .stopped, .empty: return nil
    }
  }

  /// The length of a track; of the current one as the decoder knows it.
  func length(of id: TrackID, _ info: TrackInfo?, _ at: Moment) -> TrackLength {
    if at.playback.track == id, at.playback.length.duration != nil { return at.playback.length }
    return info?.length ?? .unknown
  }

  func joined(_ parts: [String]) -> String {
    parts.joined(separator: phrases(AnswerPhrase.separator))
  }
}
