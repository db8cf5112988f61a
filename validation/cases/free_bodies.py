"""Bodies without joints, whose motion is known in closed form."""

from __future__ import annotations

import numpy as np
from scipy.spatial.transform import Rotation

from jounce.engine.simulate.trajectory import Trajectory
from jounce.model.mechanism import Body, Mechanism
from validation.closed_form import asymmetric_top, symmetric_top
from validation.comparison import Comparison, of_peak
from validation.motion import moved

GROUP = "Closed forms: free bodies"
END = 5.0
TIGHT = 5e-9
"""Ten to thirty radians at a tolerance of 1e-11 per step: some hundred steps, each allowed a few tolerances."""


def spun(inertia: tuple[float, float, float], spin: tuple[float, float, float], gravity: float = 0.0) -> Trajectory:
    body = Body(name="body", mass=2.0, inertia=inertia, velocity=(3.0, -1.0, 8.0), angular_velocity=spin, free=True)
    return moved(Mechanism(bodies=[body], gravity=(0.0, 0.0, -gravity)), end=END)


def free_fall() -> list[Comparison]:
    spin = np.array([1.0, -2.0, 3.0])
    run = spun((0.3, 0.3, 0.3), (1.0, -2.0, 3.0), gravity=9.81)
    t = run.time[:, None]
    fall = t * np.array([3.0, -1.0, 8.0]) - 0.5 * t**2 * np.array([0.0, 0.0, 9.81])
    return [
        _compared("free fall with spin", "position", "parabola", of_peak(run.position("body"), fall)),
        _compared("free fall with spin", "orientation", "constant spin", _angle(run, Rotation.from_rotvec(t * spin))),
    ]


def tops() -> list[Comparison]:
    disc = spun((0.1, 0.1, 0.18), (1.5, 0.0, 4.0))
    rod = spun((0.2, 0.2, 0.03), (1.5, 0.0, 4.0))
    racket = spun((0.1, 0.2, 0.25), (0.9, 0.0, 3.0))
    omega = np.einsum("nji,nj->ni", racket.rotation("body"), racket.angular_velocity("body"))
    spin = np.array([1.5, 0.0, 4.0])
    return [
        _compared(
            f"torque-free symmetric top, {name}",
            "orientation",
            "precession at L/J₁ and (1 − J₃/J₁) ω₃",
            _angle(run, symmetric_top(moments, spin, run.time)),
        )
        for name, run, moments in (("flat", disc, (0.1, 0.18)), ("long", rod, (0.2, 0.03)))
    ] + [
        _compared(
            "torque-free asymmetric top",
            "angular velocity, body axes",
            "Jacobi elliptic functions",
            of_peak(omega, asymmetric_top((0.1, 0.2, 0.25), 0.9, 3.0, racket.time)),
        )
    ]


def _angle(run: Trajectory, known: Rotation) -> float:
    """Largest angle between two orientations over time [rad]."""
    return float(np.max((known.inv() * Rotation.from_matrix(run.rotation("body"))).magnitude()))


def _compared(name: str, quantity: str, reference: str, error: float) -> Comparison:
    kind = "rad" if quantity == "orientation" else "of peak"
    return Comparison(
        group=GROUP, name=name, quantity=quantity, reference=reference, error=error, allowed=TIGHT, kind=kind
    )


def comparisons() -> list[Comparison]:
    return free_fall() + tops()
