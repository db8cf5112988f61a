"""Φ̇, the Jacobian and γ of every joint against differences of Φ, at poses and speeds off the constraints.

With a step h the central differences err by h²/6 · third derivative (about 1e-10 · 1e2 here: angles turn at a few
rad/s) and by rounding, 1e-16/h; h = 1e-5 makes both about 1e-9 at most.
"""

import numpy as np
import pytest

from jounce.engine.formulations.world_frame.entries import displace_bodies, evaluate
from jounce.engine.formulations.world_frame.system import build, jacobian
from jounce.model.mechanism import (
    Constant,
    ConstantVelocity,
    Coupler,
    Cylindrical,
    Distance,
    Fixed,
    Gear,
    Input,
    Mechanism,
    Planar,
    PointOnLine,
    PrescribedMotion,
    Prismatic,
    RackAndPinion,
    Revolute,
    RevoluteSpherical,
    Sine,
    SmoothStep,
    Spherical,
    Table,
    Universal,
)
from tests.engine.mechanisms import moved, point, random_body, unit

H = 1e-5
CLOSE = 1e-7  # relative to 1 + the largest entry
T = 0.37  # inside every signal, away from its corners

AT_POINT = {"spherical": Spherical, "fixed": Fixed}
ON_AXIS = {"revolute": Revolute, "prismatic": Prismatic, "cylindrical": Cylindrical, "planar": Planar}
SIGNALS = {
    "constant": Constant(value=0.2),
    "linear table": Table(times=(0.0, 0.3, 0.9), values=(0.1, -0.4, 0.5), interpolation="linear"),
    "smooth table": Table(times=(0.0, 0.3, 0.6, 0.9), values=(0.1, -0.4, 0.5, 0.2)),
    "sine": Sine(amplitude=0.3, frequency=1.3, phase=0.4, offset=0.1, start=0.1),
    "sine of two cycles": Sine(amplitude=0.3, frequency=4.0, start=0.2, cycles=2.0),
    "smooth step": SmoothStep(before=-0.1, after=0.6, start=0.1, end=0.9),
    "input": Input(name="u", default=0.3),
}


def between_two(kind, rng):
    """One joint of a kind between two bodies, its two halves apart."""
    common = {"name": "j", "body_a": "a", "body_b": "b"}
    points = {"point_a": point(rng), "point_b": point(rng)}
    axes = {"axis_a": unit(rng), "axis_b": unit(rng)}
    if kind in AT_POINT:
        return [AT_POINT[kind](**common, **points)]
    if kind in ON_AXIS:
        return [ON_AXIS[kind](**common, **points, **axes)]
    one_axis = {"axis_a": axes["axis_a"]}
    return {
        "universal": lambda: [Universal(**common, **points, **axes)],
        "point_on_line": lambda: [PointOnLine(**common, **points, **one_axis)],
        "distance": lambda: [Distance(**common, **points)],
        "revolute_spherical": lambda: [RevoluteSpherical(**common, **points, **one_axis)],
        "constant_velocity": lambda: [ConstantVelocity(**common, **axes)],
    }[kind]()


def three_joints(rng):
    """A hinge, a slider and a cylinder between three bodies."""
    first, second, third = ({"point_a": point(rng), "point_b": point(rng), "axis": unit(rng)} for _ in range(3))
    return [
        Revolute(name="hinge", body_a="a", body_b="b", **first),
        Prismatic(name="slider", body_a="b", body_b="c", **second),
        Cylindrical(name="cylinder", body_a="c", body_b="a", **third),
    ]


COUPLERS = {
    "gear": [Gear(name="k", joint_a="hinge", joint_b="cylinder", ratio=-1.7)],
    "rack_and_pinion": [RackAndPinion(name="k", rack="slider", pinion="hinge", radius=0.3)],
    "coupler": [Coupler(name="k", joints=("hinge", "slider"), coefficients=(0.7, -2.0))],
    "driver of a travel": [PrescribedMotion(name="k", joint="cylinder", coordinate="travel", motion=SIGNALS["sine"])],
    "smoothed driver": [PrescribedMotion(name="k", joint="hinge", motion=SIGNALS["sine"], smoothing=0.2)],
    **{f"driver, {name}": [PrescribedMotion(name="k", joint="hinge", motion=s)] for name, s in SIGNALS.items()},
}
KINDS = [*AT_POINT, *ON_AXIS, "universal", "point_on_line", "distance", "revolute_spherical", "constant_velocity"]


def system_of(kind, seed):
    rng = np.random.default_rng([seed, *kind.encode()])
    bodies = [random_body(rng, name) for name in "abc"]
    joints = [*three_joints(rng), *COUPLERS[kind]] if kind in COUPLERS else between_two(kind, rng)
    system = build(Mechanism(bodies=bodies, joints=joints))
    y = moved(system, rng, 0.4, 2.0)
    auxiliary = slice(13 * 3, y.size)
    y[auxiliary] = rng.uniform(-0.5, 0.5, system.layout.auxiliary)
    counters = system.model.measures["winding"]
    y[13 * 3 + counters[counters >= 0]] += 4.0 * np.pi  # two turns on
    return system, y, rng


def rows_at(system, t, y):
    evaluate(system.model, system.work, t, y)
    return system.work.rows.copy()


def along(system, y, acceleration, h):
    """The state a time h later, to second order, for constant v̇ and ω̇ (body axes) and the filters' own rates."""
    later, nb = y.copy(), len(system.layout.bodies)
    v = y[7 * nb : 13 * nb].reshape(nb, 6)
    displace_bodies(h * v + 0.5 * h * h * acceleration, later)
    later[7 * nb : 13 * nb] += h * acceleration.ravel()
    for row in system.model.rows[system.model.rows["filter"] >= 0]:
        f = 13 * nb + row["filter"]
        x, rate, time_constant = y[f], y[f + 1], row["filter_time"]
        bend = (target(system) - x) / time_constant**2 - 2.0 * rate / time_constant
        later[f] += h * rate + 0.5 * h * h * bend
        later[f + 1] += h * bend
    return later


def target(system):
    """What a smoothed driver of this file follows at T."""
    driver = system.mechanism.joint("k")
    if isinstance(driver.motion, Input):
        return driver.motion.default
    s = driver.motion
    return s.offset + s.amplitude * np.sin(2.0 * np.pi * s.frequency * (T - s.start) + s.phase)


def agree(found, wanted):
    assert np.max(np.abs(found - wanted)) < CLOSE * (1.0 + np.max(np.abs(wanted)))


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", [*KINDS, *COUPLERS])
def test_rates_gradients_and_accelerations(kind, seed):
    system, y, rng = system_of(kind, seed)
    nb = len(system.layout.bodies)
    acceleration = rng.uniform(-3.0, 3.0, (nb, 6))
    here = rows_at(system, T, y)
    J = jacobian(system)
    ahead, behind = (rows_at(system, T + s * H, along(system, y, acceleration, s * H)) for s in (1.0, -1.0))
    assert np.max(np.abs(here["violation"])) > 1e-2  # off the constraints, or the test would be blind

    agree(here["slip"], (ahead["violation"] - behind["violation"]) / (2.0 * H))
    agree(J @ acceleration.ravel() - here["gamma"], (ahead["slip"] - behind["slip"]) / (2.0 * H))

    for i in range(6 * nb):
        step = np.zeros(6 * nb)
        step[i] = H
        sides = []
        for sign in (1.0, -1.0):
            trial = y.copy()
            displace_bodies((sign * step).reshape(nb, 6), trial)
            sides.append(rows_at(system, T, trial)["violation"])
        agree(J[:, i], (sides[0] - sides[1]) / (2.0 * H))
