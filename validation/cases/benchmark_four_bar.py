"""Chain of N four-bar linkages, problem A02 of the IFToMM library of benchmark problems in multibody dynamics.

N + 1 upright cranks and N couplers, all of 1 m and 1 kg, one degree of freedom; falling over, it passes through
positions in which all links are flat and it has N + 1.
"""

from __future__ import annotations

import math
from functools import cache

from jounce.engine.simulate import RungeKutta4
from jounce.engine.simulate.trajectory import Trajectory
from jounce.model.mechanism import Body, Joint, Mechanism, PointOnLine, Revolute
from validation.closed_form import Turning
from validation.comparison import Comparison, digits, of_peak, relative
from validation.motion import moved

GROUP = "Benchmark A02: chain of four-bar linkages"
GRAVITY, TIP = 9.81, (0.0, 1.0, 0.0)
REFERENCE = {2: (0.32845811154, 0.94451853818), 40: (0.18051222668, 0.98357274058)}
"""Tip of the first crank at t = 10 s [m] for N linkages."""
AXIS = (0.0, 0.0, 1.0)
SLENDER = 1e-3
"""Moment of inertia of a link about itself [kg m²]: no link turns that way."""


def chain(n: int, *, redundant: bool) -> Mechanism:
    """n linkages with hinges everywhere (redundant in space), or with one point on the axis instead in each loop."""
    cranks = [_link(f"crank {i}", (float(i), 0.5, 0.0), upright=True) for i in range(n + 1)]
    couplers = [_link(f"coupler {i}", (i + 0.5, 1.0, 0.0), upright=False) for i in range(n)]
    closing = Revolute if redundant else PointOnLine
    joints: list[Joint] = [_hinge(f"pivot {i}", "ground", f"crank {i}", i, 0.0) for i in range(n + 1)]
    joints += [_hinge(f"left {i}", f"crank {i}", f"coupler {i}", i, 1.0) for i in range(n)]
    joints += [_hinge(f"right {i}", f"crank {i + 1}", f"coupler {i}", i + 1, 1.0, closing) for i in range(n)]
    return Mechanism(name=f"A02, N = {n}", bodies=cranks + couplers, joints=joints, gravity=(0.0, -GRAVITY, 0.0))


def _link(name: str, centre: tuple[float, float, float], *, upright: bool) -> Body:
    across = 1.0 / 12.0
    inertia = (across, SLENDER, across) if upright else (SLENDER, across, across)
    return Body(name=name, mass=1.0, inertia=inertia, position=centre)


def _hinge(name: str, a: str, b: str, x: float, y: float, kind: type = Revolute) -> Joint:
    return kind(name=name, body_a=a, body_b=b, point=(float(x), y, 0.0), axis=AXIS)


@cache
def fallen(n: int, *, redundant: bool, step: float = 1e-3) -> Trajectory:
    """The chain after a push of 1 m/s to the right at the tip of the first crank.

    At a fixed step: error control shrinks its steps towards a flat position, where accelerations divide the error of a
    stage by the distance from it, and may get stuck at 1e-9 and below.
    """
    mechanism = chain(n, redundant=redundant)
    return moved(mechanism, end=10.0, rates={"pivot 0": -1.0}, integrator=RungeKutta4(step=step))


def against_the_benchmark(n: int, *, redundant: bool, step: float = 1e-3) -> list[Comparison]:
    run = fallen(n, redundant=redundant, step=step)
    hinges = ", redundant hinges" if redundant else ""
    tip = run.point("crank 0", TIP)[-1]
    return [
        _compared(
            n, f"{axis} of the first crank's tip at t = 10 s{hinges}", "IFToMM benchmark A02", relative(value, known)
        )
        for axis, value, known in zip("xy", tip[:2], REFERENCE[n], strict=True)
    ]


def against_the_closed_form(n: int, *, redundant: bool) -> list[Comparison]:
    """Its couplers only translate, so it is a pendulum: (n + (n + 1)/3) θ̈ = −(n + (n + 1)/2) g sin θ."""
    frequency = math.sqrt((n + 0.5 * (n + 1)) * GRAVITY / (n + (n + 1) / 3.0))
    run = fallen(n, redundant=redundant)
    known = Turning(1.0, frequency).height(run.time)
    height = run.point("crank 0", TIP)[:, 1]
    what = "height of the first crank's tip over 10 s" + (", redundant hinges" if redundant else "")
    return [_compared(n, what, "its closed form", of_peak(height, known))]


def _compared(n: int, quantity: str, reference: str, error: float) -> Comparison:
    return Comparison(
        group=GROUP,
        name=f"N = {n}",
        quantity=quantity,
        reference=reference,
        error=error,
        allowed=digits(6),
        kind="of peak" if "over" in quantity else "relative",
    )


def comparisons() -> list[Comparison]:
    """All comparisons of this case but the long one."""
    return [
        *against_the_benchmark(2, redundant=False),
        *against_the_benchmark(2, redundant=True),
        *against_the_closed_form(2, redundant=False),
        *against_the_closed_form(2, redundant=True),
    ]


def long_comparisons() -> list[Comparison]:
    """81 bodies; smaller steps only cost time."""
    return against_the_benchmark(40, redundant=True, step=4e-3)
