// SPDX-License-Identifier: GPL-3.0-or-later
import Application
import Glibc

@main
struct Main {
  static func main() { exit(Application.run()) }
}
