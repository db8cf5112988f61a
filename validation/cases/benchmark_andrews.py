"""Andrews's squeezing mechanism, problem A03 of the IFToMM library, with the numbers of the IVP test set.

Seven planar links, one degree of freedom, driven by a constant torque to 1,100 rad/s in 30 ms. Names and angles as in
Hairer & Wanner, Solving Ordinary Differential Equations II, §VII.7; the reference is PSIDE's at 1e-14.
"""

from __future__ import annotations

import math

import numpy as np

from jounce.engine.simulate.trajectory import Trajectory
from jounce.model.mechanism import AppliedTorque, Body, Joint, Mechanism, PointOnLine, Revolute, SpringDamper
from validation.comparison import Comparison, digits, relative
from validation.motion import moved, turned_about

GROUP = "Benchmark A03: Andrews's squeezing mechanism"
MASS = (0.04325, 0.00365, 0.02373, 0.00706, 0.07050, 0.00706, 0.05498)
INERTIA = (2.194e-6, 4.410e-7, 5.255e-6, 5.667e-7, 1.169e-5, 5.667e-7, 1.912e-5)
A, B, C = (-0.06934, -0.00227), (-0.03635, 0.03273), (0.014, 0.072)
D, DA, E, EA, RR, RA = 28e-3, 115e-4, 2e-2, 1421e-5, 7e-3, 92e-5
SS, SA, SB, SC, SD = 35e-3, 1874e-5, 1043e-5, 18e-3, 2e-2
ZF, FA, ZT, TA, TB, U, UA, UB = 2e-2, 1421e-5, 4e-2, 2308e-5, 916e-5, 4e-2, 1228e-5, 449e-5
STIFFNESS, FREE_LENGTH, TORQUE = 4530.0, 0.07785, 33e-3

START = {
    "β": -0.0617138900142764496358948458001,
    "Θ": 0.0,
    "γ": 0.455279819163070380255912382449,
    "Φ": 0.222668390165885884674473185609,
    "δ": 0.487364979543842550225598953530,
    "Ω": -0.222668390165885884674473185609,
    "ε": 1.23054744454982119249735015568,
}
REFERENCE = {
    "β": (15.81077119629904, 1139.920302151208),
    "Θ": (-15.75637105984298, -1424.379294994111),
    "γ": (0.04082224013073101, 11.03291221937134),
    "Φ": (-0.5347301163226948, 19.29337464421385),
    "δ": (0.5244099658805304, 0.5735699284790808),
    "Ω": (0.5347301163226948, -19.29337464421385),
    "ε": (1.048080741042263, 0.3231791658026955),
}
"""Angle [rad] and its rate [rad/s] at t = 30 ms."""


def along(origin: tuple[float, float], angle: float, forward: float, left: float = 0.0) -> tuple[float, float]:
    """The point `forward` and `left` of an origin when one looks along an angle."""
    c, s = math.cos(angle), math.sin(angle)
    return origin[0] + forward * c - left * s, origin[1] + forward * s + left * c


def squeezer() -> Mechanism:
    """The mechanism at its start; link 4 hangs on 5, 6 on 7, and 2, 3, 4 and 6 meet in one point."""
    beta, theta, gamma, phi, delta, omega, epsilon = START.values()
    crank = along((0.0, 0.0), beta, RR)
    meet = along(crank, beta + theta, -D)
    knee4, knee6 = along(A, delta, ZT), along(A, epsilon, 0.0, -U)
    centres = (
        along((0.0, 0.0), beta, RA),
        along(crank, beta + theta, -DA),
        along(B, gamma, SB, -SA),
        along(knee4, phi + delta, 0.0, -(E - EA)),
        along(A, delta, TA, TB),
        along(knee6, omega + epsilon, ZF - FA),
        along(A, epsilon, UA, -UB),
    )
    bodies = [
        Body(name=f"K{i}", mass=m, inertia=(J, J, J), position=(*centre, 0.0))  # only J about z counts in the plane
        for i, (m, J, centre) in enumerate(zip(MASS, INERTIA, centres, strict=True), start=1)
    ]
    joints = [
        _hinge("O", "ground", "K1", (0.0, 0.0)),
        _hinge("crank", "K1", "K2", crank),
        _hinge("B", "ground", "K3", B),
        _hinge("A5", "ground", "K5", A),
        _hinge("A7", "ground", "K7", A),
        _hinge("K5 K4", "K5", "K4", knee4),
        _hinge("K7 K6", "K7", "K6", knee6),
        *(_hinge(f"meet {i}", "K3", f"K{i}", meet, PointOnLine) for i in (2, 4, 6)),  # loops, closed without redundancy
    ]
    spring = SpringDamper(
        name="spring",
        body_b="K3",
        point_a=(*C, 0.0),
        point_b=(*along(B, gamma, SD, -SC), 0.0),
        stiffness=STIFFNESS,
        free_length=FREE_LENGTH,
    )
    motor = AppliedTorque(name="motor", body="K1", axis=(0.0, 0.0, 1.0), magnitude=TORQUE)
    return Mechanism(name="A03", bodies=bodies, joints=joints, forces=[spring, motor], gravity=(0.0, 0.0, 0.0))


def _hinge(name: str, a: str, b: str, at: tuple[float, float], kind: type = Revolute) -> Joint:
    return kind(name=name, body_a=a, body_b=b, point=(*at, 0.0), axis=(0.0, 0.0, 1.0))


def joint_angles(run: Trajectory) -> dict[str, tuple[float, float]]:
    """The seven angles and their rates at the end."""
    turned = np.array([turned_about(2, run, f"K{i}")[-1] for i in range(1, 8)])
    rate = np.array([run.angular_velocity(f"K{i}")[-1, 2] for i in range(1, 8)])
    relative_to = {"β": (1, 0), "Θ": (2, 1), "γ": (3, 0), "Φ": (4, 5), "δ": (5, 0), "Ω": (6, 7), "ε": (7, 0)}
    found = {}
    for name, (link, base) in relative_to.items():
        angle, speed = ((x[link - 1] - (x[base - 1] if base else 0.0)) for x in (turned, rate))
        found[name] = (START[name] + float(angle), float(speed))
    return found


def comparisons() -> list[Comparison]:
    # 1e-11 per step leaves the motion about 1e-12 s late: 1e-10 of the angles, up to 6e-8 of the rates, because those
    # of γ, Φ and Ω change by 3e5 rad/s² and more at that moment.
    run = moved(squeezer(), end=0.03, sample=1e-4, tolerance=1e-11)
    found = joint_angles(run)
    return [
        Comparison(
            group=GROUP,
            name="squeezer",
            quantity=f"{what} {name} at t = 30 ms",
            reference="IVP test set (PSIDE)",
            error=relative(found[name][k], REFERENCE[name][k]),
            allowed=digits(6),
        )
        for k, what in enumerate(("angle", "rate of"))
        for name in START
    ]
