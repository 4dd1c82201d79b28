# SPDX-License-Identifier: GPL-3.0-or-later
"""Gapless playback. At 48 kHz nothing is converted and the limiter is idle, so the samples that
leave the player must be those of mpg123's gapless decoding, track after track, without one more or
less. The demo (44.1 kHz) goes through the converter: there the join must be as good as the rest."""

import argparse
import subprocess
import sys

from listening import CHECKOUT, RATE, Player, Report, Scratch, decibels, decode, encode, music, np, \
    place_of, read_float, write_float


def play(scratch, tracks):
    """What leaves the player, from the first sound to the last."""
    wav = scratch / "heard.wav"
    with Player(scratch, ["--no-speech", "--fast", "--quit-at-end", *tracks], wav=wav) as player:
        if player.program.wait(60) is None:
            sys.exit("the player does not end")
    return read_float(wav)


def cut(take, cuts):
    return [take[a:b] for a, b in zip([0, *cuts], [*cuts, len(take)])]


def exact(report, scratch, name, take, options, cuts):
    pieces = cut(take, cuts)
    tracks = [encode(piece, scratch / f"{name} {number}.mp3", options=options)
              for number, piece in enumerate(pieces)]
    decoded = [decode(track)[0] for track in tracks]
    lengths = [len(piece) for piece in pieces]
    report.row(f"{name}: frames by mpg123", [len(d) for d in decoded], lengths,
               [len(d) for d in decoded] == lengths)
    whole = np.asarray(np.concatenate(decoded), float)
    heard = play(scratch, tracks)
    start = place_of(whole[RATE:2 * RATE], heard) - RATE
    print(f"     {name}: music begins {start / RATE:.3f} s into the file")
    body = heard[start:start + len(whole)]
    unlike = int((body != whole[:len(body)]).any(axis=1).sum())
    # Later there is the sound that tells the end of the queue.
    after = heard[start + len(whole):][:RATE // 100]
    ends = np.abs(after).max(initial=0) + np.abs(heard[:start]).max(initial=0)
    report.row(f"{name}: frames unlike the joined decodings", f"{unlike} of {len(whole)}", "0",
               unlike == 0 and len(body) == len(whole))
    report.row(f"{name}: sound before the first frame and after the last", f"{ends:.6f}", "0",
               ends == 0)
    # The coding error around the joins against the coding error elsewhere.
    error = whole - take[:len(whole)]
    compare(report, name, error, np.cumsum(lengths)[:-1])


def compare(report, name, error, joins, window=512):
    power = np.convolve((error**2).mean(axis=1), np.ones(window) / window, "same")
    here = np.sqrt(power[np.asarray(joins)]).max()
    elsewhere = np.sqrt(power[window:-window:97])
    report.row(f"{name}: difference from the source at the worst join ({window} frames)",
               f"{decibels(here):.1f} dB", "no more than the highest elsewhere: "
               f"{decibels(elsewhere.max()):.1f} dB (median {decibels(np.median(elsewhere)):.1f})",
               here <= elsewhere.max())


def demo(report, scratch):
    tracks = sorted(str(path) for path in (CHECKOUT / "demo").glob("0[23]*.mp3"))
    decoded = np.concatenate([decode(track)[0] for track in tracks]).astype(float)
    join = len(decode(tracks[0])[0]) * RATE / 44_100
    heard = play(scratch, tracks)
    # Of the same family as the player's converter, so that both treat the highest tones alike; the
    # join of two codings is full of those.
    write_float(scratch / "joined.wav", decoded, 44_100)
    subprocess.run(["sox", scratch / "joined.wav", "-e", "floating-point", "-b", "32",
                    scratch / "converted.wav", "rate", "-h", str(RATE)], check=True)
    reference = read_float(scratch / "converted.wav")
    lag = place_of(reference[RATE * 20:RATE * 22], heard) - RATE * 20
    body = heard[lag:lag + len(reference)]
    error = body - reference[:len(body)]
    compare(report, "demo, 44.1 to 48 kHz, player against the source converted as one", error,
            [int(join)], window=128)
    shortly = heard[:lag + len(reference) + RATE // 100]
    last = np.nonzero(np.abs(shortly).max(axis=1) > 1e-4)[0][-1]
    loudest = np.nonzero(np.abs(reference).max(axis=1) > 1e-4)[0][-1]
    report.row("demo: last sound, frames late against the source's length", int(last - lag - loudest),
               "within 2", abs(last - lag - loudest) <= 2)
    report.row("demo: difference from the source elsewhere, whole", f"{decibels(np.sqrt((error**2).mean())):.0f} dB",
               "-60 dB", (error**2).mean() < 1e-6)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fast", action="store_true")
    arguments = parser.parse_args()
    report = Report("Gapless playback")
    scratch = Scratch()
    # Held tones and a beat: a join in them is heard at once. The first millisecond fades in, as the
    # player leaves a beginning untouched only where it would not click.
    take = music(24, 21, 0.6)
    take[:48] *= np.linspace(0, 1, 48)[:, None]
    take = np.round(take * 32768) / 32768
    kinds = [("CBR 320", ["-b", "320"])]
    if not arguments.fast:
        kinds += [("CBR 128", ["-b", "128"]), ("VBR 2", ["-V", "2"]), ("VBR 7", ["-V", "7", "--resample", "48"])]
    for name, options in kinds:
        exact(report, scratch, name, take, options, [5 * RATE + 377, 11 * RATE + 1, 17 * RATE + 1151])
    demo(report, scratch)
    report.end()


main()
