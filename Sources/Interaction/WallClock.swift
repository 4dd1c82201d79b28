// SPDX-License-Identifier: GPL-3.0-or-later

/// The time of day at the listener's place.
public struct WallClock: Hashable, Sendable {
  /// 0 to 23.
  public var hour: Int
  /// 0 to 59.
  public var minute: Int
  /// 0 to 59.
  public var second: Int

  /// This time of day.
  public init(hour: Int, minute: Int, second: Int = 0) {
    self.hour = hour
    self.minute = minute
    self.second = second
  }

  /// The time of day some seconds later, to the nearest minute.
  func after(seconds: Int) -> WallClock {
    let minutes = (hour * 3600 + minute * 60 + second + seconds + 30) / 60
    return WallClock(hour: minutes / 60 % 24, minute: minutes % 60)
  }
}
