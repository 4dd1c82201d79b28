// SPDX-License-Identifier: GPL-3.0-or-later

import Glibc

func sinFunction(_ x: Double) -> Double { sin(x) }

func decibels(_ ratio: Float) -> Float { 20 * log10f(ratio) }
