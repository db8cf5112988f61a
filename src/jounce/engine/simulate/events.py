"""Moments worth knowing: when a quantity passes a level during a run, and runs that end there.

A quantity is a plain function g(t, y, numbers) of the time [s], the state of the system that is simulated, in its own
formulation, and constants of one's own. It is compiled, and called by its address: integrators need not be compiled
for it. Only `AdamsBashforthMoulton` looks for events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from jounce.engine.compiler import address, pointer
from jounce.engine.formulations.formulation import System
from jounce.engine.integrators.events import BOTH, EVENT, FALLING, RISING
from jounce.errors import InputError, ModelError
from jounce.findings import Finding, suggestion

Quantity = Callable[[float, np.ndarray, np.ndarray], float]

DIRECTIONS = {"both": BOTH, "rising": RISING, "falling": FALLING}
AXES = {"x": 0, "y": 1, "z": 2}


@dataclass(frozen=True)
class Event:
    """A quantity that passes a level."""

    name: str
    quantity: Quantity
    """g(t, y, numbers), a function that Numba can compile."""
    level: float = 0.0
    direction: str = "both"
    """`rising`, `falling` or `both`."""
    stop: bool = False
    """Whether the run ends there."""
    numbers: tuple[float, ...] = ()
    """Constants of the quantity, its third argument."""

    def __post_init__(self) -> None:
        if self.direction not in DIRECTIONS:
            found = Finding("direction", "unknown", repr(self.direction), f"one of {', '.join(DIRECTIONS)}")
            raise ModelError([found], f"event {self.name}")
        if not np.all(np.isfinite([self.level, *self.numbers])):
            raise ModelError([Finding("level", "not finite", repr((self.level, *self.numbers)))], f"event {self.name}")


@dataclass(frozen=True, eq=False)
class EventHit:
    """An event that happened."""

    name: str
    time: float
    """Time at which the event happened [s]."""
    state: np.ndarray
    """World state on the constraints, as in `Trajectory.samples` behind the time."""


def coordinate_event(
    system: System,
    joint: str,
    coordinate: str | None = None,
    *,
    name: str | None = None,
    level: float = 0.0,
    direction: str = "both",
    stop: bool = False,
) -> Event:
    """A joint coordinate [rad, m] that passes a level.

    coordinate: `angle`, `travel` …; may be left out if the joint has only one. Of a system on a tree (synthesis, null
    space), all turns and travels of its joints (`jounce explain`); in the world frame, angles whose turns are counted.
    """
    place = _coordinate_place(system, joint, coordinate)
    return Event(name or f"{joint} {coordinate or ''}".strip(), _state, level, direction, stop, (float(place),))


def position_event(
    system: System,
    body: str,
    axis: str = "z",
    *,
    at: tuple[float, float, float] | None = None,
    name: str | None = None,
    level: float = 0.0,
    direction: str = "both",
    stop: bool = False,
) -> Event:
    """A world coordinate [m] of a body that passes a level; axis `z` is its height.

    at: a point of the body, in world coordinates at the design position; by default its centre of mass. In the world
    frame any body; of a system on a tree the base, where that moves.
    """
    if axis not in AXES:
        raise InputError("unknown axis", repr(axis), f"one of {', '.join(AXES)}")
    names = system.layout.bodies
    if body not in names:
        raise InputError("unknown body", repr(body), f"one of {', '.join(names)}", suggestion(body, names))
    places = system.body_states(body)
    if places is None:
        known = [name for name in names if system.body_states(name) is not None]
        expected = f"{', '.join(known)}, which carries the others" if known else "a system in the world frame"
        raise InputError("no world position among the states", repr(body), expected, where="position_event")
    local = system.frames[body].point(at) if at is not None else np.zeros(3)
    numbers = (float(places.pose), float(AXES[axis]), *(float(x) for x in local))
    return Event(name or f"{body} {axis}", _coordinate_of_point, level, direction, stop, numbers)


def event_rows(events: Sequence[Event]) -> tuple[np.ndarray, np.ndarray]:
    """Events as compiled code takes them: EVENT of jounce.engine.integrators.events, and the numbers of all of them."""
    rows, first = np.zeros(len(events), EVENT), 0
    for row, event in zip(rows, events, strict=True):
        row["function"] = _address(event)
        row["level"], row["direction"], row["stop"] = event.level, DIRECTIONS[event.direction], event.stop
        row["first"], row["last"] = first, first + len(event.numbers)
        first += len(event.numbers)
    return rows, np.array([x for event in events for x in event.numbers], dtype=float)


def _address(event: Event) -> int:
    """Address of an event's compiled quantity; those of this package are kept on disk."""
    ours = event.quantity.__module__ == __name__
    try:
        return address(pointer(event.quantity, 0.0, np.zeros(1), np.zeros(1), keep=ours, result=0.0))
    except Exception as error:
        reason = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        expected = "a function g(t, y, numbers) of numbers and arrays that Numba can compile"
        raise ModelError([Finding(event.name, "cannot be compiled", reason, expected)], "the events") from error


def _state(t: float, y: np.ndarray, numbers: np.ndarray) -> float:
    """Quantity of an event: one of the states."""
    return float(y[int(numbers[0])])


def _coordinate_of_point(t: float, y: np.ndarray, numbers: np.ndarray) -> float:
    """r + R(q) p along one axis, with r and q in y."""
    i, axis = int(numbers[0]), int(numbers[1])
    px, py, pz = numbers[2], numbers[3], numbers[4]
    w, qx, qy, qz = y[i + 3], y[i + 4], y[i + 5], y[i + 6]
    s = 2.0 / (w * w + qx * qx + qy * qy + qz * qz)
    if axis == 0:
        return y[i] + px + s * (-(qy * qy + qz * qz) * px + (qx * qy - w * qz) * py + (qx * qz + w * qy) * pz)
    if axis == 1:
        return y[i + 1] + py + s * ((qx * qy + w * qz) * px - (qx * qx + qz * qz) * py + (qy * qz - w * qx) * pz)
    return y[i + 2] + pz + s * ((qx * qz - w * qy) * px + (qy * qz + w * qx) * py - (qx * qx + qy * qy) * pz)


def _coordinate_place(system: System, joint: str, coordinate: str | None) -> int:
    """Where a joint coordinate stands in y; raises InputError."""
    found = system.joint_coordinates(joint)
    if coordinate is None and len(found) == 1:
        return next(iter(found.values()))
    if coordinate in found:
        return found[coordinate]
    if joint not in system.layout.joints:
        names = list(system.layout.joints)
        raise InputError("unknown joint", repr(joint), f"one of {', '.join(names)}", suggestion(joint, names))
    got = joint if coordinate is None else f"{joint} {coordinate}"
    expected = f"one of {', '.join(found)}" if found else "a joint in the tree of a synthesised system or a null space"
    raise InputError("no such coordinate among the states", got, expected, where="coordinate_event")
