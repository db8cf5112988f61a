"""Replays: a recorded run as one file that opens from a disk, or as a part of a report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from jounce.errors import Refusal
from jounce.results import Result
from jounce.results.atomic import write_text
from jounce.scene import Motion
from jounce.viewer.channel_motion import channel_motion
from jounce.viewer.page import replay_page

MOST = 6000
"""Samples of a run that a page carries: a minute at 100 Hz. Of longer ones every second, third … is taken."""


def motion_of(result: Result) -> Motion:
    """The motion of a result; of one without it, what its channels tell. Raises Refusal if they tell too little."""
    motion = result.motion or channel_motion(result)
    if len(motion.blocks) < 2:
        raise Refusal("nothing to replay", f"{len(motion.blocks)} samples", "a run with two or more")
    return motion


def containers(run: Motion, ghosts: Sequence[Motion] = ()) -> list[bytes]:
    """What a page needs of a run and of those that drive beside it: terrain, run, ghosts."""
    return [run.terrain, _thinned(run).container(), *(_thinned(ghost).container("ghost") for ghost in ghosts)]


def render_replay(result: Result, ghosts: Sequence[Result] = ()) -> str:
    """The replay of a run as HTML that needs nothing else; ghosts: other runs, translucent beside it."""
    run = motion_of(result)
    data = containers(run, [motion_of(ghost) for ghost in ghosts])
    return replay_page(run.scene.title, run.scene.to_dict(), data)


def write_replay(result: Result, path: str | Path, ghosts: Sequence[Result] = ()) -> None:
    """Write the replay of a run, whole or not at all; raises FileError."""
    write_text(path, render_replay(result, ghosts))


def _thinned(motion: Motion) -> Motion:
    """With at most MOST samples, the last of them included."""
    n = len(motion.blocks)
    if n <= MOST:
        return motion
    every = np.unique(np.append(np.arange(0, n, -(-n // MOST)), n - 1))
    return Motion(motion.scene, motion.blocks[every], motion.terrain)
