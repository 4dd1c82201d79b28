// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// Bytes as a regular file that only this process has, at a path of `/proc`.
struct MemoryFile: ~Copyable {
  private let descriptor: Int32

  init(_ bytes: [UInt8]) {
    var name = Array("/dev/shm/eyemusix-fuzz-XXXXXX".utf8CString)
    descriptor = mkstemp(&name)
    unlink(name)
    precondition(descriptor >= 0)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      precondition(count > 0)
      written += count
    }
  }

  deinit { close(descriptor) }

  var path: [UInt8] { Array("/proc/self/fd/\(descriptor)".utf8) }
}
