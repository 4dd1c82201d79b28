// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc
import Synchronization

/// What is printed: two lines in place on a terminal (the current item, on whose first letter the
/// cursor rests for a braille display, and the last announcement), or one line a message.
///
/// Never waits for a slow terminal: while one picture is under way only the newest next one is
/// kept. Used on one thread.
public final class Screen {
  /// How things are printed.
  public enum Style: Sendable {
    /// Two lines, rewritten in place.
    case lines
    /// One line a message, the cursor never moved back.
    case plain
  }

  private static let backlogLimit = 65_536

  /// How this screen prints.
  public let style: Style
  private let output: NonblockingOutput
  private let source: Int32
  private var columns = 80
  private var item = ""
  private var announcement = ""
  private var hasContent = false
  private var isDrawn = false
  private var isStale = false
  private var backlog: [UInt8] = []

  /// A screen on `descriptor`. Plain when asked for, when it is no terminal, and on one that
  /// cannot move its cursor (`terminalType` is the value of `TERM`).
  public init(descriptor: Int32 = 1, plain: Bool, terminalType: String?) {
    let isCapable = isatty(descriptor) == 1 && !["", "dumb"].contains(terminalType ?? "")
    style = plain || !isCapable ? .plain : .lines
    source = descriptor
    output = NonblockingOutput(descriptor)
    measure()
  }

  /// Poll this for writing while `isWaiting`, then call `flush`.
  public var descriptor: Int32 { output.descriptor }
  /// Whether something is left to write.
  public var isWaiting: Bool { !output.isIdle || isStale || !backlog.isEmpty }

  /// Prints what changed; `nil` leaves a line as it is. In plain style the announcement is the
  /// message, or the item if nothing is announced.
  public func show(item: String?, announcement: String?) {
    let before = (self.item, self.announcement)
    if let item { self.item = ScreenText.clean(item) }
    if let announcement { self.announcement = ScreenText.clean(announcement) }
    hasContent = true
    switch style {
    case .lines:
      if !isDrawn || before != (self.item, self.announcement) { isStale = true }
    case .plain:
      if announcement != nil {
        queue(self.announcement)
      } else if item != nil {
        queue(self.item)
      }
    }
    flush()
  }

  /// Prints both lines anew: after SIGCONT, or a change of the window's size.
  public func redraw() {
    measure()
    guard style == .lines, hasContent else { return }
    isStale = true
    flush()
  }

  /// Writes what can be written now.
  public func flush() {
    output.flush()
    guard output.isIdle else { return }
    if isStale {
      isStale = false
      isDrawn = true
      TerminalMode.ownsLines.store(true, ordering: .sequentiallyConsistent)
      output.start(picture())
    } else if !backlog.isEmpty {
      output.start(backlog)
      backlog = []
    }
  }

  /// Moves the cursor below the lines, for whatever is printed next; before `Terminal.close` and
  /// `suspendNow`. Waits up to 200 ms for a slow terminal.
  public func leave() {
    flush()
    output.finish(milliseconds: 200)
    guard isDrawn, TerminalMode.ownsLines.exchange(false, ordering: .sequentiallyConsistent)
    else { return }
    isDrawn = false
    if output.isIdle { output.start(Array("\r\n\n".utf8)) }
  }

  private func measure() {
    var size = winsize()
    guard unsafe ioctl(source, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return }
    columns = Int(size.ws_col)
  }

  /// The cursor is on the first column of the first line before and after.
  private func picture() -> [UInt8] {
    // The last column stays free: some terminals wrap as soon as it is written.
    let width = max(1, columns - 1)
    let first = ScreenText.cut(item, columns: width)
    let second = ScreenText.cut(announcement, columns: width)
    return Array("\r\u{1B}[J\(first)\r\n\(second)\r\u{1B}[A".utf8)
  }

  private func queue(_ line: String) {
    let bytes = Array(line.utf8) + [0x0A]
    if backlog.count + bytes.count <= Self.backlogLimit { backlog += bytes }
  }
}
