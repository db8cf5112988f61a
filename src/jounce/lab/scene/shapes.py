"""Shapes, one function a kind; points and axes in the axes of their body, from its centre of mass [m]."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from jounce.lab.scene.scene import WORLD, Shape


def rod(body: int, a: np.ndarray, b: np.ndarray, radius: float, role: str = "link") -> Shape:
    """A straight member of one body."""
    return {"kind": "rod", "body": body, "a": point(a), "b": point(b), "radius": radius, "role": role}


def bar(body: int, a: np.ndarray, other: int, b: np.ndarray, radius: float, role: str = "rod") -> Shape:
    """A massless rod between two bodies."""
    ends = {"a": point(a), "other": other, "b": point(b)}
    return {"kind": "bar", "body": body, **ends, "radius": radius, "role": role}


def spring(
    body: int, a: np.ndarray, other: int, b: np.ndarray, radius: float, coils: float, role: str = "spring"
) -> Shape:
    """A coil that stretches between two bodies; one without coils is a damper."""
    ends = {"a": point(a), "other": other, "b": point(b)}
    return {"kind": "spring", "body": body, **ends, "radius": radius, "coils": coils, "role": role}


def ball(body: int, centre: np.ndarray, radius: float, role: str = "joint") -> Shape:
    """A ball joint."""
    return {"kind": "ball", "body": body, "centre": point(centre), "radius": radius, "role": role}


def pin(body: int, centre: np.ndarray, axis: np.ndarray, radius: float, length: float, role: str = "joint") -> Shape:
    """The pin of a hinge."""
    size = {"radius": radius, "length": length}
    return {"kind": "pin", "body": body, "centre": point(centre), "axis": point(axis), **size, "role": role}


def wheel(body: int, centre: np.ndarray, axis: np.ndarray, radius: float, width: float, name: str) -> Shape:
    """A tire on its rim."""
    size = {"radius": radius, "width": width}
    where = {"centre": point(centre), "axis": point(axis)}
    return {"kind": "wheel", "body": body, **where, **size, "role": "wheel", "name": name}


def cylinder(body: int, a: np.ndarray, b: np.ndarray, radius: float, role: str = "part") -> Shape:
    """A round part."""
    return {"kind": "cylinder", "body": body, "a": point(a), "b": point(b), "radius": radius, "role": role}


def box(
    body: int,
    centre: Sequence[float] | np.ndarray,
    half: Sequence[float],
    quaternion: Sequence[float] = (1.0, 0.0, 0.0, 0.0),
    role: str = "part",
    colour: str | None = None,
) -> Shape:
    """A box with half its edges along its own axes."""
    shape = {"kind": "box", "body": body, "centre": point(centre), "half": list(half), "quaternion": list(quaternion)}
    return {**shape, "role": role, **({} if colour is None else {"colour": colour})}


def cone(body: int, base: Sequence[float], tip: Sequence[float], radius: float) -> Shape:
    """A traffic cone."""
    return {"kind": "cone", "body": body, "base": point(base), "tip": point(tip), "radius": radius, "role": "obstacle"}


def sign(at: Sequence[float], heading: float, text: str, span: float = 0.0) -> Shape:
    """A board that faces drivers who come along a heading [rad]; with a span [m] an arch of twice that width."""
    where = {"at": point(at), "heading": round(heading, 4), "span": round(span, 3)}
    return {"kind": "sign", "body": WORLD, **where, "text": text, "role": "sign"}


def hull(
    body: int,
    outline: Iterable[tuple[float, float]],
    width: float,
    cabin: Iterable[tuple[float, float]] = (),
    cabin_width: float = 0.0,
    arches: Iterable[dict[str, float]] = (),
) -> Shape:
    """A car's body: side views (x, z) of its lower part and its cabin, and the arches over its wheels."""
    return {
        "kind": "hull",
        "body": body,
        "outline": [round_numbers(p) for p in outline],
        "width": round(width, 4),
        "cabin": [round_numbers(p) for p in cabin],
        "cabin_width": round(cabin_width, 4),
        "centre_y": 0.0,
        "arches": list(arches),
        "role": "chassis",
    }


def point(p: Any) -> list[float]:
    """Three numbers, to a hundredth of a millimetre: shapes are sent as JSON."""
    return round_numbers(np.asarray(p, dtype=float))


def round_numbers(numbers: Iterable[float]) -> list[float]:
    """Numbers to a hundredth of a millimetre."""
    return [round(float(x), 5) + 0.0 for x in numbers]
