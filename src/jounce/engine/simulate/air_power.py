"""Power that the air takes from bodies of a recorded run, found again from the states as `laws.forces.air` says it."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from jounce.engine.laws.forces.air import MIN_COSINE
from jounce.engine.simulate.trajectory import Trajectory
from jounce.model.mechanism import AerodynamicDrag
from jounce.model.mechanism.signals import sample_signal

WIND = ("wind_speed", "wind_direction", "zone_start", "zone_end")
"""Signals of the air on a body."""


def air_power(run: Trajectory, arrays: Mapping[str, np.ndarray], given: Mapping[str, np.ndarray]) -> np.ndarray:
    """Power that the air takes from all bodies, (n,) [W]; negative where wind pushes.

    arrays: the packed mechanism; given: values of the wind's signals over time, by names such as `air.wind_speed`;
    those that are not there have the values that the mechanism says.
    """
    total = np.zeros(len(run.time))
    forces = [force for force in run.mechanism.forces if isinstance(force, AerodynamicDrag)]
    for force, law in zip(forces, arrays["drags"], strict=True):
        R, w = run.rotation(force.body), run.angular_velocity(force.body)
        place = run.point(force.body, force.point)
        speed = run.velocity(force.body) + np.cross(w, place - run.position(force.body))
        values = {name: _signal(run, force, name, given) for name in WIND}
        wind = np.array(force.wind) + _blowing(values)
        f, torque = _flow_past(law, arrays["tables"], np.einsum("nji,nj->ni", R, speed - wind))
        if force.zone_start is not None:
            rest = _flow_past(law, arrays["tables"], np.einsum("nji,nj->ni", R, speed))
            start, end = (values[name] - place[:, 0] for name in ("zone_start", "zone_end"))
            f, torque = _partly_in(law, R[:, 0, 0], start, end, (f, torque), rest)
        own = np.einsum("nji,nj->ni", R, speed), np.einsum("nji,nj->ni", R, w)
        total -= np.einsum("ni,ni->n", f, own[0]) + np.einsum("ni,ni->n", torque, own[1])
    return total


def _signal(run: Trajectory, force: AerodynamicDrag, name: str, given: Mapping[str, np.ndarray]) -> np.ndarray:
    signal, key = getattr(force, name), f"{force.name}.{name}"
    if key in given:
        return given[key]
    return np.zeros(len(run.time)) if signal is None else sample_signal(signal, run.time)


def _blowing(values: Mapping[str, np.ndarray]) -> np.ndarray:
    speed, angle = values["wind_speed"], values["wind_direction"]
    return np.stack([speed * np.cos(angle), speed * np.sin(angle), 0.0 * speed], axis=1)


def _flow_past(law: np.void, tables: np.ndarray, u: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Forces and moments (n, 3) along axes of the body for velocities through the air along them, (n, 3) [m/s]."""
    squared = np.einsum("ni,ni->n", u, u)
    pressure = 0.5 * law["density"] * squared
    if not law["shaped"]:
        f = -0.5 * law["density"] * law["drag_area"] * np.sqrt(squared)[:, None] * u
        f[:, 2] += pressure * law["lift_area"]
        return f, np.zeros_like(f)
    beta = np.arctan2(-u[:, 1], u[:, 0])
    sine, cosine = np.sin(beta), np.cos(beta)
    by_number = {"drag": cosine, "side": sine, "roll": sine, "pitch": cosine, "yaw": sine * cosine}

    def shape(name: str) -> np.ndarray:
        if law[f"{name}_points"] == 0:
            return law[name] * by_number.get(name, np.ones_like(beta))
        return _spline(tables, law[f"{name}_table"], law[f"{name}_points"], beta)

    front, rear = shape("front_lift"), shape("rear_lift")
    push = (pressure * law["area"])[:, None]
    f = push * np.stack([-shape("drag"), shape("side"), front + rear], axis=1)
    pitch = shape("pitch") - 0.5 * (front - rear)
    return f, push * law["length"] * np.stack([shape("roll"), pitch, shape("yaw")], axis=1)


def _spline(tables: np.ndarray, offset: int, n: int, x: np.ndarray) -> np.ndarray:
    """A smooth curve of the tables: x of n points, then four coefficients a piece."""
    places, pieces = tables[offset : offset + n], tables[offset + n : offset + n + 4 * (n - 1)].reshape(-1, 4)
    held = np.clip(x, places[0], places[-1])
    i = np.clip(np.searchsorted(places, held, side="right") - 1, 0, n - 2)
    c, d = pieces[i].T, held - places[i]
    return ((c[0] * d + c[1]) * d + c[2]) * d + c[3]


def _partly_in(
    law: np.void,
    cosine: np.ndarray,
    start: np.ndarray,
    end: np.ndarray,
    windy: tuple[np.ndarray, np.ndarray],
    rest: tuple[np.ndarray, np.ndarray],
) -> tuple[np.ndarray, np.ndarray]:
    """Forces and moments of a body between two flows; start, end: of the zone, ahead of the point along x [m]."""
    middle, half = 0.5 * (law["front"] + law["rear"]), 0.5 * (law["front"] - law["rear"])
    along = np.copysign(np.maximum(np.abs(cosine), MIN_COSINE), cosine)
    ends = np.clip((np.stack([start, end]) / along - middle) / half, -1.0, 1.0)
    low, high = ends.min(axis=0), ends.max(axis=0)
    a1, a2, a3 = (0.5 * (high**k - low**k) for k in (1, 2, 3))
    f, torque = (r + a1[:, None] * (w - r) for w, r in zip(windy, rest, strict=True))
    n, n_rest = ((m[:, 2] - middle * s[:, 1]) / half for s, m in (windy, rest))
    side, n_more = windy[0][:, 1] - rest[0][:, 1], n - n_rest
    f[:, 1] = rest[0][:, 1] + a1 * side + 1.5 * a2 * n_more
    torque[:, 2] = half * (n_rest + 0.5 * a2 * side + a3 * n_more) + middle * f[:, 1]
    return f, torque
