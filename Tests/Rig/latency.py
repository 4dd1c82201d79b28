# SPDX-License-Identifier: GPL-3.0-or-later
"""Key to the first sample of speech, and a hushing key to silence, at the monitor of a sink, while
music plays. The music has nothing above 700 Hz, so what is above 1.5 kHz is the voice.

The machine must be idle: the load is printed with the figures."""

import argparse
import random
import time

from listening import (
    RATE, Player, Report, Scratch, Sink, encode, load, music, np, percentile, signal,
)

ONSET = 0.004
"""Of full scale, above 1.5 kHz: about 40 dB below the voice."""


def session(scratch, track, latency, presses):
    """Gives the envelope of the voice, a time for each sample, and the key times."""
    dice = random.Random(presses)
    answers, hushes = [], []
    with Sink(rate=RATE, fmt="float32le") as sink:
        with sink.record(scratch / f"{latency}.wav", block_ms=5) as recording:
            with Player(scratch, ["--latency", latency, track], sink.client_env()) as player:
                player.wait_silent()
                time.sleep(3)
                for _ in range(presses):
                    pressed, _ = player.answer("t")
                    answers.append(pressed)
                    # Nobody presses in step with the device.
                    time.sleep(0.15 + 0.1 * dice.random())
                for _ in range(presses):
                    before = len(player.log())
                    player.key("w")
                    player.wait_for(lambda log: len(log) > before and log[-1].start)
                    time.sleep(0.4 + 0.5 * dice.random())
                    hushes.append(player.key("ESC"))
                    time.sleep(0.5)
                player.quit()
            capture = recording.stop()
    high = signal.butter(8, 1500, "high", fs=RATE, output="sos")
    voice = np.abs(signal.sosfilt(high, capture.x.mean(axis=1)))
    return capture, voice, answers, hushes


def first_after(capture, voice, key):
    """Milliseconds from the key to the first sound of the voice."""
    a = int(capture.sample_of(key))
    loud = np.nonzero(voice[a:a + RATE] > ONSET)[0]
    return (capture.time_of(a + loud[0]) - key) * 1000 if len(loud) else None


def last_after(capture, voice, key):
    """Milliseconds from the key to the last sound of the voice before 120 ms without; None where
    the key fell into a pause between two words."""
    a = int(capture.sample_of(key))
    if voice[a - RATE // 50:a + RATE // 200].max() < ONSET:
        return None
    loud = np.nonzero(voice[a:a + RATE] > ONSET)[0]
    gaps = np.nonzero(np.diff(loud) > RATE * 12 // 100)[0]
    last = loud[gaps[0]] if len(gaps) else loud[-1]
    return (capture.time_of(a + last) - key) * 1000


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--presses", type=int, default=50)
    parser.add_argument("--fast", action="store_true")
    arguments = parser.parse_args()
    presses = 8 if arguments.fast else arguments.presses
    report = Report(f"Latency at the monitor, {presses} presses each")
    scratch = Scratch()
    low = signal.butter(8, 500, "low", fs=RATE, output="sos")
    take = signal.sosfiltfilt(low, music(120, 41, 0.6), axis=0)
    # Ten minutes: the answer to t begins with a plosive, so that its first sample is plain.
    track = encode(np.concatenate([take] * 5), scratch / "Low.mp3", options=("-b", "128"))
    for latency, median, tail in (("normal", 35, 45), ("low", 26, 30)):
        capture, voice, answers, hushes = session(scratch, track, latency, presses)
        heard = [first_after(capture, voice, key) for key in answers]
        gone = [last_after(capture, voice, key) for key in hushes]
        missed = sum(value is None for value in heard)
        print(f"     {sum(value is None for value in gone)} hushes fell between two words")
        heard = [value for value in heard if value is not None]
        gone = [value for value in gone if value is not None]
        report.row(f"{latency}: presses without a sound", missed, "0", missed == 0)
        print(f"     load {load()}")
        middle, high = percentile(heard, 0.5), percentile(heard, 0.95)
        report.row(f"{latency}: key to speech, median", f"{middle:.1f} ms", f"{median} ms",
                   middle <= median)
        report.row(f"{latency}: key to speech, 95th percentile",
                   f"{high:.1f} ms (max {max(heard):.1f})", f"{tail} ms", high <= tail)
        high = percentile(gone, 0.95)
        report.row(f"{latency}: hush, 95th percentile",
                   f"{high:.1f} ms (median {percentile(gone, 0.5):.1f}, max {max(gone):.1f})",
                   "60 ms", high <= 60)
    report.end()


main()
