# SPDX-License-Identifier: GPL-3.0-or-later
"""Automatic ducking over a track of -9 LUFS: how far the voice stands above the music.

BS.1770 on separated stems. The mix is written to a file; the music in it is the decoder's samples
times a gain, which is measured above the voice's range, so what is left is the voice. Sentences are
measured as a whole, gated; single words are too short for gates and are measured from their first
to their last sample. In both the music is measured over the same stretch, without the 50 ms in
which it is being taken down.
"""

import argparse
import os
import time

import loudness
from listening import (
    RATE, Player, Report, Scratch, decibels, encode, decode, music, np, place_of, read_float,
)
from scipy import signal

TARGET = 9.5
TITLES = ["You", "Moon", "Home", "Mum", "Rain", "Zoo", "Wolf", "Fish", "Low", "Ohm", "Eve", "Sun"]
"""Short words, some of them the quietest the voice knows."""
ATTACK = RATE // 20
HIGH = signal.firwin(255, 12_000, pass_zero=False, fs=RATE)


def loud_track(seconds, seed, lufs=-9.0):
    """Music driven into a soft ceiling until it is as loud as a loud master."""
    take = music(seconds, seed, 0.9)
    generator = np.random.default_rng(seed)
    take = take + 0.01 * generator.standard_normal(take.shape)
    drive = 1.0
    for _ in range(60):
        driven = 0.95 * np.tanh(drive * take)
        now = loudness.integrated(driven)
        if abs(now - lufs) < 0.02:
            break
        drive *= 10 ** ((lufs - now) / 20)
    return driven


def steady_track(seconds, seed, lufs=-9.0):
    """A wall of sound: noise that falls by 3 dB an octave, and no beat. Its loudness never varies,
    so nothing the player has noted of a louder moment helps the voice."""
    generator = np.random.default_rng(seed)
    noise = generator.standard_normal((seconds * RATE, 2))
    spectrum = np.fft.rfft(noise, axis=0)
    hertz = np.fft.rfftfreq(len(noise), 1 / RATE)
    spectrum *= (1 / np.sqrt(np.maximum(hertz, 40)))[:, None]
    take = np.fft.irfft(spectrum, len(noise), axis=0)
    take = np.tanh(take / np.abs(take).max() * 3)
    drive = 1.0
    for _ in range(60):
        driven = 0.95 * np.tanh(drive * take)
        now = loudness.integrated(driven)
        if abs(now - lufs) < 0.02:
            break
        drive *= 10 ** ((lufs - now) / 20)
    return driven


def under(heard, source, log):
    """The source as it lies under what is heard; looked for again at every utterance, because a
    pause moves it. Where there is none, nothing."""
    out = np.zeros_like(heard)
    sharp, sharp_source = (np.diff(v, axis=0, prepend=0) for v in (heard, source))
    for index, said in enumerate(log):
        a = said.start - RATE // 10
        b = log[index + 1].start - RATE // 10 if index + 1 < len(log) else len(heard)
        probe = sharp[max(said.end, b - RATE):b - RATE // 100][-RATE // 2:]
        if len(probe) < RATE // 4 or np.abs(probe).max() < 1e-3:
            continue
        lag = b - RATE // 100 - len(probe) - place_of(probe, sharp_source)
        lo, hi = max(a, lag, 0), min(b, lag + len(source))
        out[lo:hi] = source[lo - lag:hi - lag]
    return out


def stems(heard, source):
    """(voice, music) in what is heard."""
    a = signal.oaconvolve(heard, HIGH[:, None], "same", axes=0)
    b = signal.oaconvolve(source, HIGH[:, None], "same", axes=0)
    window = np.ones(RATE // 50)
    num = signal.oaconvolve((a * b).sum(1), window, "same")
    den = signal.oaconvolve((b * b).sum(1), window, "same")
    gain = np.clip(num / np.maximum(den, 1e-9), 0, 2)[:, None]
    return heard - gain * source, gain * source


def listen(scratch, track, source, presses, arguments=()):
    """Presses keys, each after the answer to the one before, and gives (words, voice LUFS, music
    LUFS, depth) of each."""
    wav = scratch / f"mix-{time.monotonic_ns()}.wav"
    with Player(scratch, [*arguments, track], wav=wav) as player:
        player.wait_silent()
        time.sleep(3)
        for key in presses:
            player.answer(key)
            time.sleep(1.4)
        player.quit()
    heard = read_float(wav)
    log = [u for u in player.log() if u.start and u.outcome == "spoken"]
    reference = under(heard, source, log)
    voice, band = stems(heard, reference)
    voice_k, band_k, whole_k = (loudness.weighted(v) for v in (voice, band, reference))
    rows = []
    for said in log:
        if said.text == "goodbye":
            continue
        part = slice(said.start, said.end)
        lowered = slice(said.start + ATTACK, said.end)
        measure = loudness.gated if said.end - said.start > RATE else loudness.level
        rows.append((
            said.text, (said.end - said.start) / RATE, measure(voice_k[part]),
            measure(band_k[lowered]), loudness.level(band_k[lowered]) - loudness.level(whole_k[lowered]),
        ))
    return rows[1:]


def judge(report, scratch, name, take, presses, arguments=()):
    track = encode(take, scratch / f"{name}.mp3")
    source = np.asarray(decode(track)[0], float)
    print(f"{name}: {loudness.integrated(source):.2f} LUFS")
    folder = scratch / name
    os.mkdir(folder)
    for number, word in enumerate(TITLES):
        os.symlink(track, f"{folder}/{number:02} {word}.mp3")
    rows = listen(scratch, folder, source, presses, arguments)
    for text, seconds, voice, band, depth in rows:
        if band < -50:
            print(f"     {text!r}: no music under it; the voice {voice:.1f} LUFS")
            continue
        report.row(f"{text!r} ({seconds:.2f} s; voice {voice:.1f}, music {band:.1f}, "
                   f"depth {depth:.1f} dB)", f"{voice - band:.1f} LU", f"{TARGET} LU",
                   voice - band >= TARGET)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--only", help="measure only short titles, with these options of the player")
    arguments = parser.parse_args()
    report = Report("Voice above a track of -9 LUFS, automatic ducking")
    scratch = Scratch()
    few = ["w", "t", "x", "x"]
    many = few + ["l", "l", "l", "l", "DOWN", "UP", ";", ":", "F6", "F5", "F7", "F8", "c", "e", "r",
                  "v", "v", "v", "v", "v", "m", "m", " ", " "]
    titles = ["v"] + ["DOWN"] * (len(TITLES) - 1)
    keys = ["k"] + list("fsmlxertwivhqng") + ["ENTER", "HOME", "BACKSPACE", "TAB", "ESC"]
    if arguments.only is not None:
        judge(report, scratch, "Wall of titles", steady_track(90, 13), titles,
              arguments.only.split())
        report.end()
    if not arguments.fast:
        judge(report, scratch, "Loud Song", loud_track(90, 11), many)
    judge(report, scratch, "Wall", steady_track(90, 12), few if arguments.fast else many)
    if not arguments.fast:
        judge(report, scratch, "Wall of titles", steady_track(90, 13), titles)
        judge(report, scratch, "Wall in learn mode", steady_track(120, 14), keys)
    report.end()


main()
