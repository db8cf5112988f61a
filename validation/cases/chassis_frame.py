"""The chassis frame of Kang 2014, and implicit steps with a matrix that is never renewed, against the world frame."""

from __future__ import annotations

import numpy as np

from jounce.engine.analysis import assemble
from jounce.engine.formulations.chassis_frame.step_matrix import Unknowns, load_state, unknowns_of
from jounce.engine.formulations.chassis_frame.system import in_chassis_frame
from jounce.engine.formulations.world_frame.entries import displace_bodies
from jounce.engine.formulations.world_frame.system import build
from jounce.engine.simulate import TangentSpace, Trajectory, simulate
from jounce.model.library import load_vehicle
from jounce.model.vehicle import rolling
from jounce_papers.kang_2014.block_arrow import block_arrow, sum_matrix
from validation.cases.dw18 import END, RACK, SPEED, truth
from validation.comparison import Comparison, of_peak

GROUP = "Chassis frame, and a matrix that is never renewed"
STATES = 50


def comparisons() -> list[Comparison]:
    """All comparisons of this case."""
    return [*_accelerations("dw18"), *_accelerations("sedan"), *_j_turn()]


def _accelerations(name: str) -> list[Comparison]:
    """The printed block-arrow system on random states, bodies moved by 2 cm and 20 mrad, all moving."""
    system, rng = build(rolling(load_vehicle(name), SPEED)), np.random.default_rng(1)
    start = assemble(system)
    unknowns = unknowns_of(system, "chassis", 0.0, start)
    worst = np.zeros(2)
    for _ in range(STATES):
        worst = np.maximum(worst, _error(unknowns, _shake(start, len(system.layout.bodies), rng)))
    return [
        Comparison(
            group=GROUP,
            name=f"{name}, {STATES} random states, [35]–[41] as printed",
            quantity=what,
            reference="world frame",
            error=float(error),
            allowed=1e-9,
        )
        for what, error in zip(("accelerations", "multipliers"), worst, strict=True)
    ]


def _shake(start: np.ndarray, nb: int, rng: np.random.Generator) -> np.ndarray:
    y = start.copy()
    displace_bodies(rng.uniform(-0.02, 0.02, (nb, 6)), y)
    y[7 * nb : 13 * nb] += rng.normal(size=6 * nb)
    return y


def _error(unknowns: Unknowns, y: np.ndarray) -> tuple[float, float]:
    load_state(unknowns, 0.0, y)
    framed, model = unknowns.framed, unknowns.system.model
    printed = block_arrow(framed, model)
    n, m = printed.Q.size, printed.gamma.size
    K = np.block([[printed.M, printed.constraints.T], [printed.constraints, np.zeros((m, m))]])
    x = np.linalg.solve(K, np.concatenate([printed.Q, printed.gamma]))
    accelerations = sum_matrix(model.bodies.size, framed.base) @ x[:n]
    return (
        float(np.abs(accelerations - framed.a).max() / np.abs(framed.a).max()),
        float(np.abs(x[n:] - framed.multipliers).max() / np.abs(framed.multipliers).max()),
    )


def _j_turn() -> list[Comparison]:
    system = build(rolling(load_vehicle("dw18"), SPEED), inputs={"rack_travel": RACK})
    start = assemble(system)
    found = []
    for rule in ("trapezoid", "bdf2"):
        run = simulate(in_chassis_frame(system), start, end=END, integrator=TangentSpace(rule=rule, refresh="never"))
        found += [
            Comparison(
                group=GROUP,
                name=f"dw18 J-turn, {rule} 1 ms, {run.counts.refreshes} new matrices",
                quantity=what,
                reference="world frame, Dormand–Prince 1e-10",
                error=of_peak(*(history(of) for of in (run, truth()))),
                allowed=5e-5,
                kind="of peak",
            )
            for what, history in (("yaw rate", _yaw_rate), ("position of the chassis", _position))
        ]
    return found


def _yaw_rate(run: Trajectory) -> np.ndarray:
    return run.angular_velocity("chassis")[:, 2]


def _position(run: Trajectory) -> np.ndarray:
    return run.position("chassis")
