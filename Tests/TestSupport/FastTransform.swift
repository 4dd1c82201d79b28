// SPDX-License-Identifier: GPL-3.0-or-later
import Glibc

/// The discrete Fourier transform of a power of two of complex numbers, in place.
final class FastTransform {
  let size: Int
  private let cosines: [Float]
  private let sines: [Float]

  init(size: Int) {
    precondition(size > 1 && size & (size - 1) == 0, "the size must be a power of two")
    self.size = size
    cosines = (0..<size / 2).map { Float(cos(-2 * Double.pi * Double($0) / Double(size))) }
    sines = (0..<size / 2).map { Float(sin(-2 * Double.pi * Double($0) / Double(size))) }
  }

  func forward(_ real: inout [Float], _ imaginary: inout [Float]) {
    precondition(real.count == size && imaginary.count == size, "wrong number of values")
    real.withUnsafeMutableBufferPointer { real in
      imaginary.withUnsafeMutableBufferPointer { imaginary in
        Self.reorder(real, imaginary, size)
        cosines.withUnsafeBufferPointer { cosines in
          sines.withUnsafeBufferPointer { sines in
            butterflies(real, imaginary, cosines, sines)
          }
        }
      }
    }
  }

  /// Without the division by `size`.
  func backward(_ real: inout [Float], _ imaginary: inout [Float]) {
    forward(&imaginary, &real)
  }

  private func butterflies(
    _ real: UnsafeMutableBufferPointer<Float>, _ imaginary: UnsafeMutableBufferPointer<Float>,
    _ cosines: UnsafeBufferPointer<Float>, _ sines: UnsafeBufferPointer<Float>
  ) {
    var half = 1
    while half < size {
      let step = size / (2 * half)
      var start = 0
      while start < size {
        var (index, turn) = (start, 0)
        while index < start + half {
          let other = index &+ half
          let (c, s) = (cosines[turn], sines[turn])
          let x = real[other] * c - imaginary[other] * s
          let y = real[other] * s + imaginary[other] * c
          real[other] = real[index] - x
          imaginary[other] = imaginary[index] - y
          real[index] += x
          imaginary[index] += y
          index &+= 1
          turn &+= step
        }
        start &+= 2 * half
      }
      half *= 2
    }
  }

  private static func reorder(
    _ real: UnsafeMutableBufferPointer<Float>, _ imaginary: UnsafeMutableBufferPointer<Float>,
    _ size: Int
  ) {
    var reversed = 0
    for index in 1..<size {
      var bit = size >> 1
      while reversed & bit != 0 {
        reversed ^= bit
        bit >>= 1
      }
      reversed |= bit
      if index < reversed {
        real.swapAt(index, reversed)
        imaginary.swapAt(index, reversed)
      }
    }
  }
}
