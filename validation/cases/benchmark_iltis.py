"""The Bombardier Iltis, the road vehicle benchmark of IAVSD: its nominal loads and its static equilibrium.

A body on four equal corners: an A-arm below, a leaf spring that is both the upper link and a force at its end along
the body's vertical, a tie rod (to a rack in front, to the body behind), and a shock absorber with a cubic spring on the
A-arm. Numbers of the car, the published loads of the nominal position (Frik, Leister, Schwartz 1993, Vehicle System
Dynamics 22) and the equilibrium that another program (Robotran) finds for it are taken from the public project
ovankerm/IAVSD_ILTIS on GitHub (dataR, userfctR, resultsR). Statics only: tires are vertical springs, nothing rolls.
"""

from __future__ import annotations

import math

import numpy as np

from jounce.engine.analysis import settle
from jounce.engine.formulations.world_frame.system import build
from jounce.model.mechanism import (
    Body,
    Bushing,
    Distance,
    Mechanism,
    Revolute,
    RevoluteSpherical,
    Spherical,
    SpringDamper,
)
from validation.comparison import Comparison, relative

GROUP = "IAVSD benchmark: Bombardier Iltis at rest"
HEIGHT = 0.57
"""Of the body's centre of mass at the nominal position [m]."""
AXLES = {"f": (0.97, 0.364325), "r": (-1.047, 0.363812)}
"""x of an axle and unloaded radius of its tires [m]."""
RADIAL, WHEEL_HEIGHT = 460e3, 0.356
"""Stiffness of a tire [N/m] and height of the wheel centres at the nominal position [m]."""
LEAF, LEAF_LENGTH, LEAF_FREE = 35906.0, 0.076, 0.152
"""Stiffness of a leaf spring [N/m], its length at the nominal position and without load [m]."""
SHOCK = (-4.0092e6, 2.8397e7, -6.7061e7, 5.2796e7)
"""Pull of a shock absorber at its length z [N]: c₀ + c₁ z + c₂ z² + c₃ z³."""
NOMINAL = {"front tire": 3829.6, "rear tire": 3593.6, "leaf spring": 2728.9, "shock absorber": 128.0}
"""Published forces of the nominal position [N]."""
EQUILIBRIUM = {
    "height of the body": (-7.083e-3, 6e-7, "m"),
    "pitch angle": (math.radians(0.1465), 1e-6, "rad"),
    "front tire": (3831.31, 6e-3, "N"),
    "rear tire": (3591.91, 6e-3, "N"),
    "front shock absorber": (335.29, 6e-3, "N"),
    "rear shock absorber": (241.64, 6e-3, "N"),
    "front leaf spring": (3068.62, 6e-3, "N"),
    "rear leaf spring": (2885.51, 6e-3, "N"),
}
"""What Robotran gives, the largest difference allowed (half a unit of its last digit and of ours), and the unit."""


def shock_points(x: float, side: float) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """Ends of a shock absorber on the body and on the A-arm [m], at an axle and on a side (±1)."""
    along = x + math.copysign(0.075, x)
    return (along, side * 0.297, 0.632), (along, side * 0.500, 0.241)


def pull(length: float) -> float:
    """Force of a shock absorber at rest that pulls its ends together [N], at a length [m]."""
    return sum(c * length**k for k, c in enumerate(SHOCK))


def shock_free_length() -> float:
    """Length at which a shock absorber exerts nothing [m]: the root near its nominal length."""
    roots = np.roots(SHOCK[::-1])
    real = [float(root.real) for root in roots if abs(root.imag) < 1e-9]
    return min(real, key=lambda root: abs(root - 0.44))


def iltis() -> Mechanism:
    """The car at its nominal position; weak springs hold it against sliding and turning on the ground."""
    bodies = [Body(name="body", mass=1260.0, inertia=(130.0, 1620.0, 1670.0), position=(0.0, 0.0, HEIGHT), free=True)]
    joints: list = []
    forces: list = [
        Bushing(name="place", body_b="body", point=(0.0, 0.0, HEIGHT), stiffness=(1e3, 1e3, 0.0),
                rotational_stiffness=(0.0, 0.0, 1e3)),
    ]  # fmt: skip
    free = shock_free_length()
    slopes = [sum(c * math.comb(k, n) * free ** (k - n) for k, c in enumerate(SHOCK) if k >= n) for n in (1, 2, 3)]
    for axle, (x, radius) in AXLES.items():
        for name, side in ((f"{axle}l", 1.0), (f"{axle}r", -1.0)):
            pivot, ball = (x, side * 0.259, 0.302), (x, side * 0.572, 0.229)
            inner, outer = (x, side * 0.1585, 0.600), (x, side * 0.488, 0.531)
            tie = x - math.copysign(0.14, x)
            wheel = (x, side * 0.615, WHEEL_HEIGHT)
            middle = tuple(0.5 * (a + b) for a, b in zip(pivot, ball, strict=True))
            upper, lower = shock_points(x, side)
            bodies += [
                Body(name=f"arm_{name}", mass=6.0, inertia=(0.052099, 0.023235, 0.068864), position=middle),
                Body(name=f"wheel_{name}", mass=57.35, inertia=(1.2402, 1.908, 1.2402), position=wheel),
            ]
            joints += [
                Revolute(name=f"arm_{name}", body_a="body", body_b=f"arm_{name}", point=pivot, axis=(1, 0, 0)),
                Spherical(name=f"ball_{name}", body_a=f"arm_{name}", body_b=f"wheel_{name}", point=ball),
                RevoluteSpherical(name=f"link_{name}", body_a="body", body_b=f"wheel_{name}", point_a=inner,
                                  point_b=outer, axis=(1, 0, 0)),
                Distance(name=f"tie_{name}", body_a="body", body_b=f"wheel_{name}",
                         point_a=(tie, side * 0.07, 0.600), point_b=(tie, side * 0.448, 0.531)),
            ]  # fmt: skip
            forces += [
                Bushing(name=f"leaf_{name}", body_a="body", body_b=f"wheel_{name}", point=outer,
                        stiffness=(0.0, 0.0, LEAF), preload=(0.0, 0.0, -LEAF * (LEAF_FREE - LEAF_LENGTH))),
                SpringDamper(name=f"shock_{name}", body_a="body", body_b=f"arm_{name}", point_a=upper, point_b=lower,
                             free_length=free, spring_polynomial=(slopes[0], -slopes[1], slopes[2]), damping=2e3),
                Bushing(name=f"tire_{name}", body_b=f"wheel_{name}", point=wheel, stiffness=(0.0, 0.0, RADIAL),
                        preload=(0.0, 0.0, RADIAL * (radius - WHEEL_HEIGHT))),
            ]  # fmt: skip
    return Mechanism(name="iltis", bodies=bodies, joints=joints, forces=forces)


def equilibrium() -> dict[str, float]:
    """What the car does when it is let down: change of height [m], pitch [rad], and forces that press [N]."""
    mechanism = iltis()
    system = build(mechanism)
    state = settle(system).state
    poses = {body.name: state[7 * i : 7 * i + 7] for i, body in enumerate(mechanism.bodies)}
    frames = {body.name: body for body in mechanism.bodies}

    def moved(body: str, point: tuple[float, float, float]) -> np.ndarray:
        """A point of a body, given at the nominal position, where it is now [m]."""
        place, (w, *vector) = poses[body][:3], poses[body][3:]
        arm, axis = np.array(point) - frames[body].position, np.array(vector)
        return place + arm + 2.0 * np.cross(axis, np.cross(axis, arm) + w * arm)

    _, _, pitch, _ = poses["body"][3:]
    up = moved("body", (0.0, 0.0, HEIGHT + 1.0)) - poses["body"][:3]
    found = {"height of the body": float(poses["body"][2] - HEIGHT), "pitch angle": 2.0 * math.asin(float(pitch))}
    for axle, words in (("f", "front"), ("r", "rear")):
        x, radius = AXLES[axle]
        upper, lower = shock_points(x, 1.0)
        length = float(np.linalg.norm(moved("body", upper) - moved(f"arm_{axle}l", lower)))
        outer = (x, 0.488, 0.531)
        travel = float((moved(f"wheel_{axle}l", outer) - moved("body", outer)) @ up)
        found |= {
            f"{words} tire": RADIAL * (radius - float(poses[f"wheel_{axle}l"][2])),
            f"{words} shock absorber": -pull(length),
            f"{words} leaf spring": LEAF * (LEAF_FREE - LEAF_LENGTH + travel),
        }
    return found


def comparisons() -> list[Comparison]:
    """All comparisons of this case."""
    nominal = {
        "front tire": RADIAL * (AXLES["f"][1] - WHEEL_HEIGHT),
        "rear tire": RADIAL * (AXLES["r"][1] - WHEEL_HEIGHT),
        "leaf spring": LEAF * (LEAF_FREE - LEAF_LENGTH),
        "shock absorber": -pull(math.dist(*shock_points(AXLES["f"][0], 1.0))),
    }
    rows = [
        Comparison(group=GROUP, name="nominal position", quantity=f"force of the {name}", reference="published",
                   error=relative(force, NOMINAL[name]), allowed=5e-4)
        for name, force in nominal.items()
    ]  # fmt: skip
    found = equilibrium()
    for name, (known, allowed, unit) in EQUILIBRIUM.items():
        quantity = f"force of the {name}" if unit == "N" else name
        rows.append(
            Comparison(group=GROUP, name="static equilibrium", quantity=quantity, reference="Robotran",
                       error=abs(found[name] - known), allowed=allowed, kind=unit)
        )  # fmt: skip
    return rows
