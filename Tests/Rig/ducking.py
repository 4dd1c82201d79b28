# SPDX-License-Identifier: GPL-3.0-or-later
"""Fixed ducking by 12 dB: the music under speech is the same music, lower, and it comes back.

The file output at 48 kHz with a 48 kHz source: nothing is converted, and the limiter is idle, so
the music must be the decoder's samples times one gain. Speech has nothing above 12 kHz to speak
of, so a gain is measured there too; with the voice's own level at nothing audible is not needed.
"""

import argparse
import random
import time

from listening import (
    RATE, Player, Report, Scratch, decibels, decode, encode, music, np, place_of, read_float,
)
from scipy import signal

BINS = RATE // 100
HUSHING = ["e", "r", "t", "w", "c", "DOWN", "UP", "ESC", "v", ";", ":", "BACKSPACE", "i", "l"]


def gains(heard, source):
    """Gain of the source in what is heard, a value each 10 ms, from what lies above the voice."""
    high = signal.firwin(255, 12_000, pass_zero=False, fs=RATE)
    a = signal.oaconvolve(heard, high[:, None], "same", axes=0)
    b = signal.oaconvolve(source, high[:, None], "same", axes=0)
    count = len(a) // BINS
    a, b = (v[:count * BINS].reshape(count, -1) for v in (a, b))
    return (a * b).sum(1) / np.maximum((b * b).sum(1), 1e-9)


def aligned(heard, source):
    """The source as it lies under what is heard, and the lag."""
    cut = heard[2 * RATE:4 * RATE]
    lag = 2 * RATE - place_of(cut, source)
    out = np.zeros_like(heard)
    lo, hi = max(0, lag), min(len(heard), lag + len(source))
    out[lo:hi] = source[lo - lag:hi - lag]
    return out, lag


def play(scratch, track, keys, arguments=()):
    wav = scratch / f"heard-{time.monotonic_ns()}.wav"
    with Player(scratch, ["--duck", "fixed:12", *arguments, track], wav=wav) as player:
        player.wait_silent()
        keys(player)
        player.quit()
    return read_float(wav), player.log()


def noisy(seconds, seed):
    """Music with a bed of noise reaching to 20 kHz, so that its gain is known at all times."""
    generator = np.random.default_rng(seed)
    bed = 0.08 * generator.standard_normal((int(seconds * RATE), 2)).clip(-3, 3)
    return 0.5 * music(seconds, seed, 0.7) + bed


def depth(report, scratch, track, source):
    def ask(player):
        for key in ["t", "w", "e", "x", "r", "w"]:
            player.answer(key)
            time.sleep(1.2)

    heard, log = play(scratch, track, ask)
    under, _ = aligned(heard, source)
    gain = gains(heard, under)
    worst_depth, back, steps = 0.0, 0.0, 0.0
    log = [u for u in log if u.start and u.end and u.text != "goodbye"][1:]
    for said in log:
        # From 50 ms after the onset; the bins that lie wholly inside.
        first, last = -(-(said.start + RATE // 20) // BINS) + 1, said.end // BINS
        inside = 20 * np.log10(gain[first:last])
        worst_depth = max(worst_depth, np.abs(inside + 12).max())
        after = gain[said.end // BINS:said.end // BINS + 120]
        returned = np.nonzero(np.abs(after - 1) < 0.005)[0]
        back = max(back, (returned[0] + 1) * BINS / RATE if len(returned) else 9)
        # Any gap, repeat or shift would not be the reference at this lag.
        part = slice(first * BINS, last * BINS)
        high = signal.firwin(255, 12_000, pass_zero=False, fs=RATE)
        rest = signal.oaconvolve(heard[part] - 10 ** (-12 / 20) * under[part], high[:, None], "valid",
                                 axes=0)
        full = signal.oaconvolve(under[part], high[:, None], "valid", axes=0)
        steps = max(steps, np.abs(rest).max() / np.abs(full).max())
    report.row("utterances", len(log), "6 or more", len(log) >= 6)
    report.row("depth off 12 dB, worst 10 ms from 50 ms after the onset", f"{worst_depth:.3f} dB",
               "1 dB", worst_depth <= 1)
    report.row("largest difference from the reference 12 dB lower, above 12 kHz",
               f"{decibels(steps):.0f} dB", "-30 dB: no gap, repeat, click", steps < 10 ** (-30 / 20))
    report.row("back at its level after the last sample of speech", f"{back:.2f} s", "1 s", back <= 1)


def exact(report, scratch, track, source):
    """Between the utterances the samples themselves are the decoder's."""
    def ask(player):
        for key in ["t", "x"]:
            player.answer(key)
            time.sleep(1.5)

    heard, log = play(scratch, track, ask)
    under, _ = aligned(heard, source)
    said = [u for u in log if u.text != "goodbye" and u.start]
    differing, count = 0, 0
    for one, next_start in zip(said, [u.start for u in said[1:]] + [None]):
        quiet = slice(one.end + RATE, (next_start or one.end + 3 * RATE // 2) - RATE // 100)
        differing += int((heard[quiet] != under[quiet]).sum())
        count += heard[quiet].size
    report.row("samples unlike the decoder's outside speech", f"{differing} of {count}", "0",
               differing == 0 and count > RATE)


def hushes(report, scratch, track, source, count):
    """Keys at random, many of them while something is being said; then the gain is 1 again."""
    dice = random.Random(count)

    def press(player):
        for _ in range(count):
            player.key(dice.choice(HUSHING))
            time.sleep(dice.choice([0.01, 0.03, 0.06, 0.12, 0.2]))
        # No list of commands, no question, stays open.
        player.key("ESC")
        time.sleep(3)

    heard, log = play(scratch, track, press)
    cut = sum(u.outcome in ("cut", "dropped") for u in log)
    tail = slice(len(heard) - 2 * RATE, len(heard) - RATE)
    start = max(u.end for u in log if u.end and u.text != "goodbye")
    leave = min([u.start for u in log if u.text == "goodbye" and u.start] or [len(heard)])
    tail = slice(start + RATE, leave - RATE // 100)
    under, _ = aligned(heard, source)
    unlike = int((heard[tail] != under[tail]).sum())
    report.row(f"utterances cut by {count} random keys", cut, "some", cut > count // 10)
    report.row("samples unlike the decoder's afterwards (gain 1 exactly)",
               f"{unlike} of {heard[tail].size}", "0", unlike == 0 and heard[tail].size > RATE)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hushes", type=int, default=1000)
    parser.add_argument("--fast", action="store_true")
    arguments = parser.parse_args()
    report = Report("Ducking, fixed at 12 dB")
    scratch = Scratch()
    seconds = 40 if arguments.fast else 40 + arguments.hushes // 8
    take = noisy(min(seconds, 60), 5)
    take = np.concatenate([take * (1 - 0.1 * (k % 3)) for k in range(-(-seconds // 60))])
    track = encode(take, scratch / "Reference.mp3", options=("-b", "320", "--lowpass", "20"))
    source = np.asarray(decode(track)[0], float)
    depth(report, scratch, track, source)
    if not arguments.fast:
        exact(report, scratch, track, source)
        hushes(report, scratch, track, source, arguments.hushes)
    report.end()


main()
