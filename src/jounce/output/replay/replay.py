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
from jounce.output.replay.page import replay_page

MAX_SAMPLES = 6000
"""Most samples of a run in a page: a minute at 100 Hz. Longer runs are thinned to every second, third … sample."""


def motion_of(result: Result) -> Motion:
    """The motion of a result; raises InputError for one without it, or with less than two samples."""
    motion = result.motion
    if motion is None:
        hint = "run the maneuver again"
        raise InputError("nothing to replay", "a result without motion", "a result of `jounce run`", hint)
    if len(motion.blocks) < 2:
        raise InputError("nothing to replay", f"{len(motion.blocks)} samples", "a run with two or more")
    return motion


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
    """The motion with at most MAX_SAMPLES samples, the last of them included."""
    n = len(motion.blocks)
    if n <= MAX_SAMPLES:
        return motion
    every = np.unique(np.append(np.arange(0, n, -(-n // MAX_SAMPLES)), n - 1))
    return Motion(motion.scene, motion.blocks[every], motion.terrain)
