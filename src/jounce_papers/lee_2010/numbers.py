"""What the drive of Lee 2010 gives as numbers: heights, extremes, lifts, energies, times and differences."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

import numpy as np

from jounce.engine.laws.ground import PATCH, ask
from jounce.engine.laws.ground.query import answer_each, empty
from jounce.engine.simulate import Chord, Integrator, Midpoint, RungeKutta4
from jounce.engine.simulate.energy import Energy
from jounce.model.vehicle.corners import CHASSIS
from jounce_papers.drives import Drive, Record
from jounce_papers.lee_2010.drives import BUMPS, CALM, STEP, Field

METHODS: Mapping[str, Integrator] = {"chord": Chord(step=STEP), "midpoint": Midpoint(step=STEP)}
COARSE = 0.01
"""Time between samples where time is measured, as in `jounce run` [s]."""
QUESTIONS = 2
"""Questions of a tire to the ground in one evaluation: below the hub, and where the rim is nearest."""
BUMP_TIME = 1.5
"""Time from when the front wheels are on top of a bump until the rear ones have left it [s]."""


def motion(record: Record) -> dict[str, Any]:
    """Path, speeds, heading, and the extremes of vertical acceleration and roll with their times."""
    channels, t, options = record.channels, record.run.time, record.drive.plan.options
    speed, yaw = channels["chassis.speed"], channels["chassis.yaw_angle"]
    turn = options["start"] + options["ramp_time"], options["start"] + options["ramp_time"] + options["turn_time"]
    steps = np.diff(record.run.position(CHASSIS), axis=0)
    names = ("vertical_acceleration", "roll_angle", "roll_rate")
    return {
        "path_length": float(np.linalg.norm(steps, axis=1).sum()),
        "speed_before_turn": float(speed[_within(t, 3.0, options["start"])].mean()),
        "speed_in_turn": float(speed[_within(t, *turn)].mean()),
        "heading_change": float(yaw[-1] - yaw[0]),
        **{f"largest_{name}": _extreme(t, channels[f"chassis.{name}"]) for name in names},
        "bumps": [_bump(record, bump.x) for bump in BUMPS],
        "calm": {"from": CALM, **{f"largest_{name}": _extreme(t, channels[f"chassis.{name}"], CALM) for name in names}},
    }


def wheels(record: Record) -> dict[str, Any]:
    """Heights of the wheel centres above the flat, and how often and how long wheels are in the air."""
    channels, calm = record.channels, record.run.time >= CALM
    suffixes = [corner.suffix for corner in record.drive.car.corners]
    gaps = {s: (channels[f"wheel.{s}.height"] - channels[f"tire.{s}.ground_height"])[calm] for s in suffixes}
    air = {s: channels[f"tire.{s}.vertical_force"] == 0.0 for s in suffixes}
    every = np.array(list(gaps.values()))
    return {
        "height_on_flat": {s: float(gap.mean()) for s, gap in gaps.items()},
        "height_on_flat_mean": float(every.mean()),
        "height_on_flat_smallest": float(every.min()),
        "height_on_flat_largest": float(every.max()),
        "off_ground_share": {s: float(off.mean()) for s, off in air.items()},
        "off_ground_share_mean": float(np.mean(list(air.values()))),
        "lifts": {s: int(np.count_nonzero(off[1:] & ~off[:-1])) for s, off in air.items()},
        "lifts_total": int(sum(np.count_nonzero(off[1:] & ~off[:-1]) for off in air.values())),
    }


def energies(energy: Energy) -> dict[str, float]:
    """Works over the whole drive, the change of stored energy and the largest residual [J]."""
    residual = float(np.abs(energy.residual).max())
    return {
        "drive": float(energy.drive[-1]),
        "dampers": float(energy.dampers[-1]),
        "tires": float(energy.tires[-1]),
        "kinetic_change": float(energy.kinetic[-1] - energy.kinetic[0]),
        "gravity_change": float(energy.gravity[-1] - energy.gravity[0]),
        "springs_change": float(energy.springs[-1] - energy.springs[0]),
        "stored_change": float(energy.stored[-1] - energy.stored[0]),
        "largest_residual": residual,
        "relative_residual": residual / float(energy.drive[-1]),
    }


def times(drive: Drive, repeats: int) -> dict[str, Any]:
    """Wall-clock time of the integrators, which take turns after one short run that may compile."""
    runs: dict[str, list[float]] = {name: [] for name in METHODS}
    counts = {}
    for method in METHODS.values():
        drive.run("synthesis", method, end=COARSE, sample=COARSE)
    for _ in range(repeats):
        for name, method in METHODS.items():
            counts[name] = drive.run("synthesis", method, sample=COARSE).run.counts
            runs[name].append(counts[name].seconds)
    return {
        name: {
            "us_per_step": 1e6 * min(seconds) / counts[name].steps,
            "us_per_step_median": 1e6 * float(np.median(seconds)) / counts[name].steps,
            "real_time_factor": drive.plan.end / min(seconds),
            "steps": counts[name].steps,
            "evaluations": counts[name].evaluations,
            "repeats": repeats,
        }
        for name, seconds in runs.items()
    }


def differences(drive: Drive, as_driven: Record | None = None, *, end: float | None = None) -> dict[str, Any]:
    """Largest differences from the world-frame formulation with Runge–Kutta 4, over the drive or until `end` [s].

    Against `synthesis` with Runge–Kutta 4 the formulation alone differs; against the run `as_driven` also the
    integrator, whose error is what remains.
    """
    world = drive.run("world-frame", RungeKutta4(step=STEP), sample=STEP, end=end)
    others = {"synthesis, rk4": drive.run("synthesis", RungeKutta4(step=STEP), sample=STEP, end=end)}
    if as_driven is not None:
        others["synthesis, chord"] = as_driven
    return {
        "reference": f"cartesian (world frame), rk4, {1e3 * STEP:g} ms",
        "until": float(world.run.time[-1]),
        "us_per_step": 1e6 * world.run.counts.seconds / world.run.counts.steps,
        "largest": {name: _difference(other, world) for name, other in others.items()},
    }


def ground_cost(record: Record, field: Field, repeats: int) -> dict[str, Any]:
    """Size of the field, patches that the wheels visited, and the time of a question along their ways.

    A wheel computes the coefficients of a patch when it enters it; `patches_visited` counts each patch once.
    """
    ground, counts = field.ground, record.run.counts
    ways = np.ascontiguousarray(record.run.observation.tire["point"][:, :, :2].transpose(1, 2, 0))
    visited = [ask(ground, x, y).patch for x, y in ways]
    nanoseconds = 1e9 * min(_time_questions(ground, ways) for _ in range(repeats))
    return {
        "nodes": list(ground.heights.shape),
        "spacing": field.raster.dx,
        "bytes": int(ground.heights.nbytes),
        "patches": int(np.prod([n - 1 for n in ground.heights.shape])),
        "patches_visited": len(np.unique(np.concatenate(visited), axis=0)),
        "patches_entered": int(sum(1 + np.count_nonzero(np.diff(patch, axis=0).any(axis=1)) for patch in visited)),
        "questions": QUESTIONS * len(ways) * counts.evaluations,
        "ns_per_question": nanoseconds,
    }


def _within(t: np.ndarray, first: float, last: float) -> np.ndarray:
    return (t >= first) & (t <= last)


def _extreme(t: np.ndarray, values: np.ndarray, first: float = 0.0, last: float = np.inf) -> dict[str, float]:
    """The value farthest from zero, with its sign and its time."""
    n = int(np.argmax(np.where(_within(t, first, last), np.abs(values), -1.0)))
    return {"value": float(values[n]), "at": float(t[n])}


def _bump(record: Record, top: float) -> dict[str, Any]:
    """When the front wheels are on top of a bump, and what it does to the chassis."""
    tires, t = record.run.mechanism.tires, record.run.time
    hub = np.mean([record.run.point(tire.body, tire.centre)[:, 0] for tire in tires if "_f" in tire.name], axis=0)
    at = float(t[np.argmax(hub >= top)])
    names = ("vertical_acceleration", "roll_angle")
    return {
        "at": at,
        **{f"largest_{name}": _extreme(t, record.channels[f"chassis.{name}"], at, at + BUMP_TIME) for name in names},
    }


def _difference(record: Record, reference: Record) -> dict[str, float]:
    n = len(reference.run.time)
    away = record.run.position(CHASSIS)[:n] - reference.run.position(CHASSIS)
    found = {"position": float(np.linalg.norm(away, axis=1).max())}
    for name in ("vertical_acceleration", "roll_angle"):
        found[name] = float(
            np.abs(record.channels[f"chassis.{name}"][:n] - reference.channels[f"chassis.{name}"]).max()
        )
    return found


def _time_questions(ground: Any, ways: np.ndarray) -> float:
    """Seconds per question, each wheel along its own way."""
    memory, answer = np.empty(PATCH), empty(ways.shape[2])
    clock = time.perf_counter()
    for x, y in ways:
        answer_each(ground, x, y, memory, answer)
    return (time.perf_counter() - clock) / (ways.shape[0] * ways.shape[2])
