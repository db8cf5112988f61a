"""Numbers of the drives of Lee 2000: a flight and its parabola, an overturning, and the time of a frame."""

from __future__ import annotations

import math
import statistics
import time
from typing import Any

import numpy as np

from jounce.engine.laws.ground import Ferguson
from jounce.engine.single_body import SIMPLE, Fleet, playground
from jounce_papers.lee_2000.drives import LAWS, CarSamples

GRAVITY = 9.81
FRAME_STEPS = 17
"""Steps of 1 ms in 1/60 s, rounded up."""
PAPER_FRAMES = (16.0, 30.0)
"""Frames per second in print."""


def flight(drive: CarSamples) -> dict[str, Any]:
    """The longest flight: where it begins, its highest point, where it ends, and where the parabola says it would.

    The parabola is that of the centre of mass from the first sample in the air, without drag.
    """
    first, last = _longest(drive.flying)
    begin, end = drive.position[first], drive.position[last]
    v, t = drive.velocity[first], float(drive.time[last] - drive.time[first])
    expected = begin + v * t - np.array([0.0, 0.0, 0.5 * GRAVITY * t * t])
    top = first + int(np.argmax(drive.position[first : last + 1, 2]))
    after = drive.time >= drive.time[last]
    return {
        "take_off": _moment(drive, first), "apex": _moment(drive, top), "landing": _moment(drive, last),
        "seconds": t, "length": float(np.hypot(*(end - begin)[:2])),
        "parabola_misses_by": float(np.linalg.norm(expected - end)),
        "touches_again": bool(np.all(drive.wheels[-20:] != -2)), "speed_at_the_end": _speed(drive, -1),
        "least_upright_after": float(drive.upright[after].min()),
    }  # fmt: skip


def overturning(drive: CarSamples) -> dict[str, Any]:
    """Whether and when a car overturned, and how it ended."""
    over = np.flatnonzero(drive.upright < 0.0)
    inner = np.flatnonzero(np.all(drive.wheels[:, [0, 2]] == -2, axis=1))
    speed = np.hypot(drive.velocity[:, 0], drive.velocity[:, 1])
    lateral = np.gradient(np.unwrap(np.arctan2(drive.velocity[:, 1], drive.velocity[:, 0])), drive.time) * speed
    before = slice(0, int(inner[0]) if inner.size else len(drive.time))
    return {
        "overturned": bool(over.size), "inner_wheels_lift_at": float(drive.time[inner[0]]) if inner.size else None,
        "on_its_side_at": float(drive.time[over[0]]) if over.size else None,
        "largest_roll_angle": float(np.abs(np.unwrap(drive.roll)).max()),
        "largest_lateral_acceleration_before": float(lateral[before].max() / GRAVITY),
        "threshold": drive.car.track / (2.0 * drive.car.height), "friction": drive.car.friction,
        "speed_at_the_end": _speed(drive, -1),
    }  # fmt: skip


def energy_lost(drive: CarSamples) -> dict[str, float]:
    """Energy of a car that is not driven [J]: at the beginning, at the end, and its largest growth between samples."""
    total = drive.energies.sum(axis=1)
    return {"begin": float(total[0]), "end": float(total[-1]), "largest_growth": float(np.diff(total).max())}


def frame_times(ground: Ferguson, frames: int) -> dict[str, Any]:
    """Milliseconds of 1/60 s of simulation, on the terrain and among objects, called from Python; and the paper's."""
    found = {}
    for law in LAWS:
        car = SIMPLE.model_copy(update={"law": law})
        for place, fleet in (("terrain", Fleet(car, ground=ground)), ("objects", Fleet(car, course=playground()))):
            fleet.place(speed=8.0)
            fleet.drive(steer=0.3, throttle=0.2)
            times = []
            for _ in range(frames):
                clock = time.perf_counter()
                fleet.advance(steps=FRAME_STEPS)
                times.append(1e3 * (time.perf_counter() - clock))
            found[f"{law}, {place}"] = {
                "smallest": min(times),
                "median": statistics.median(times),
                "largest": max(times),
            }
    return {
        "steps": FRAME_STEPS, "frames": frames, "ms": found,
        "paper_ms": [1e3 / PAPER_FRAMES[1], 1e3 / PAPER_FRAMES[0]],
    }  # fmt: skip


def _longest(flags: np.ndarray) -> tuple[int, int]:
    """First and last sample of the longest run of yes."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], flags.astype(int), [0]])))
    begins, ends = edges[::2], edges[1::2]
    if not begins.size:
        return 0, 0
    k = int(np.argmax(ends - begins))
    return int(begins[k]), int(ends[k]) - 1


def _moment(drive: CarSamples, i: int) -> dict[str, float]:
    x, y, z = (float(value) for value in drive.position[i])
    w, a, b, c = drive.rotation[i]
    pitch = math.asin(max(-1.0, min(1.0, 2.0 * (w * b - c * a))))
    return {"at": float(drive.time[i]), "x": x, "y": y, "z": z, "speed": _speed(drive, i), "pitch": pitch}


def _speed(drive: CarSamples, i: int) -> float:
    return float(np.linalg.norm(drive.velocity[i]))
