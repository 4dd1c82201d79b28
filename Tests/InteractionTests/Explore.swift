import Interaction
import Player
import TestSupport
import Testing
@Suite struct Explore {
  @Test func explore() throws {
    var it = try SessionHarness()
    it.give(.launched)
    it.give(.tracksFound((0..<4).map { TrackID(rawValue: Int32($0)) }))
    it.give(.scanEnded)
    it.rest(.seconds(5))
    print(it.take())
    for k in [KeyStroke.down, .down, .down, .down, .down, .up, .character("e"), .character("e"), .character("r"), .character("r"), .character("t"), .character("t"), .character("c"), .character("c"),.character("w"),
      .character("i"),.character("i"),.character("i"),.character("i"),.character("i"),.character("i"),.character("i"), .backspace,.backspace,.backspace, .escape,.escape,.character("f"),.character("+"),.character("+"),.character("n"),.character("p"),.character("p"), .character(" "), .right, .character(" "), .character("l"), .character("x"), .character("g"), .character("1"), .character(":"), .character("3"), .character("0"), .enter, .character("S"), .character("K"), .character("K"), .character("v"), .function(5), .function(6), .function(7), .character("h"), .down, .enter, .character("k"), .character("q"), .character("k"), .character("!"), .tab, .unknown, .control("z")] {
      it.press(k, after: .milliseconds(400)); it.listen(); it.rest(.milliseconds(500))
    }
    it.give(.resumed); it.listen()
    it.press(.character("q")); it.press(.character("q"))
    print(it.take())
    print(it.screen)
  }
}
