# SPDX-License-Identifier: GPL-3.0-or-later
"""Nothing exceeds full scale at volume 200, with speech and earcons over a full-scale master: in
the file output, and at the monitor of a sink that would let it through."""

import argparse
import time

from listening import Player, Report, Scratch, Sink, decibels, decode, encode, music, np, read_float

KEYS = ["e", "x", "DOWN", "UP", "UP", "+", "-", ".", ",", "w", "l", " ", " ", "m", "m", "F8", "F8",
        "F8", "t", ";", "ESC", "w"]


def press(player, pause):
    for key in KEYS:
        player.key(key)
        time.sleep(pause)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fast", action="store_true")
    pause = 0.35 if parser.parse_args().fast else 0.8
    report = Report("Full scale at volume 200")
    scratch = Scratch()
    take = np.clip(4 * music(60, 3, 1.0), -1, 1)
    track = encode(take, scratch / "Master.mp3")
    decoded = np.abs(decode(track)[0]).max()
    print(f"the master's peak as decoded: {decoded:.3f}")
    for options in (["--duck", "fixed:0"], []):
        wav = scratch / "heard.wav"
        with Player(scratch, ["--volume", "200", *options, track], wav=wav) as player:
            player.wait_for(lambda log: log and log[0].start)
            press(player, pause)
            player.quit()
        peak = np.abs(read_float(wav)).max()
        report.row(f"peak in the file, {' '.join(options) or 'automatic ducking'}",
                   f"{peak:.4f} ({decibels(peak):.2f} dBFS)", "1", 0.5 < peak <= 1)
    with Sink(rate=48_000, fmt="float32le") as sink, sink.record(scratch / "sink.wav") as recording:
        with Player(scratch, ["--volume", "200", "--duck", "fixed:0", track],
                    sink.client_env()) as player:
            player.wait_for(lambda log: log and log[0].start)
            press(player, pause)
            player.quit()
        samples = recording.stop().x
    peak = np.abs(samples).max()
    report.row("peak at the monitor of a float sink", f"{peak:.4f} ({decibels(peak):.2f} dBFS)", "1",
               0.5 < peak <= 1)
    report.end()


main()
