"""Where the time of an implicit step on all bodies goes: residual, Jacobian, factorisation, solution."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np

from jounce.engine.compiler import entry, function_at
from jounce.engine.formulations.cartesian.model import Model, Work
from jounce.engine.formulations.chassis_frame.arrays import begin
from jounce.engine.formulations.chassis_frame.residual import tie_slopes
from jounce.engine.formulations.chassis_frame.system import in_chassis_frame
from jounce.engine.formulations.formulation import System
from jounce.engine.integrators.catalogue.tangent import TangentSpace
from jounce.engine.integrators.tangent import Tangent
from jounce.engine.integrators.tangent_setup import beta_h_of, tangent_method
from jounce.engine.linalg.sparse_lu import factorise, solve
from jounce_papers.drives import Drive
from jounce_papers.kang_2014.drives import RULE, STEP, world

FRAMES = ("world", "chassis")
PARTS = ("residual", "jacobian", "factorisation", "solution")
CALLS, REPEATS = 50, 50
REACH = beta_h_of(RULE, STEP)


@entry
def repeat_part(part: int, method: Tangent, model: Model, work: Work, reach: float, y: np.ndarray, n: int) -> int:
    """One of `PARTS` n times at one state; returns a status."""
    outcome = 0
    for _ in range(n):
        if part == 0:
            function_at(method.residual, "residual")(method.framed, model, work, 0.0, y)
        elif part == 1:
            begin(method.slots)
            function_at(method.jacobian, "jacobian")(
                method.framed, model, work, reach, 0.0, y, method.numbers, method.slots, method.places
            )
            tie_slopes(method.framed, method.independent, reach, y, y, method.slots, method.places)
        elif part == 2:
            outcome = factorise(method.pattern, method.slots.values, method.factors)
        else:
            solve(method.pattern, method.factors, method.right, method.right)
    return outcome


def split(drive: Drive) -> dict[str, dict[str, Any]]:
    """By frame, microseconds of each part at the start of a drive, and the sizes of matrix and factors.

    Frames and parts take turns, and the least of the repeats counts; the first may compile.
    """
    system, start = world(drive)
    systems: dict[str, System] = dict(zip(FRAMES, (system, in_chassis_frame(system)), strict=True))
    methods = {
        frame: tangent_method(TangentSpace(rule=RULE, step=STEP), seen, STEP, 0.0, start)
        for frame, seen in systems.items()
    }
    best = {frame: dict.fromkeys(PARTS, math.inf) for frame in FRAMES}
    for _ in range(REPEATS):
        for frame, method in methods.items():
            for number, part in enumerate(PARTS):
                method.right[:] = 1.0
                clock = time.perf_counter()
                outcome = repeat_part(number, method, system.model, system.work, REACH, start, CALLS)
                best[frame][part] = min(best[frame][part], 1e6 * (time.perf_counter() - clock) / CALLS)
                if outcome != 0:
                    raise ArithmeticError(f"the matrix at the start of {drive.name} is singular in {frame} axes")
    return {frame: {**best[frame], **_sizes(method)} for frame, method in methods.items()}


def _sizes(method: Tangent) -> dict[str, int]:
    return {
        "unknowns": int(method.right.size),
        "degrees_of_freedom": int(method.independent.size),
        "factors": int(method.factors.lu.size),
    }
