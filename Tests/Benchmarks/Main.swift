// SPDX-License-Identifier: GPL-3.0-or-later

@main
struct Main {
  static func main() {}
}
