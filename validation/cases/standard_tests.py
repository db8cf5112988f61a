"""Drivers, metrics, many runs and the test rig: against geometry, printed tables, and runs made in another way."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from jounce.engine.simulate import simulate
from jounce.lab.kinematics_compliance import kc
from jounce.lab.maneuvers import maneuver
from jounce.lab.metrics.ride import WD, WK
from jounce.lab.results import Result
from jounce.lab.run_settings import RunSettings
from jounce.lab.runs.many import Run, run_many
from jounce.lab.runs.prepare import prepare
from jounce.lab.runs.run import run
from jounce.model.library import load_vehicle
from jounce.model.vehicle import DoubleWishbone
from validation.comparison import Comparison, relative

GROUP = "Standard tests and the test rig"
WK_TABLE = {1.0: 0.482, 2.0: 0.531, 4.0: 0.967, 5.0: 1.039, 8.0: 1.036, 16.0: 0.768, 31.5: 0.405, 80.0: 0.132}
WD_TABLE = {1.0: 1.011, 2.0: 0.890, 4.0: 0.512, 8.0: 0.253, 16.0: 0.125, 31.5: 0.0632}
"""ISO 2631-1, table 3: factors at some centres of third-octave bands."""


def comparisons() -> list[Comparison]:
    """All comparisons of this case."""
    return [*_rig(), *_weightings(), _circle(), _cones(), _without_the_driver(), _in_company(), _energy()]


def _row(name: str, quantity: str, reference: str, error: float, allowed: float, **more: str) -> Comparison:
    return Comparison(
        group=GROUP, name=name, quantity=quantity, reference=reference, error=error, allowed=allowed, **more
    )


def _rig() -> list[Comparison]:
    """The kingpin is found as a screw axis of the moving linkage; its ball joints are a line."""
    car = load_vehicle("dw18")
    suspension = car.axle("front").suspension
    assert isinstance(suspension, DoubleWishbone)
    lower, upper = np.array(suspension.lower_arm.ball_joint), np.array(suspension.upper_arm.ball_joint)
    foot = lower + (upper - lower) * (-lower[2] / (upper[2] - lower[2]))
    contact = np.array(suspension.wheel_centre) * [1.0, 1.0, 0.0]
    up = upper - lower
    wheel = kc(car, axle="front").axle("front").parallel.left
    n = int(np.argmin(np.abs(wheel.camber)))
    exact = {
        "mechanical trail": (wheel.mechanical_trail[n], foot[0] - contact[0]),
        "scrub radius": (wheel.scrub_radius[n], contact[1] - foot[1]),
        "caster angle": (wheel.caster[n], np.arctan2(-up[0], up[2])),
        "kingpin inclination": (wheel.kingpin_inclination[n], np.arctan2(-up[1], up[2])),
    }
    return [
        _row("dw18 on the test rig", name, "the line through its ball joints", relative(float(a), float(b)), 1e-8)
        for name, (a, b) in exact.items()
    ]


def _weightings() -> list[Comparison]:
    found = []
    for name, curve, table in (("vertical, Wk", WK, WK_TABLE), ("horizontal, Wd", WD, WD_TABLE)):
        ours = np.abs(curve(np.array(list(table))))
        error = float(np.abs(ours - list(table.values())).max())
        found.append(_row(f"ISO 2631-1, {name}", "factors", "table 3, three digits", error, 2e-3, kind="1"))
    return found


def _circle() -> Comparison:
    """A quarter of a minute of the circle at up to 4 m/s²; the car has 0.6 s to come onto it after its clothoid."""
    plan = maneuver("constant-radius", radius=40.0, speed=8.0, lateral_acceleration=4.0)
    result = run(plan, vehicle="dw18", initial="design")
    steady = result.time > 6.0
    rate, speed = result["chassis.yaw_rate"].values[steady], result["chassis.speed"].values[steady]
    return _row(
        "constant radius of 40 m", "speed / yaw rate", "radius", relative(float(np.mean(speed / rate)), 40.0), 1e-2
    )


def _cones() -> Comparison:
    result = run("double-lane-change", vehicle="dw18", speed="70 km/h", initial="design")
    hit = float(result.metrics["double_lane_change_cones_hit"] or 0.0)
    failed = 0.0 if result.metrics["double_lane_change_passed"] else 1.0
    return _row("ISO 3888-1 at 70 km/h, dw18", "cones hit and lanes left", "none", hit + failed, 0.5, kind="1")


def _without_the_driver() -> Comparison:
    plan = replace(maneuver("double-lane-change", speed="70 km/h"), stop=(), metrics=(), end=3.0)
    ready = prepare(plan, "dw18", RunSettings(initial="design"))
    assert ready.control is not None
    driven = simulate(
        ready.system,
        ready.start,
        end=plan.end,
        integrator=ready.method,
        sample=ready.sample,
        control=ready.control,
    )
    again = run(replace(plan, driver=None, inputs=ready.control.to_signals()), vehicle="dw18", initial="design")
    error = float(np.abs(again["chassis.position_y"].values - driven.position("chassis")[:, 1]).max())
    return _row(
        "double lane change", "lateral position", "the recorded inputs without the driver", error, 1e-8, kind="m"
    )


def _in_company() -> Comparison:
    """The same kernels evaluated once a sample, and the world frame, which observes single runs."""
    plan = replace(maneuver("j-turn", start=0.5, duration=2.0), metrics=())
    (quick,) = run_many([Run(plan, load_vehicle("dw18"), {"initial": "design"})])
    assert isinstance(quick, Result)
    full = run(plan, vehicle="dw18", initial="design")
    names = ("chassis.lateral_acceleration", "tire.fl.lateral_force", "tire.rr.vertical_force", "suspension.fl.travel")
    error = max(
        float(np.abs(quick[name].values - full[name].values).max() / np.abs(full[name].values).max()) for name in names
    )
    return _row("J-turn in a study", "accelerations and tire forces", "a single run, observed", error, 1e-8)


def _energy() -> Comparison:
    result = run("step-steer", vehicle="dw18", speed="80 km/h", initial="design")
    left = float(np.abs(result["energy.residual"].values).max())
    turned = float(result["energy.dissipated"].values[-1])
    return _row("step steer", "residual of the energy balance", "energy dissipated", left / turned, 2e-3)
