// SPDX-License-Identifier: GPL-3.0-or-later

/// The program.
public enum Application {
  /// Runs the program with its arguments and returns the exit code.
  public static func run() -> Int32 { 0 }
}
