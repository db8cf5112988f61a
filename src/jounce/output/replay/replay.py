"""Replays: a recorded run as one file that opens from a disk, or as a part of a report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from jounce.errors import InputError
from jounce.lab.results import Result, as_result
from jounce.lab.results.atomic import write_text
from jounce.lab.results.motion import Motion
from jounce.lab.scene import motion_container
from jounce.output.replay.cones import with_cones
from jounce.output.replay.instruments import with_instruments
from jounce.output.replay.page import replay_page
from jounce.output.replay.scenery import with_scenery
from jounce.output.replay.strip import along_path

MAX_SAMPLES = 2000
"""Most samples of a run in a page, which draws what is between them. Of longer runs every second, third … is kept."""
MAX_RATE = 100.0
"""Most samples of a run in a page per second [Hz]."""


def motion_of(result: Result) -> Motion:
    """The motion of a result with its instruments, its cones, the scenery and the ground along its path.

    Raises InputError for a result without motion, or with less than two samples.
    """
    motion = result.motion
    if motion is None:
        hint = "run the maneuver again"
        raise InputError("nothing to replay", "a result without motion", "a result of `jounce run`", hint)
    if len(motion.blocks) < 2:
        raise InputError("nothing to replay", f"{len(motion.blocks)} samples", "a run with two or more")
    return along_path(with_scenery(result, with_cones(result, with_instruments(result, motion))))


def containers(run: Motion, ghosts: Sequence[Motion] = ()) -> list[bytes]:
    """Containers of a page: terrain, run, and ghosts."""
    return [run.terrain, motion_container(_thin(run)), *(motion_container(_thin(g), "ghost") for g in ghosts)]


def render_replay(result: Result, ghosts: Sequence[Result] = ()) -> str:
    """The replay of a run as HTML that needs nothing else; ghosts: other runs, translucent beside it."""
    run = motion_of(result)
    data = containers(run, [motion_of(ghost) for ghost in ghosts])
    return replay_page(run.scene["title"], run.scene, data)


def write_replay(result: Result | str | Path, path: str | Path, ghosts: Sequence[Result | str | Path] = ()) -> None:
    """Write the replay of a run, given as a result or a result file, whole or not at all; raises FileError."""
    write_text(path, render_replay(as_result(result), [as_result(ghost) for ghost in ghosts]))


def _thin(motion: Motion) -> Motion:
    """The motion with at most MAX_SAMPLES samples and MAX_RATE of them a second, the last included."""
    n, time = len(motion.blocks), motion.blocks[:, 0]
    wanted = min(MAX_SAMPLES, max(2, round(MAX_RATE * float(time[-1] - time[0])) + 1))
    every = round((n - 1) / (wanted - 1)) if n > wanted else 1
    if every <= 1 and n <= MAX_SAMPLES:
        return motion
    kept = np.unique(np.append(np.arange(0, n, max(every, -(-n // MAX_SAMPLES))), n - 1))
    return Motion(motion.scene, motion.blocks[kept], motion.terrain)
