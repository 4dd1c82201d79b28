# SPDX-License-Identifier: GPL-3.0-or-later
"""Seek, skip, pause, resume, mute and volume without clicks.

The music ends at 8 kHz, and a click does not: whatever stands out above 12 kHz when a key has been
pressed is one. It is measured against what a hard cut at the same places would have given. The
rig's own measure, which knows the music, listens to pausing and to the volume."""

import argparse
import random
import time

from listening import (
    RATE, Player, Report, Scratch, Sink, decibels, decode, encode, music, np, percentile, read_float,
    signal,
)
from listenrig import measure
from listenrig import music as following

HIGH = signal.firwin(511, 12_000, pass_zero=False, fs=RATE)
GROUPS = {
    "seek": [".", ",", "LEFT", "RIGHT", ">", "<"],
    "skip": ["n", "p"],
    "pause and resume": [" "],
    "stop and play": ["s", " "],
    "volume": ["-", "-", "-", "+", "+", "+"],
    "mute": ["m"],
}


def sharp(samples):
    """The loudest moment above 12 kHz of each millisecond."""
    high = np.abs(signal.oaconvolve(samples, HIGH[:, None], "same", axes=0)).max(axis=1)
    count = len(high) // 48
    return high[:count * 48].reshape(count, 48).max(axis=1)


def hard_cuts(source, count=200):
    """What cuts from one place to another give, without a fade: the median."""
    dice = np.random.default_rng(1)
    out = []
    for _ in range(count):
        a, b = dice.integers(RATE, len(source) - 2 * RATE, 2)
        joined = np.concatenate([source[a:a + 2048], source[b:b + 2048]])
        out.append(sharp(joined)[30:60].max())
    return percentile(out, 0.5)


def in_file(report, scratch, tracks, source, rounds):
    dice = random.Random(rounds)
    cut = hard_cuts(source)
    print(f"     a hard cut in this music: median {decibels(cut):.0f} dBFS above 12 kHz")
    for name, keys in GROUPS.items():
        wav = scratch / "heard.wav"
        with Player(scratch, ["--no-speech", *tracks], wav=wav) as player:
            time.sleep(1.5)
            for number in range(rounds):
                player.key(keys[number % len(keys)])
                time.sleep(0.25 + 0.4 * dice.random())
            player.quit()
        found = sharp(read_float(wav))
        # The coding of the music itself leaves less than this.
        worst = found[500:].max()
        report.row(f"{name}: loudest moment above 12 kHz in {rounds} presses",
                   f"{decibels(worst):.0f} dBFS, {decibels(worst / cut):.0f} dB against a hard cut",
                   "-25 dB against a hard cut", worst < cut * 10 ** (-25 / 20))


def at_monitor(report, scratch, track, source):
    with Sink(rate=RATE, fmt="float32le") as sink, sink.record(scratch / "heard.wav") as recording:
        with Player(scratch, ["--no-speech", track], sink.client_env()) as player:
            time.sleep(2)
            for key in [" ", " ", "-", "-", "+", "+", "m", "m"] * 4:
                player.key(key)
                time.sleep(0.6)
            player.quit()
        capture = recording.stop()
    view = following.MusicView(capture.x, capture.rate, [source],
                               following.follow(capture.x, capture.rate, [source]))
    found = measure.continuity(view)
    counts = found["counts"]
    for event in found["events"]:
        print(f"     {event['kind']} at {event['at']:.3f} s, {event['ms']:.1f} ms")
    faults = {kind: counts[kind] for kind in ("click", "skip", "repeat")}
    report.row("the rig's count at the monitor, 32 keys", faults, "none", not any(faults.values()))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fast", action="store_true")
    rounds = 12 if parser.parse_args().fast else 60
    report = Report("Clicks")
    scratch = Scratch()
    low = signal.butter(12, 7000, "low", fs=RATE, output="sos")
    tracks = [encode(signal.sosfiltfilt(low, music(120, seed, 0.6), axis=0),
                     scratch / f"Soft {seed}.mp3") for seed in (51, 52)]
    source = np.asarray(decode(tracks[0])[0], float)
    in_file(report, scratch, tracks, source, rounds)
    full = encode(music(60, 53, 0.6), scratch / "Full.mp3")
    at_monitor(report, scratch, full, np.asarray(decode(full)[0], float))
    report.end()


main()
