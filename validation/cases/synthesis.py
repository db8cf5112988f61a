"""Generated kernels (subsystem synthesis): against published numbers of a mechanism with loops, and against the world
frame with the reference car."""

from __future__ import annotations

import numpy as np

from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.start import start_state
from jounce.engine.simulate import Chord, DormandPrince, Integrator, Rosenbrock, Trajectory, simulate
from jounce.model.library import load_vehicle
from jounce.model.vehicle import rolling
from validation.cases.benchmark_andrews import REFERENCE, START, joint_angles, squeezer
from validation.cases.dw18 import END, RACK, SPEED, truth
from validation.comparison import Comparison, digits, of_peak, relative

GROUP = "Subsystem synthesis on generated kernels"
TIGHT = DormandPrince(relative=1e-11, absolute=1e-12)


def comparisons() -> list[Comparison]:
    """All comparisons of this case."""
    return [*_squeezer(), *_j_turn()]


def _squeezer() -> list[Comparison]:
    """One degree of freedom, three loops, 2.5 turns of the crank: other coordinates take over at toggle positions."""
    system = synthesis.build(squeezer())
    found = joint_angles(simulate(system, start_state(system), end=0.03, sample=1e-4, integrator=TIGHT))
    return [
        Comparison(
            group=GROUP,
            name="Andrews's squeezer",
            quantity=f"all seven {what} at t = 30 ms",
            reference="IVP test set (PSIDE)",
            error=max(relative(found[name][k], REFERENCE[name][k]) for name in START),
            allowed=digits(6),
        )
        for k, what in enumerate(("angles", "rates"))
    ]


def _j_turn() -> list[Comparison]:
    mechanism, inputs = rolling(load_vehicle("dw18"), SPEED), {"rack_travel": RACK}
    system = synthesis.build(mechanism, inputs=inputs)
    start = start_state(system)

    def compared(name: str, integrator: Integrator, allowed: float) -> list[Comparison]:
        run = simulate(system, start, end=END, integrator=integrator)
        return [
            Comparison(
                group=GROUP,
                name=f"dw18 J-turn, {name}",
                quantity=what,
                reference="world frame, Dormand–Prince 1e-10",
                error=of_peak(*(history(of) for of in (run, truth()))),
                allowed=allowed,
                kind="of peak",
            )
            for what, history in (
                ("yaw rate", _yaw_rate),
                ("position of the chassis", _position),
                ("tire forces", _tires),
            )
        ]

    return [
        *compared("Dormand–Prince 1e-10", DormandPrince(relative=1e-10, absolute=1e-11), 1e-7),
        *compared("chord 1 ms", Chord(), 1e-4),
        *compared("Rosenbrock 1 ms", Rosenbrock(), 1e-3),
    ]


def _yaw_rate(run: Trajectory) -> np.ndarray:
    return run.angular_velocity("chassis")[:, 2]


def _position(run: Trajectory) -> np.ndarray:
    return run.position("chassis")


def _tires(run: Trajectory) -> np.ndarray:
    return np.concatenate([run.observation.tire[force] for force in ("fx", "fy", "fz")], axis=1)
