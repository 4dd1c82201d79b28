// SPDX-License-Identifier: GPL-3.0-or-later

/// The one table of all commands.
enum CommandTable {
  /// All rows, in the order in which the command list shows them.
  static let rows: [Command] = lists + jumps + music + questions + speech + program

  private static let lists = [
    Command(.playPause, .character(" "), [.character("0"), .insert]) { $0.playPause($1) },
    Command(.act, .enter) { $0.act($1) },
    Command(.up, .up, [.character("8")], onRepeat: .steps) { $0.step(-1, $1) },
    Command(.down, .down, [.character("2")], onRepeat: .steps) { $0.step(1, $1) },
    Command(.pageUp, .pageUp, [.character("9")], onRepeat: .steps) { $0.page(-10, $1) },
    Command(.pageDown, .pageDown, [.character("3")], onRepeat: .steps) { $0.page(10, $1) },
    Command(.first, .home, [.character("7")]) { $0.goToEnd(first: true, $1) },
    Command(.last, .end, [.character("1")]) { $0.goToEnd(first: false, $1) },
    Command(.letterJump, nil) { $0.letterNeeded($1) },
    Command(.findPlaying, .character("f")) { $0.findPlaying($1) },
  ]

  private static let jumps = [
    Command(.jumpBack, .left, [.character("4")], onRepeat: .steps) { $0.jumpByLevel(-1, $1) },
    Command(.jumpForward, .right, [.character("6")], onRepeat: .steps) { $0.jumpByLevel(1, $1) },
    Command(.back10, .character(","), onRepeat: .steps) { $0.jump(by: .seconds(-10), $1) },
    Command(.forward10, .character("."), onRepeat: .steps) { $0.jump(by: .seconds(10), $1) },
    Command(.backMinute, .character("<"), onRepeat: .steps) { $0.jump(by: .seconds(-60), $1) },
    Command(.forwardMinute, .character(">"), onRepeat: .steps) { $0.jump(by: .seconds(60), $1) },
    Command(.smallerJump, .character(";"), onRepeat: .steps) { $0.changeJump(-1, $1) },
    Command(.largerJump, .character(":"), onRepeat: .steps) { $0.changeJump(1, $1) },
    Command(.goTo, .character("g")) { $0.openGoTo($1) },
  ]

  private static let music = [
    Command(.previous, .character("p")) { $0.skip(forward: false, $1) },
    Command(.next, .character("n")) { $0.skip(forward: true, $1) },
    Command(.stop, .character("s")) { $0.stop($1) },
    Command(.louder, .character("+"), [.character("=")], onRepeat: .steps) {
      $0.changeVolume(5, $1)
    },
    Command(.quieter, .character("-"), [.character("_")], onRepeat: .steps) {
      $0.changeVolume(-5, $1)
    },
    Command(.mute, .character("m")) { $0.mute($1) },
    Command(.repeatMode, .character("l")) { $0.cycleRepeat($1) },
    Command(.shuffle, .character("x")) { $0.toggleShuffle($1) },
  ]

  private static let questions = [
    Command(.elapsed, .character("e"), isQuestion: true) { $0.elapsed($1) },
    Command(.remaining, .character("r"), isQuestion: true) { $0.remaining($1) },
    Command(.total, .character("t"), isQuestion: true) { $0.total($1) },
    Command(.clock, .character("c"), isQuestion: true) { $0.clock($1) },
    Command(.whereAmI, .character("w"), [.character("5"), .function(9)], isQuestion: true) {
      $0.whereAmI($1)
    },
    Command(.facts, .character("i"), isQuestion: true, again: .seconds(8)) { $0.fact($1) },
    Command(.sayAgain, .backspace, isQuestion: true) { $0.sayAgain($1) },
  ]

  private static let speech = [
    Command(.hush, .escape) { $0.escape($1) },
    Command(.detail, .character("v"), [.function(4)]) { $0.cycleDetail($1) },
    Command(.slowerSpeech, .function(5), [.character("{")], onRepeat: .steps) {
      $0.changeRate(faster: false, $1)
    },
    Command(.fasterSpeech, .function(6), [.character("}")], onRepeat: .steps) {
      $0.changeRate(faster: true, $1)
    },
    Command(.quieterSpeech, .function(7), onRepeat: .steps) { $0.changeSpeechLevel(-1, $1) },
    Command(.louderSpeech, .function(8), onRepeat: .steps) { $0.changeSpeechLevel(1, $1) },
    Command(.rescue, .character("!")) { $0.rescue($1) },
  ]

  private static let program = [
    Command(.help, .character("h"), [.function(1), .character("?")]) { $0.openCommands($1) },
    Command(.learn, .character("k"), [.function(12)]) { $0.startLearning($1) },
    Command(.quit, .character("q"), [.control("c")]) { $0.quit($1) },
    Command(.suspend, .control("z")) { $0.suspend($1) },
  ]
}
