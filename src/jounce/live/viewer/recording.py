"""Recording of a live drive as a result file that replays like any other."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from jounce.engine.terrain import Course
from jounce.lab.laps import lap_times
from jounce.lab.results import Channel, Metadata, Result, write_result
from jounce.lab.results.channel_names import named_channel
from jounce.lab.results.motion import Motion
from jounce.lab.results.vehicle_channels import input_channel
from jounce.lab.scene.motion import path_terrain
from jounce.live.realtime.sample_layout import CONTROL_COLUMNS
from jounce.live.viewer.frame_encoder import FrameEncoder
from jounce.version import __version__

MAX_DURATION = 1800.0
"""Longest recording [s]."""


@dataclass(frozen=True)
class DriveInfo:
    """Vehicle, ground, formulation and integrator of a recorded drive."""

    vehicle: str
    ground: str
    formulation: str
    integrator: str
    step: float
    """Simulated time of a step [s]."""


class Recording:
    """The rows of a live drive since the recording began."""

    def __init__(self, encoder: FrameEncoder, ground: tuple, info: DriveInfo) -> None:
        self._encoder, self._ground, self._info = encoder, ground, info
        self._blocks: list[np.ndarray] = []
        self._rows: list[np.ndarray] = []
        self._names = (*encoder.layout.channels, *CONTROL_COLUMNS)
        self.began = datetime.now(UTC)

    def add(self, rows: np.ndarray) -> None:
        """Append rows; after a reset or a restore the recording starts again, rows of a pause are skipped."""
        for row in rows:
            t = float(row[0])
            if self._blocks and t <= self._blocks[-1][0] + 1e-6:
                if t < self._blocks[-1][0] - 1e-3:  # gone back to the start or to a snapshot: begin anew
                    self._blocks.clear()
                    self._rows.clear()
                else:
                    continue
            self._blocks.append(self._encoder.encode(row))
            self._rows.append(row[: len(self._names)].copy())

    @property
    def seconds(self) -> float:
        """Recorded time [s]."""
        return float(self._blocks[-1][0] - self._blocks[0][0]) if self._blocks else 0.0

    @property
    def is_full(self) -> bool:
        """Whether the longest duration is reached."""
        return self.seconds >= MAX_DURATION

    def best_lap(self, course: Course) -> str:
        """The quickest finished lap on a course as words for a sentence; empty without one."""
        if len(self._rows) < 2:
            return ""
        rows = np.array(self._rows)
        x, y, _ = rows[:, self._encoder.layout.position].T
        laps = lap_times(course, rows[:, 0], x, y)
        return f", best of {len(laps)} laps {min(lap.time for lap in laps):.3f} s" if laps else ""

    def result(self) -> Result | None:
        """Everything recorded; None for less than two rows."""
        if len(self._blocks) < 2:
            return None
        blocks = np.array(self._blocks)
        blocks[:, 0] -= blocks[0, 0]
        rows = np.array(self._rows)
        rows[:, 0] -= rows[0, 0]
        scene = self._encoder.scene
        return Result(
            tuple(_channel(name, values) for name, values in zip(self._names, rows.T, strict=True)),
            Metadata(
                maneuver="drive",
                vehicle=self._info.vehicle,
                settings={
                    "formulation": self._info.formulation,
                    "integrator": self._info.integrator,
                    "step": self._info.step,
                    "ground": self._info.ground,
                },
                planned_end=float(blocks[-1, 0]),
                jounce_version=__version__,
                created=self.began.isoformat(timespec="seconds"),
                steps=round(float(blocks[-1, 0]) / self._info.step),
                evaluations=0,
                rejected_steps=0,
                wall_time=0.0,
            ),
            Motion(scene.to_dict(), blocks, path_terrain(self._ground, rows[:, self._encoder.layout.position])),
        )

    def save(self, folder: Path) -> Path | None:
        """Write the result file, named after the time; None for a recording that is too short. Raises FileError."""
        result = self.result()
        if result is None:
            return None
        path = folder / f"drive-{self._info.vehicle}-{self.began:%Y%m%d-%H%M%S}.parquet"
        write_result(result, path)
        return path


def _channel(name: str, values: np.ndarray) -> Channel:
    """A column of the rows as a channel like those of runs."""
    if name in CONTROL_COLUMNS:
        return Channel(name, *CONTROL_COLUMNS[name], values)
    part, _, rest = name.partition(".")
    return input_channel(rest, values) if part == "input" else named_channel(name, values)
