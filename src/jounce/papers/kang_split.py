"""Where the time of an implicit step on all bodies goes: residual, Jacobian, factorisation, solution."""

from __future__ import annotations

import math
import time
from typing import Any

import numpy as np

from jounce.algebra.sparse_lu import factorise, solve
from jounce.formulations.cartesian.model import Model, Work
from jounce.formulations.framed.slots import begin
from jounce.formulations.framed.ties import tie_slopes
from jounce.integrators.tangent import Tangent
from jounce.kernel import entry, function_at
from jounce.papers.kang_drives import RULE, STEP, Drive
from jounce.simulate.options import TangentSpace
from jounce.simulate.tangent import reach_of, tangent_method

FRAMES = ("world", "chassis")
PARTS = ("residual", "jacobian", "factorisation", "solution")
CALLS, REPEATS = 50, 50
REACH = reach_of(RULE, STEP)


@entry
def repeated_part(part: int, method: Tangent, model: Model, work: Work, reach: float, y: np.ndarray, n: int) -> int:
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
    system, start = drive.world
    methods = {
        frame: tangent_method(TangentSpace(frame=frame, rule=RULE, step=STEP), system, STEP, 0.0, start)
        for frame in FRAMES
    }
    best = {frame: dict.fromkeys(PARTS, math.inf) for frame in FRAMES}
    for _ in range(REPEATS):
        for frame, method in methods.items():
            for number, part in enumerate(PARTS):
                method.right[:] = 1.0
                clock = time.perf_counter()
                outcome = repeated_part(number, method, system.model, system.work, REACH, start, CALLS)
                best[frame][part] = min(best[frame][part], 1e6 * (time.perf_counter() - clock) / CALLS)
                if outcome != 0:
                    raise ArithmeticError(f"the matrix at the start of {drive.key} is singular in {frame} axes")
    return {frame: {**best[frame], **_sizes(method)} for frame, method in methods.items()}


def _sizes(method: Tangent) -> dict[str, int]:
    return {
        "unknowns": int(method.right.size),
        "degrees_of_freedom": int(method.independent.size),
        "factors": int(method.factors.lu.size),
    }
