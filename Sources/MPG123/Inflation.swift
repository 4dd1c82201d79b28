// SPDX-License-Identifier: GPL-3.0-or-later

internal import CZlib

/// Data compressed with zlib.
enum Inflation {
  /// The first `limit` bytes of what `bytes` hold (`uncompress`); `nil` when they are damaged.
  ///
  /// However much they would become, no more memory is taken.
  static func inflate(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    var result = [UInt8](repeating: 0, count: limit)
    var count = uLong(limit)
    let status = unsafe result.withUnsafeMutableBufferPointer { target in
      unsafe bytes.withUnsafeBufferPointer { source in
        unsafe uncompress(target.baseAddress, &count, source.baseAddress, uLong(source.count))
      }
    }
    guard status == Z_OK || status == Z_BUF_ERROR && count > 0 else { return nil }
    return Array(result.prefix(Int(count)))
  }
}
