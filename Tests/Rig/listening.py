# SPDX-License-Identifier: GPL-3.0-or-later
"""What the programs of this folder share: the rig, the player under test, music made to measure.

The player is judged from outside: keys go in through a pseudo-terminal, sound comes out at the
monitor of a private sound server or in the file of `--output wav:`.
"""

import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

FOLDER = pathlib.Path(__file__).resolve().parent
CHECKOUT = FOLDER.parent.parent
SHARED = pathlib.Path(os.environ.get("EYEMUSIX_SHARED") or CHECKOUT.parent / "shared")
RIG = SHARED / "rig"
PYTHON = (
    pathlib.Path(os.environ.get("RIG_VENV") or pathlib.Path.home() / ".cache/listenrig/venv")
    / "bin/python"
)
BINARY = os.environ.get("EYEMUSIX_BINARY") or str(CHECKOUT / ".build/release/eyemusix")
VOICES = str(CHECKOUT / "Voices")
RATE = 48_000
"""Of `--output wav:`, and of the sinks here."""

ABSENT = 77
"""Exit code where the rig is absent: skipped, not failed."""


def need_rig():
    """Goes on in the rig's Python, or leaves with ABSENT where there is none."""
    if not (RIG / "listenrig").is_dir() or not PYTHON.exists():
        print(f"skipped: no listening rig at {RIG}, or not set up ({PYTHON})")
        sys.exit(ABSENT)
    if not os.access(BINARY, os.X_OK):
        sys.exit(f"no release build at {BINARY}: run make build")
    if pathlib.Path(sys.prefix).resolve() != PYTHON.parent.parent.resolve():
        os.execv(PYTHON, [str(PYTHON), *sys.argv])
    sys.path.insert(0, str(RIG))
    sys.dont_write_bytecode = True


need_rig()

import numpy as np  # noqa: E402
from scipy import signal  # noqa: E402
from scipy.io import wavfile  # noqa: E402

from listenrig import testmusic  # noqa: E402
from listenrig.drive import Program  # noqa: E402
from listenrig.sink import Sink  # noqa: E402, F401


class Scratch(tempfile.TemporaryDirectory):
    """A folder that goes away again; `scratch / "name"` is a path in it."""

    def __truediv__(self, name):
        return os.path.join(self.name, name)


class Utterance:
    """One entry of the speech log as it was at its end."""

    def __init__(self, entry):
        self.id, self.text, self.outcome = entry["id"], entry["text"], entry["outcome"]
        self.start, self.end = entry["start_frame"], entry["end_frame"]

    @property
    def is_over(self):
        return self.outcome not in ("requested", "speaking")


def read_log(path):
    """The utterances of a speech log, in the order in which they were asked for."""
    last = {}
    try:
        with open(path, encoding="utf-8") as file:
            for line in file:
                if line.endswith("\n"):
                    entry = json.loads(line)
                    last[entry["id"]] = entry
    except FileNotFoundError:
        pass
    return [Utterance(last[key]) for key in sorted(last)]


class Player:
    """The player in a pseudo-terminal, with settings and a place of its own."""

    def __init__(self, scratch, arguments, environment=None, wav=None):
        self.log_path = scratch / f"speech-{time.monotonic_ns()}.log"
        state = scratch / f"state-{time.monotonic_ns()}"
        os.mkdir(state)
        environment = dict(environment or os.environ, XDG_STATE_HOME=state)
        output = ["--output", f"wav:{wav}"] if wav else []
        self.program = Program(
            [BINARY, "--plain", "--voices", VOICES, "--speech-log", self.log_path]
            + output + [str(argument) for argument in arguments],
            env=environment,
        )

    def __enter__(self):
        self.program.start()
        return self

    def __exit__(self, *_):
        self.program.close()

    def key(self, *keys):
        """Presses keys; gives the time on CLOCK_MONOTONIC just before."""
        return self.program.key(*keys)

    def log(self):
        return read_log(self.log_path)

    def wait_for(self, holds, seconds=10):
        """Waits until `holds(log)`; gives what it gave."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            result = holds(self.log())
            if result:
                return result
            time.sleep(0.01)
        sys.exit(f"waited in vain; the log: {[(u.text, u.outcome) for u in self.log()][-5:]}")

    def wait_silent(self, after=0, seconds=15):
        """Waits until more than `after` utterances were asked for and all are over."""
        return self.wait_for(lambda log: len(log) > after and all(u.is_over for u in log), seconds)

    def answer(self, *keys, seconds=15):
        """Presses keys and waits until the answer has been spoken; gives (key time, utterance)."""
        before = len(self.log())
        pressed = self.key(*keys)
        self.wait_silent(before, seconds)
        return pressed, self.log()[before]

    def quit(self):
        self.key("q")
        if self.program.wait(10) is None:
            sys.exit("the player does not end")
        return self.program.status


def read_float(path):
    """Samples of a WAVE file as they are: float64, frames by channels."""
    rate, samples = wavfile.read(path)
    assert rate == RATE, rate
    if samples.dtype == np.int16:
        samples = samples / 32768
    return np.asarray(samples, float)


def write_float(path, samples, rate=RATE):
    wavfile.write(path, rate, np.asarray(samples, np.float32))


def encode(samples, path, rate=RATE, options=("-b", "320"), peak=None):
    """Writes samples as 16-bit WAVE beside `path` and encodes them with LAME."""
    samples = np.asarray(samples, float)
    wav = path[:-4] + ".wav"
    wavfile.write(wav, rate, np.clip(np.round(samples * 32768), -32768, 32767).astype("<i2"))
    subprocess.run(["lame", "--quiet", *options, wav, path], check=True)
    return path


def decode(path):
    """What mpg123 makes of a file, gapless, at the file's own rate: (float32 samples, rate)."""
    with tempfile.TemporaryDirectory() as folder:
        wav = os.path.join(folder, "decoded.wav")
        subprocess.run(
            ["mpg123", "-q", "--gapless", "--stereo", "-e", "f32", "-w", wav, path], check=True
        )
        rate, samples = wavfile.read(wav)
    return samples, rate


def music(seconds, seed, peak=0.7, rate=RATE):
    """Music in which no second is like another."""
    return testmusic.make(seconds, seed, rate, peak)


def place_of(part, whole):
    """Where `part` lies in `whole`, in frames; both frames by channels. Differences are compared,
    and each place by what it explains, so that neither low tones nor loud places win."""
    a, b = (np.diff(v.mean(axis=1)) for v in (part, whole))
    correlation = signal.correlate(b, a, "valid", method="fft")
    energy = signal.oaconvolve(b * b, np.ones(len(a)), "valid")
    return int(np.argmax(np.abs(correlation) / np.sqrt(np.maximum(energy, energy.max() * 1e-4))))


def decibels(ratio):
    return float(20 * np.log10(max(abs(ratio), 1e-12)))


def load():
    return " ".join(f"{value:.1f}" for value in os.getloadavg())


class Report:
    """Rows of a table, and whether each figure is what was asked for."""

    def __init__(self, title):
        self.title, self.rows, self.failed = title, [], 0
        print(f"## {title} (load {load()})", flush=True)

    def row(self, what, value, limit, good):
        self.failed += not good
        self.rows.append((what, value, limit, good))
        print(f"{'ok  ' if good else 'MISS'} {what}: {value} (asked: {limit})", flush=True)

    def end(self):
        sys.exit(1 if self.failed else 0)


def percentile(values, share):
    """The smallest value that `share` of the values do not exceed."""
    values = sorted(values)
    return values[min(len(values) - 1, max(0, int(np.ceil(share * len(values))) - 1))]


def spoken_seconds(text):
    """The time named in an answer: "3 minutes 12", "1 minute", "45 seconds"."""
    match = re.fullmatch(r"(?:about )?(?:(\d+) minutes?)?(?: ?(\d+)(?: seconds?)?)?", text)
    if not match or not (match[1] or match[2]):
        return None
    return 60 * int(match[1] or 0) + int(match[2] or 0)
