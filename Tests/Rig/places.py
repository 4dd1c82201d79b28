# SPDX-License-Identifier: GPL-3.0-or-later
"""`e` and `r` after random seeks name the time of what is heard when the first sample of the answer
is heard, to the nearest second; and e + r = t.

Both what is heard and when the answer begins come from the sound at the monitor alone. What was
said comes from the speech log, and must be the best match in the sound among the seconds around."""

import argparse
import random
import time

from listening import RATE, Player, Report, Scratch, Sink, decode, encode, music, np, place_of, \
    spoken_seconds
from listenrig import listen
from listenrig import music as following

TOLERANCE = 0.52
"""Half a second of rounding, and 20 ms."""


def seek(player, dice, length):
    if dice.random() < 0.4:
        place = dice.randrange(5, length - 60)
        player.key(*f"g{place // 60}:{place % 60:02}", "ENTER")
    else:
        for _ in range(dice.randrange(1, 6)):
            player.key(dice.choice([".", ",", ">", "<", "RIGHT", "LEFT"]))
            time.sleep(dice.choice([0.05, 0.15, 0.4]))


def session(scratch, track, rounds, dice, length):
    """Gives (recording, log, questions): the questions as (key, words)."""
    asked = []
    with Sink(rate=RATE, fmt="float32le") as sink, sink.record(scratch / "heard.wav") as recording:
        with Player(scratch, [track], sink.client_env()) as player:
            player.wait_silent()
            for number in range(rounds):
                seek(player, dice, length)
                # Also soon after a seek, when the player must not guess.
                time.sleep(dice.choice([0.3, 0.6, 1.0, 2.0, 3.3]) + dice.random())
                key = "er"[number % 2]
                before = len(player.log())
                pressed = player.key(key)
                words = player.wait_for(
                    lambda log: len(log) > before and log[-1].outcome == "spoken" and log[-1])
                # Until the music is at its own level again.
                time.sleep(0.9)
                asked.append((key, words.text, pressed, time.monotonic()))
            player.key(" ")
            player.wait_silent()
            time.sleep(0.5)
            sums = [player.answer(key)[1].text for key in "ert"]
            player.quit()
        capture = recording.stop()
    return capture, asked, sums


def neighbours(words):
    """The words for the seconds around, as the player would say them."""
    second = spoken_seconds(words)
    out = []
    for value in range(max(0, second - 3), second + 4):
        minutes, seconds = divmod(value, 60)
        if minutes and seconds:
            out.append(f"{minutes} minute{'s' * (minutes > 1)} {seconds}")
        elif minutes:
            out.append(f"{minutes} minute{'s' * (minutes > 1)}")
        else:
            out.append(f"{seconds} second{'s' * (seconds != 1)}")
    return out


def listen_to(capture, reference, words, pressed, over):
    """Where the words begin in the recording, and the place in the track that is heard there, in
    seconds; without the words, None and what was heard instead."""
    key, end = int(capture.sample_of(pressed)), int(capture.sample_of(over))
    # Just before the answer the music is alone.
    probe = capture.x[key - RATE // 4:key]
    lag = key - RATE // 4 - place_of(probe, reference)
    a = key - RATE // 4
    sound = capture.x[a:end]
    place = a - lag
    alone = reference[place:place + len(sound)]
    segment = following.Segment(0, 0, len(sound), 0.0, 1.0)
    view = following.MusicView(sound, RATE, [alone], [segment])
    hits = listen.Listener(view.residual(), RATE, "en", 220, threshold=0.6).find(neighbours(words))
    hit = max(hits, key=lambda hit: hit.score, default=None)
    if hit is None or hit.phrase != words:
        return None, hit and hit.phrase
    onset = int(hit.onset * RATE)
    return onset, (place + onset) / RATE


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fast", action="store_true")
    arguments = parser.parse_args()
    rounds = 4 if arguments.fast else arguments.rounds
    report = Report(f"Times said, {rounds} random moments after random seeks")
    scratch = Scratch()
    length = 240
    track = encode(music(length, 31, 0.6), scratch / "Places.mp3", options=("-b", "192"))
    capture, asked, sums = session(scratch, track, rounds, random.Random(arguments.seed), length)
    reference = np.asarray(decode(track)[0], float)
    total = len(reference) / RATE
    errors, wrong = [], 0
    for key, words, pressed, over in asked:
        onset, place = listen_to(capture, reference, words, pressed, over)
        if onset is None:
            wrong += 1
            print(f"     {key}: {words!r} is not what is heard: {place}")
            continue
        real = place if key == "e" else round(total) - place
        errors.append(spoken_seconds(words) - real)
        mark = "" if abs(errors[-1]) <= TOLERANCE else "  <-- off"
        print(f"     {key}: said {words!r}, real {real:.3f} s, off by {errors[-1]:+.3f} s{mark}")
    worst = max(map(abs, errors))
    report.row("answers not found in the sound", wrong, "0", wrong == 0)
    report.row("said minus real", f"{min(errors):+.3f} to {max(errors):+.3f} s", f"{TOLERANCE} s",
               worst <= TOLERANCE)
    elapsed, remaining, whole = (spoken_seconds(words) for words in sums)
    report.row("e + r = t", f"{elapsed} + {remaining} = {whole}", "equal", elapsed + remaining == whole)
    report.end()


main()
