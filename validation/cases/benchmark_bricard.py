"""Bricard's mechanism, problem A04 of the IFToMM library: more equations than freedoms, and yet it moves.

Five rods of 1 m and 1 kg (square section of 0.1 m) and the ground along six edges of a cube, hinged at right angles to
both neighbours, hang below an edge that is the ground; gravity along −y, at rest at the start. The library shows the
coordinates of P3 over 10 s as a figure.

The reference does not use jounce. By its threefold symmetry the hinges P0, P2, P4 are at one angle θ, P1, P3, P5 at
another φ, with cos θ + cos φ + cos θ cos φ = 0. Along this curve, with the arc length σ as the one coordinate,

    M σ̈ + M_σ σ̇²/2 = −V_σ,   M and V from poses that are products of six rotations
"""

from __future__ import annotations

import math

import numpy as np
from scipy.integrate import solve_ivp

from jounce.engine.formulations import synthesis
from jounce.engine.formulations.synthesis.start import start_state
from jounce.engine.simulate import DormandPrince, Trajectory, simulate
from jounce.model.mechanism import Body, Mechanism, Revolute
from validation.comparison import Comparison, of_peak
from validation.motion import moved

GROUP = "Benchmark A04: Bricard's mechanism"
P = np.array([[0, 0, 0], [1, 0, 0], [1, -1, 0], [1, -1, 1], [0, -1, 1], [0, 0, 1]], dtype=float)
AXES = np.array([np.cross(P[i] - P[i - 1], P[(i + 1) % 6] - P[i]) for i in range(6)])
SKEW = np.array([[[0.0, -z, y], [z, 0.0, -x], [-y, x, 0.0]] for x, y, z in AXES])
"""Matrices of the cross products with the axes."""
SIDE, GRAVITY, END, SAMPLE = 0.1, 9.81, 10.0, 0.01
NAMES = ("ground", "rod 1", "rod 2", "rod 3", "rod 4", "rod 5")
ALLOWED = 1e-8
"""Of the peak: both methods at 1e-11 a step, over some five swings."""


def inertia(direction: np.ndarray) -> np.ndarray:
    """Principal moments [kg m²] of a rod along a coordinate axis."""
    return np.where(np.abs(direction) > 0.5, SIDE**2 / 6.0, (1.0 + SIDE**2) / 12.0)


def bricard() -> Mechanism:
    """The mechanism at its start."""
    bodies = []
    for i in range(1, 6):
        a, b = P[i], P[(i + 1) % 6]
        centre = tuple(0.5 * (a + b))
        bodies.append(Body(name=NAMES[i], mass=1.0, inertia=tuple(inertia(b - a)), position=centre))
    joints = [
        Revolute(name=f"P{i}", body_a=NAMES[i - 1], body_b=NAMES[i], point=tuple(P[i]), axis=tuple(AXES[i]))
        for i in range(6)
    ]
    return Mechanism(name="A04", bodies=bodies, joints=joints, gravity=(0.0, -GRAVITY, 0.0))


def poses(theta: float, phi: float) -> list[tuple[np.ndarray, np.ndarray]]:
    """Rotation and translation of rods 1 to 5 from their places at the start."""
    R, d, found = np.eye(3), np.zeros(3), []
    for i in range(1, 6):
        angle = (phi if i % 2 else theta) - 0.5 * np.pi
        turn = np.eye(3) + math.sin(angle) * SKEW[i] + (1.0 - math.cos(angle)) * SKEW[i] @ SKEW[i]
        R, d = R @ turn, d + R @ (P[i] - turn @ P[i])
        found.append((R, d))
    return found


def tangent(theta: float, phi: float) -> np.ndarray:
    """Direction (dθ, dφ)/dσ of the curve of closed loops."""
    normal = np.array([np.sin(theta) * (1.0 + np.cos(phi)), np.sin(phi) * (1.0 + np.cos(theta))])
    return np.array([normal[1], -normal[0]]) / np.hypot(*normal)


def mass_and_height(theta: float, phi: float) -> np.ndarray:
    """M(θ, φ) along the tangent [kg m²], and the sum of the heights of all centres [m]."""
    (by_theta, by_phi), M, height = tangent(theta, phi), 0.0, 0.0
    at = poses(theta, phi)
    w, about_origin = np.zeros(3), np.zeros(3)  # velocities per arc length: turn, and of the point at the origin
    for i, (R, d) in enumerate(at, start=1):
        axis = (by_phi if i % 2 else by_theta) * (R @ AXES[i])
        w, about_origin = w + axis, about_origin - np.cross(axis, R @ P[i] + d)
        centre = R @ (0.5 * (P[i] + P[(i + 1) % 6])) + d
        v, own = about_origin + np.cross(w, centre), R.T @ w
        M += v @ v + own @ (inertia(P[(i + 1) % 6] - P[i]) * own)
        height += centre[1]
    return np.array([M, height])


def reference(t: np.ndarray) -> np.ndarray:
    """Path of P3 [m], (n, 3), by the one equation of motion."""

    def slope(_: float, y: np.ndarray) -> np.ndarray:
        at, speed = y[:2], y[2]
        way, h = tangent(*at), 1e-3
        M, _height = mass_and_height(*at)
        far = [mass_and_height(*(at + k * h * way)) for k in (-2, -1, 1, 2)]
        M_s, V_s = (far[0] - 8.0 * far[1] + 8.0 * far[2] - far[3]) / (12.0 * h)
        return np.array([*(way * speed), (-GRAVITY * V_s - 0.5 * M_s * speed**2) / M])

    start = np.array([0.5 * np.pi, 0.5 * np.pi, 0.0])
    run = solve_ivp(slope, (0.0, t[-1]), start, method="DOP853", t_eval=t, rtol=1e-10, atol=1e-11)
    return np.array([R @ P[3] + d for R, d in (poses(theta, phi)[1] for theta, phi, _ in run.y.T)])


def comparisons() -> list[Comparison]:
    """All comparisons of this case."""
    mechanism = bricard()
    system = synthesis.build(mechanism)
    tight = DormandPrince(relative=1e-11, absolute=1e-11)
    runs = {
        "synthesis": simulate(system, start_state(system), end=END, sample=SAMPLE, integrator=tight),
        "world frame": moved(mechanism, end=END, sample=SAMPLE),
    }
    known = reference(runs["synthesis"].time)
    return [_compared(name, run, known) for name, run in runs.items()]


def _compared(name: str, run: Trajectory, known: np.ndarray) -> Comparison:
    return Comparison(
        group=GROUP,
        name=f"Bricard, {name}",
        quantity="path of P3 over 10 s",
        reference="one equation of motion, SciPy DOP853",
        error=of_peak(run.point("rod 2", P[3]), known),
        allowed=ALLOWED,
        kind="of peak",
        note=f"{run.counts.seconds:.2g} s of computing",
    )
