// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Odd files and tools that lie beside the checkout, where somebody has them.
public enum SharedMaterial {
  /// Their folder: `EYEMUSIX_SHARED`, unless it is empty, else `../shared`. It need not be there.
  public static let folder: String = {
    if let named = getenv("EYEMUSIX_SHARED").map({ String(cString: $0) }), !named.isEmpty {
      return named
    }
    let checkout = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
    return checkout + "/../shared"
  }()
}
