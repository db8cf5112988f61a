"""Null spaces and Adams–Bashforth–Moulton (Kim 1997) on Andrews's mechanism, and on the hatchback's lane change."""

from __future__ import annotations

import numpy as np

from jounce.engine.analysis import assemble
from jounce.engine.formulations.null_space.system import build, start_state
from jounce.engine.formulations.world_frame.system import build as build_world
from jounce.engine.simulate import AdamsBashforthMoulton, DormandPrince, Trajectory, simulate
from jounce.lab.maneuvers.registry import maneuver
from jounce.model.library import load_vehicle
from jounce.model.mechanism import replace
from jounce.model.vehicle import PrescribedRack, rolling
from validation.cases.benchmark_andrews import REFERENCE, START, joint_angles, squeezer
from validation.comparison import Comparison, digits, of_peak, relative

GROUP = "Null spaces in joint coordinates"
BASES = ("projection", "qr", "svd", "partitioning", "augmented")


def comparisons() -> list[Comparison]:
    """All comparisons of this case."""
    return [*_squeezer(), *_lane_change()]


def _squeezer() -> list[Comparison]:
    """Three loops in the plane, without redundancy; 1e-11 per step, as in the group of the benchmark itself."""
    found = []
    for basis in BASES:
        system = build(squeezer(), basis=basis)
        tight = AdamsBashforthMoulton(relative=1e-11, absolute=1e-11)
        run = simulate(system, start_state(system), end=0.03, integrator=tight, sample=1e-4)
        angles = joint_angles(run)
        found += [
            Comparison(
                group=GROUP,
                name=f"Andrews's mechanism, {basis}, abm",
                quantity=f"{what} at t = 30 ms",
                reference="IVP test set (PSIDE)",
                error=max(relative(angles[name][k], REFERENCE[name][k]) for name in START),
                allowed=digits(6),
            )
            for k, what in enumerate(("seven angles", "their rates"))
        ]
    return found


def _lane_change() -> list[Comparison]:
    """One sine of the rack in 2 s at 60 km/h, through a lag of 10 ms."""
    plan = maneuver("lane-change", speed="60 km/h", start=0.5, period=2.0, duration=3.0)
    car = load_vehicle("hatchback")
    assert car.steering is not None
    rack = replace(car.steering, actuation=PrescribedRack(smoothing=0.01))
    mechanism = rolling(replace(car, steering=rack), plan.speed)
    world = build_world(mechanism, inputs=plan.inputs)
    exact = DormandPrince(relative=1e-10, absolute=1e-12)
    truth = _motion(simulate(world, assemble(world), end=plan.end, integrator=exact, sample=0.01))
    found = []
    for basis in BASES:
        system = build(mechanism, basis=basis, inputs=plan.inputs)
        adams = AdamsBashforthMoulton(relative=1e-9, absolute=1e-11)
        run = _motion(simulate(system, start_state(system), end=plan.end, integrator=adams, sample=0.01))
        found += [
            Comparison(
                group=GROUP,
                name=f"hatchback, lane change, {basis}, abm",
                quantity=what,
                reference="world frame, Dormand–Prince",
                error=of_peak(run[what], truth[what]),
                allowed=1e-6,
                kind="of peak",
            )
            for what in truth
        ]
    return found


def _motion(run: Trajectory) -> dict[str, np.ndarray]:
    return {
        "yaw rate": run.angular_velocity("chassis")[:, 2],
        "lateral acceleration": run.acceleration("chassis")[:, 1],
    }
