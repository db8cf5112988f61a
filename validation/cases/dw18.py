"""The reference car: the world-frame formulation against a hand-wired subsystem-synthesis kernel, and against itself.

The other route (`floor_dw18.py` of the project's reference material) drives a massless rack with a prescribed travel
and integrates relative joint coordinates in the chassis frame; nothing but the numbers of the car is shared with
jounce. Its numbers here are what it gives after its 1 ms midpoint run. It leaves the rack's speed out of the knuckles'
velocities during the half second of the ramp; with it put in, a copy of that code came ten times closer. What is left
then is how the two take the jumps of the rack's speed at the ends of the ramp.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from jounce.engine.analysis import assemble, settle
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.simulate import DormandPrince, Integrator, RungeKutta4, Trajectory, simulate
from jounce.model.library import load_vehicle
from jounce.model.mechanism import Table
from jounce.model.vehicle import Vehicle, rolling, to_mechanism, with_prescribed_rack
from validation.comparison import Comparison, digits, relative

GROUP = "The reference car dw18"
SPEED, END = 16.666666666666668, 5.0
RACK = Table(times=(2.0, 2.5), values=(0.0, -0.010), interpolation="linear")
HAND_WIRED = {
    "yaw rate about the chassis z axis": 0.3984762429958765,
    "longitudinal velocity in the chassis": 15.489801530619353,
    "height of the centre of mass": 0.5418470401950397,
}


def comparisons() -> list[Comparison]:
    """All comparisons of this case."""
    return [*_hand_wired(), *_integrators(), _weight()]


@cache
def truth() -> Trajectory:
    """The J-turn in the world frame, tightly: what other formulations are compared with."""
    return _j_turn(load_vehicle("dw18"), DormandPrince(relative=1e-10, absolute=1e-11))


def _j_turn(car: Vehicle, integrator: Integrator) -> Trajectory:
    system = build(rolling(car, SPEED), inputs={"rack_travel": RACK})
    return simulate(system, assemble(system), end=END, integrator=integrator)


def _in_chassis(run: Trajectory) -> np.ndarray:
    """Yaw rate and longitudinal velocity in chassis axes, and height, at the end."""
    A = run.rotation("chassis")[-1]
    yaw, forward = A[:, 2] @ run.angular_velocity("chassis")[-1], A[:, 0] @ run.velocity("chassis")[-1]
    return np.array([yaw, forward, run.position("chassis")[-1, 2]])


def _hand_wired() -> list[Comparison]:
    nearly_massless = with_prescribed_rack(load_vehicle("dw18"), rack_mass=1e-3)
    computed = _in_chassis(_j_turn(nearly_massless, RungeKutta4(step=1e-3)))
    return [
        Comparison(
            group=GROUP,
            name="J-turn, rack prescribed",
            quantity=f"{quantity} at 5 s",
            reference="a hand-written program for this car, midpoint 1 ms",
            error=relative(value, known),
            allowed=digits(3),
        )
        for value, (quantity, known) in zip(computed, HAND_WIRED.items(), strict=True)
    ]


def _integrators() -> list[Comparison]:
    car = load_vehicle("dw18")
    fixed = _in_chassis(_j_turn(car, RungeKutta4(step=1e-3)))
    adaptive = _in_chassis(_j_turn(car, DormandPrince(relative=1e-9, absolute=1e-9)))
    return [
        Comparison(
            group=GROUP,
            name="J-turn, rack on its servo",
            quantity="yaw rate, velocity and height at 5 s, RK4 with 1 ms",
            reference="Dormand–Prince with tolerance 1e-9",
            error=relative(fixed, adaptive),
            allowed=1e-6,  # kinks of the ramp and of the friction circle set the difference, not the order
        )
    ]


def _weight() -> Comparison:
    mechanism = to_mechanism(load_vehicle("dw18"))
    system = build(mechanism)
    settle(system)
    carried = float(system.work.contacts["fz"].sum())
    weight = 9.81 * sum(body.mass for body in mechanism.bodies)
    return Comparison(
        group=GROUP,
        name="standing still",
        quantity="sum of the vertical tire forces",
        reference="weight of the car",
        error=relative(carried, weight),
        allowed=1e-8,  # the rest that settle() leaves, 1e-7 m/s² of acceleration, against g
    )
