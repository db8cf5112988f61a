"""Follow: a driver along a path of waypoints."""

from __future__ import annotations

import math
from importlib.resources import files
from pathlib import Path as File
from typing import Annotated

import numpy as np
from pydantic import Field

from jounce.errors import InputError
from jounce.lab.drivers import Path, PathDriver
from jounce.lab.drivers.path import read_path
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import NotNegative, Number, Positive, Speed, Time


class Follow(Frozen):
    """Options of a drive along waypoints, numbers in SI or strings with a unit.

    The file has columns x and y [m], and speed [m/s] if it changes; `handling-course` comes with jounce. The path
    begins where the car starts: its first point and direction are moved to the origin and to the x axis.
    """

    file: Annotated[
        str,
        Field(
            description="CSV file with columns x and y [m] and optionally speed [m/s], or the name of a built-in path"
        ),
    ] = "handling-course"
    speed: Annotated[Speed, Positive, Field(description="initial speed, held if the file has no speeds [m/s]")] = 10.0
    laps: Annotated[Number, NotNegative, Field(description="number of laps of a closed path; 0: the path is open")] = (
        1.0
    )
    preview: Annotated[
        Annotated[Time, Positive] | None,
        Field(description="preview time of the driver [s]; none: chosen from the tires of the car"),
    ] = None
    duration: Annotated[
        Time, NotNegative, Field(description="duration of the run [s]; 0: the time that the path takes")
    ] = 0.0


def follow(options: Follow) -> Maneuver:
    """The maneuver for these options; raises FileError for a file that cannot be read."""
    path, speeds = read_path(_file(options.file), closed=options.laps > 0.0)
    path = _from_the_origin(path)
    begins = options.speed if speeds is None else float(speeds[0, 1])
    if begins <= 0.0:
        raise InputError("no speed to start with", f"{begins:g} m/s", "a positive speed in the first row", where="file")
    if speeds is not None and float(speeds[:, 1].min()) <= 0.0:
        raise InputError("a speed that is not positive", f"{speeds[:, 1].min():g} m/s", "positive speeds", where="file")
    pace = options.speed if speeds is None else path.length / _seconds(path, speeds)
    length = path.length * (options.laps or 1.0)
    end = options.duration or round(length / pace, 2)
    return Maneuver(
        name="follow",
        about=f"Along {length:.4g} m of {File(options.file).name} with a driver, from {3.6 * begins:.4g} km/h on.",
        speed=begins,
        driver=PathDriver(path, speed=options.speed if speeds is None else speeds, preview=options.preview),
        end=end,
        needs=("steering", "propulsion"),
        stop=("abs(chassis.roll_angle) > 60 deg",),
        metrics=("maximum_lateral_acceleration", "peak_side_slip", "minimum_wheel_load"),
        figures=("path", "tire-use", "phase-plane"),
        options=dict(options),
    )


def _file(name: str) -> str:
    """A file, or one of those that come with jounce."""
    known = File(str(files("jounce.model.library") / "paths" / f"{name}.csv"))
    return str(known) if not File(name).suffix and known.is_file() else name


def _from_the_origin(path: Path) -> Path:
    """The path moved and turned so that it begins at the origin along x."""
    c, s = math.cos(path.headings[0]), math.sin(path.headings[0])
    return Path((path.points - path.points[0]) @ np.array([[c, -s], [s, c]]), path.closed)


def _seconds(path: Path, speeds: np.ndarray) -> float:
    """Time that the path takes at the speeds along it [s]."""
    middle = 0.5 * (path.stations[1:] + path.stations[:-1])
    return float(np.sum(np.diff(path.stations) / np.interp(middle, speeds[:, 0], speeds[:, 1])))
