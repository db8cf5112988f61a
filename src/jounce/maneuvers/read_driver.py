"""The driver in a maneuver file: a path to follow, and perhaps a speed."""

from __future__ import annotations

from pathlib import Path as File
from typing import Annotated, Any

import numpy as np
from pydantic import Field, model_validator

from jounce.drivers import Path, PathDriver
from jounce.drivers.path import read_path
from jounce.errors import Refusal
from jounce.findings import shown
from jounce.mechanism.frozen import Frozen
from jounce.mechanism.quantities import Length, NotNegative, Number, Positive, Time, Velocity


class FileDriver(Frozen):
    """Keys of `driver`, numbers in SI or texts with a unit."""

    path: Annotated[str | None, Field(description="a CSV file with columns x, y [m] and perhaps speed [m/s]")] = None
    points: Annotated[tuple[tuple[Length, Length], ...], Field(description="or the points themselves [m]")] = ()
    closed: Annotated[bool, Field(description="whether the path goes round")] = False
    speed: Annotated[Velocity | None, Positive, Field(description="held [m/s]; by default that of the file")] = None
    preview: Annotated[Time, NotNegative, Field(description="how far ahead the driver looks [s]")] = 0.3
    understeer: Annotated[Number, Field(description="gradient that the driver reckons with [rad s²/m]")] = 0.003

    @model_validator(mode="after")
    def _one_path(self) -> FileDriver:
        if (self.path is None) == (not self.points):
            raise Refusal("no path, or two", "path and points" if self.points else "neither", "path or points")
        return self


def read_driver(value: Any, folder: File) -> PathDriver:
    """The driver that a file describes; files are relative to its folder. Raises Refusal, ModelError or FileError."""
    if not isinstance(value, dict):
        raise Refusal("not a driver", shown(value), "a mapping with path or points, and perhaps a speed")
    given = FileDriver(**value)
    speeds: np.ndarray | None = None
    if given.path is not None:
        path, speeds = read_path(folder / given.path, closed=given.closed)
    else:
        path = Path.through(given.points, closed=given.closed)
    held = given.speed if given.speed is not None else speeds
    return PathDriver(path, speed=held, preview=given.preview, understeer=given.understeer)
