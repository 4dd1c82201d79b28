// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// A pseudo-terminal. The program on it is not made the leader of a session: the end of such a
/// leader resets the mode of its terminal, and hides whether the program had put it back.
public final class PseudoTerminal: Sendable {
  /// The side of the person: write keys, read the screen.
  public let master: Int32
  /// The side of the program. Kept open, so that the mode can be asked after its end.
  public let slave: Int32
  /// The name of the program's side.
  public let name: String

  /// TIOCSPTLCK and TIOCGPTN, which are macros.
  private static let setLock: UInt32 = 0x4004_5431
  private static let getNumber: UInt32 = 0x8004_5430

  /// Opens one.
  public init(columns: Int = 80, rows: Int = 24) throws {
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (locked, number): (Int32, UInt32) = (0, 0)
    // Glibc's module hides `grantpt` and its friends; these are what they do on Linux.
    guard master >= 0, ioctl(master, UInt(Self.setLock), &locked) == 0,
      ioctl(master, UInt(Self.getNumber), &number) == 0
    else { throw SpawnFailure(description: "no pseudo-terminal") }
    name = "/dev/pts/\(number)"
    slave = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard slave >= 0 else { throw SpawnFailure(description: "no pseudo-terminal") }
    resize(columns: columns, rows: rows)
  }

  /// Changes its size, as a window does.
  public func resize(columns: Int, rows: Int) {
    var size = winsize(
      ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Its mode now, comparable with an earlier one.
  public var mode: Mode {
    var mode = termios()
    tcgetattr(slave, &mode)
    let keys = withUnsafeBytes(of: mode.c_cc) { Array($0) }
    return Mode(
      input: mode.c_iflag, output: mode.c_oflag, local: mode.c_lflag, control: mode.c_cflag,
      keys: keys)
  }

  /// Closes both sides.
  public func close() {
    Glibc.close(slave)
    Glibc.close(master)
  }

  /// What `tcgetattr` tells.
  public struct Mode: Equatable, Sendable {
    let input, output, local, control: tcflag_t
    let keys: [UInt8]

    /// Whether keys come at once and unechoed.
    public var isRaw: Bool { local & tcflag_t(ICANON | ECHO | ISIG) == 0 }
  }
}
