# SPDX-License-Identifier: GPL-3.0-or-later
"""Loudness by ITU-R BS.1770, for stereo at 48 kHz."""

import numpy as np
from scipy import signal

SHELF = (
    [1.53512485958697, -2.69169618940638, 1.19839281085285],
    [1.0, -1.69065929318241, 0.73248077421585],
)
HIGH_PASS = ([1.0, -2.0, 1.0], [1.0, -1.99004745483398, 0.99007225036621])
OFFSET = -0.691


def weighted(samples):
    """K-weighted samples."""
    for b, a in (SHELF, HIGH_PASS):
        samples = signal.lfilter(b, a, samples, axis=0)
    return samples


def level(samples):
    """Of already weighted samples, the whole stretch, without gates, in LUFS."""
    power = np.mean(samples**2, axis=0).sum() if len(samples) else 0
    return OFFSET + 10 * np.log10(max(power, 1e-12))


def integrated(samples):
    """With both gates, in LUFS; a stretch shorter than 0.4 s as a whole."""
    return gated(weighted(samples))


def gated(samples):
    block, hop = 19_200, 4_800
    if len(samples) < block:
        return level(samples)
    powers = np.array([
        np.mean(samples[i:i + block] ** 2, axis=0).sum()
        for i in range(0, len(samples) - block + 1, hop)
    ])
    lufs = OFFSET + 10 * np.log10(np.maximum(powers, 1e-12))
    powers = powers[lufs > -70]
    if not len(powers):
        return -120.0
    gate = OFFSET + 10 * np.log10(powers.mean()) - 10
    lufs = OFFSET + 10 * np.log10(powers)
    return OFFSET + 10 * np.log10(powers[lufs > gate].mean())
