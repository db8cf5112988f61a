"""What was driven, kept as a result file that replays like any other."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import numpy as np

from jounce.realtime.rows import PLACE
from jounce.results import Channel, Metadata, Result, write_result
from jounce.scene import Motion, Scene
from jounce.scene.motion import channel_of, path_terrain
from jounce.version import __version__
from jounce.viewer.picture import Painter

LONGEST = 1800.0
"""A recording ends after half an hour [s]."""
_LEFT_OUT = ("tick_time", "late_ticks")


@dataclass(frozen=True)
class Driven:
    """What was driven, on what, and how it was computed."""

    vehicle: str
    ground: str
    formulation: str
    integrator: str
    step: float
    """[s]"""


class Recording:
    """Rows since it began."""

    def __init__(self, painter: Painter, ground: tuple, driven: Driven) -> None:
        self._painter, self._ground, self._driven = painter, ground, driven
        self._blocks: list[np.ndarray] = []
        self._places: list[np.ndarray] = []
        self.began = datetime.now(UTC)

    def add(self, rows: np.ndarray) -> None:
        """Rows that follow on those before; after a reset or a pause only those that go on in time are kept."""
        for row in rows:
            t = float(row[PLACE["time"]])
            if self._blocks and t <= self._blocks[-1][0] + 1e-6:
                if t < self._blocks[-1][0] - 1e-3:  # gone back to the start or to a snapshot: begin anew
                    self._blocks.clear()
                    self._places.clear()
                else:
                    continue
            self._blocks.append(self._painter.block(row))
            self._places.append(row[PLACE["x"] : PLACE["z"] + 1].copy())

    @property
    def seconds(self) -> float:
        """Recorded [s]."""
        return float(self._blocks[-1][0] - self._blocks[0][0]) if self._blocks else 0.0

    @property
    def full(self) -> bool:
        """Whether it is as long as it may be."""
        return self.seconds >= LONGEST

    def result(self) -> Result | None:
        """Everything recorded; None for less than two rows."""
        if len(self._blocks) < 2:
            return None
        blocks = np.array(self._blocks)
        blocks[:, 0] -= blocks[0, 0]
        places = np.array(self._places)
        scene = self._painter.scene
        return Result(
            tuple(_channels(scene, blocks, places)),
            Metadata(
                maneuver="drive",
                vehicle=self._driven.vehicle,
                ground=self._driven.ground,
                formulation=self._driven.formulation,
                integrator=self._driven.integrator,
                step=self._driven.step,
                tolerance=None,
                planned_end=float(blocks[-1, 0]),
                jounce_version=__version__,
                created=self.began.isoformat(timespec="seconds"),
                steps=round(float(blocks[-1, 0]) / self._driven.step),
                evaluations=0,
                rejected_steps=0,
                wall_time=0.0,
            ),
            Motion(scene, blocks, path_terrain(self._ground, places)),
        )

    def save(self, folder: Path) -> Path | None:
        """Write the result file, named after the time; None for a recording that is too short. Raises FileError."""
        result = self.result()
        if result is None:
            return None
        path = folder / f"drive-{self._driven.vehicle}-{self.began:%Y%m%d-%H%M%S}.parquet"
        write_result(result, path)
        return path


def _channels(scene: Scene, blocks: np.ndarray, places: np.ndarray) -> list[Channel]:
    """Gauges under the names that channels of runs have."""
    found = [Channel("time", "s", "", "time since the start of the recording", blocks[:, 0].astype(float))]
    for axis, values in zip("xyz", places.T, strict=True):
        found.append(
            Channel(f"chassis.position_{axis}", "m", "world", "position of the chassis' centre of mass", values)
        )
    for i, gauge in enumerate(scene.gauges):
        if gauge.name not in _LEFT_OUT:
            values = blocks[:, 1 + i].astype(float)
            found.append(Channel(channel_of(gauge.name), gauge.unit, "", f"{gauge.label}, as it was shown", values))
    return found
