"""Standard obstacles and measured profiles as two tracks, and the path a round wheel takes over them.

A point that follows a half-round feels its vertical flanks; a wheel does not. `envelope` gives the path of the lowest
point of a rolling circle, which is the profile to give to a model with one contact point.

`Tracks` are the heights under the left and the right wheels of a car that drives straight on, as plain data.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from jounce.engine.laws.ground.profile import Profile
from jounce.engine.terrain.options import length as length_of
from jounce.engine.terrain.options import not_negative, positive
from jounce.engine.terrain.road import profile
from jounce.errors import InputError
from jounce.findings import shown

Curve = NDArray[Any]
Side = Literal["both", "left", "right"]
MAX_NODES = 20_000_000
"""Most nodes of a profile."""


def half_round(radius: Any, *, start: Any = 5.0, side: Side = "both", after: Any = 5.0, spacing: Any = 0.01) -> Tracks:
    """Half a cylinder across the road: z = √(r² − (s − start − r)²).

    start: where the obstacle begins; side: under which wheels it lies; after: level road behind it; spacing: of the
    nodes.
    """
    r, begin = positive(radius, "radius"), not_negative(start, "start")

    def shape(s: Curve) -> Curve:
        return np.sqrt(np.maximum(r**2 - (s - begin - r) ** 2, 0.0))

    return _tracks(shape, begin + 2.0 * r, after, side, spacing, f"half-round of radius {r:g} m")


def trapezoid(
    height: Any,
    ramp: Any,
    top: Any,
    *,
    start: Any = 5.0,
    side: Side = "both",
    after: Any = 5.0,
    spacing: Any = 0.01,
) -> Tracks:
    """A ramp up, a level top and a ramp down; `ramp` and `top`: lengths along the road (other options: half_round)."""
    h, up, level = length_of(height, "height"), positive(ramp, "ramp"), not_negative(top, "top")
    about = f"trapezoid of height {h:g} m"
    return _plateau(h, up, level, not_negative(start, "start"), after, side, spacing, about)


def pothole(
    length: Any,
    depth: Any,
    *,
    edge: Any = 0.02,
    start: Any = 5.0,
    side: Side = "both",
    after: Any = 5.0,
    spacing: Any = 0.01,
) -> Tracks:
    """A hole with a level floor; `length` from rim to rim, `edge` the part of it over which a wall falls to the floor
    (other options: half_round).
    """
    whole, down, wall = positive(length, "length"), positive(depth, "depth"), positive(edge, "edge")
    if 2.0 * wall > whole:
        raise InputError("edges longer than the hole", f"two of {wall:g} m in {whole:g} m", where="edge")
    about = f"pothole of {whole:g} m and depth {down:g} m"
    return _plateau(-down, wall, whole - 2.0 * wall, not_negative(start, "start"), after, side, spacing, about)


def table(
    s: ArrayLike, z_left: ArrayLike, z_right: ArrayLike | None = None, *, start: Any = 0.0, spacing: Any = None
) -> Tracks:
    """A measured profile: heights z at the rising distances s [m], straight lines between them; raises InputError.

    z_right: like the left one when it is not given; start: where the first point is put; spacing: of the nodes, the
    smallest step of s when it is not given, which keeps every point of an evenly spaced table.
    """
    along, left = _numbers(s, "s"), _numbers(z_left, "z_left")
    right = left if z_right is None else _numbers(z_right, "z_right")
    if along.size < 2 or not np.all(np.diff(along) > 0.0):
        raise InputError("not a table of distances", shown(along), "2 or more rising numbers [m]", where="s")
    for name, z in (("z_left", left), ("z_right", right)):
        if z.size != along.size:
            raise InputError("wrong number of heights", str(z.size), f"{along.size}, as in s", where=name)
    begin = not_negative(start, "start")
    step = float(np.min(np.diff(along))) if spacing is None else positive(spacing, "spacing")
    at = step * np.arange(_nodes(begin + along[-1] - along[0], step))
    known = along - along[0] + begin
    return Tracks(step, np.interp(at, known, left), np.interp(at, known, right), about=f"table of {along.size} points")


def envelope(tracks: Tracks, wheel_radius: Any) -> Tracks:
    """The path of the lowest point of a circle that rolls over each track, as high as it must be and no higher:

        e(s) = max over |ξ| ≤ R of z(s + ξ) + √(R² − ξ²) − R

    exact for the straight lines between the nodes. It is nowhere below the profile and rounds corners off with R.
    """
    radius = positive(wheel_radius, "wheel_radius")
    if radius > 1000.0 * tracks.spacing and radius > 10.0:
        raise InputError(
            "out of range", shown(wheel_radius), "the radius of a wheel, 10 m or less", where="wheel_radius"
        )
    left, right = (_roll_over(z, tracks.spacing, radius) for z in (tracks.left, tracks.right))
    return replace(tracks, left=left, right=right, about=f"{tracks.about}; rolled over with a radius of {radius:g} m")


def _roll_over(z: Curve, step: float, radius: float) -> Curve:
    reach = math.ceil(radius / step)
    padded = np.pad(z, reach, mode="edge")
    slopes = np.diff(padded) / step
    touching = radius * slopes / np.sqrt(1.0 + slopes**2)  # where the circle touches a line of that slope
    path = np.full(z.size, -math.inf)
    for k in range(-reach, reach):  # the line from s + k step to s + (k + 1) step
        lines = slice(reach + k, reach + k + z.size)
        near, far = max(k * step, -radius), min((k + 1) * step, radius)
        xi = np.clip(touching[lines], near, far)
        height = padded[lines] + slopes[lines] * (xi - k * step)
        np.maximum(path, height + np.sqrt(np.maximum(radius**2 - xi**2, 0.0)) - radius, out=path)
    return path


def _plateau(
    height: float, ramp: float, top: float, start: float, after: Any, side: object, spacing: Any, about: str
) -> Tracks:
    corners = start + np.array([0.0, ramp, ramp + top, 2.0 * ramp + top])

    def shape(s: Curve) -> Curve:
        return np.interp(s, corners, [0.0, height, height, 0.0])

    return _tracks(shape, float(corners[-1]), after, side, spacing, about)


def _tracks(shape: Callable[[Curve], Curve], end: float, after: Any, side: object, spacing: Any, about: str) -> Tracks:
    if side not in ("both", "left", "right"):
        raise InputError("unknown side", shown(side), "'both', 'left' or 'right'", where="side")
    step = positive(spacing, "spacing")
    z = shape(step * np.arange(_nodes(end + not_negative(after, "after"), step)))
    level = np.zeros_like(z)
    return Tracks(step, level if side == "right" else z, level if side == "left" else z, about=about)


def _nodes(length: float, step: float) -> int:
    count = length / step
    if count > MAX_NODES:
        raise InputError("too fine", f"{step:g} m for {length:g} m", f"at most {MAX_NODES} nodes", where="spacing")
    return max(math.ceil(count * (1.0 - 1e-12)), 1) + 1


def _numbers(values: ArrayLike, where: str) -> Curve:
    try:
        numbers = np.asarray(values, dtype=np.float64)
    except (TypeError, ValueError):
        raise InputError("not numbers", shown(values), "a list of numbers [m]", where=where) from None
    if numbers.ndim != 1 or not np.all(np.isfinite(numbers)):
        raise InputError("not numbers", shown(values), "a list of finite numbers [m]", where=where)
    return numbers


@dataclass(frozen=True, eq=False)
class Tracks:
    """z(s) [m] of two tracks at s = 0, spacing, 2 spacing, … [m]; before and after them the end values go on."""

    spacing: float
    left: NDArray[Any]
    right: NDArray[Any]
    about: str = ""
    """What they are, for people."""

    def __post_init__(self) -> None:
        if not (np.isfinite(self.spacing) and self.spacing > 0.0):
            raise InputError("not a spacing", shown(self.spacing), "a length greater than 0 [m]", where="spacing")
        for name in ("left", "right"):
            z = np.asarray(getattr(self, name), dtype=np.float64)
            if z.ndim != 1 or z.size < 2 or not np.all(np.isfinite(z)):
                raise InputError("not a profile", shown(z), "2 or more finite heights [m]", where=name)
            object.__setattr__(self, name, z)
        if self.left.size != self.right.size:
            got = f"{self.left.size} heights left and {self.right.size} right"
            raise InputError("tracks of different length", got, "as many on both sides")

    @property
    def s(self) -> NDArray[Any]:
        """Distance of the nodes along the road [m]."""
        return self.spacing * np.arange(self.left.size)

    def ground(self, **options: Any) -> Profile:
        """The road with these tracks; options: those of `jounce.engine.terrain.profile`."""
        return profile(self.left, self.right, spacing=self.spacing, **options)

    @property
    def length(self) -> float:
        """Length from the first node to the last [m]."""
        return self.spacing * (self.left.size - 1)
