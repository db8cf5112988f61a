"""The columns of those ADAMS models that are planar pendulums, from their one equation of motion.

A body of 1 kg, its centre 2 m from the pivot, released horizontally: J θ̈ = −m g d sin θ + spring, with θ from the
vertical and J about the pivot; in closed form without a spring, by a scalar integration of SciPy's with one.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.integrate import solve_ivp
from scipy.spatial.transform import Rotation

from validation.closed_form import Swing

GRAVITY, RADIUS, START = 9.80665, 2.0, 0.5 * np.pi

Angles = tuple[np.ndarray, np.ndarray, np.ndarray]
"""θ, θ̇ and θ̈ over time."""


@dataclass(frozen=True)
class Pendulum:
    """How a case swings."""

    inertia: float
    """About the pivot [kg m²]."""
    along: int
    """World axis along which the pendulum lies when it is released."""
    about: int
    """World axis about which it turns."""
    turns: float
    """Angle about that axis per angle θ: ±1, or 0 for a body that only translates."""
    design: tuple[float, float, float, float] = (1.0, 0.0, 0.0, 0.0)
    """Quaternion of the centre-of-mass marker at the start."""
    stiffness: float = 0.0
    damping: float = 0.0

    def angles(self, t: np.ndarray) -> Angles:
        weight = GRAVITY * RADIUS / self.inertia
        if self.stiffness == 0.0:
            return Swing(START, np.sqrt(weight)).at(t)
        k, c = self.stiffness / self.inertia, self.damping / self.inertia

        def slope(_: float, y: np.ndarray) -> list[float]:
            return [y[1], -weight * np.sin(y[0]) - k * (y[0] - START) - c * y[1]]

        run = solve_ivp(slope, (0.0, t[-1]), [START, 0.0], method="DOP853", t_eval=t, rtol=1e-12, atol=1e-12)
        theta, rate = run.y
        return theta, rate, -weight * np.sin(theta) - k * (theta - START) - c * rate

    def columns(self, t: np.ndarray) -> dict[str, np.ndarray]:
        theta, rate, push = (angle[:, None] for angle in self.angles(t))
        forward, up, axis = np.eye(3)[self.along], np.eye(3)[2], np.eye(3)[self.about]
        outward, onward = np.sin(theta) * forward - np.cos(theta) * up, np.cos(theta) * forward + np.sin(theta) * up
        acceleration = RADIUS * (push * onward - rate**2 * outward)
        turned = Rotation.from_rotvec(self.turns * (theta - START) * axis)
        design = Rotation.from_quat(self.design, scalar_first=True)
        return {
            "Pos": RADIUS * outward,
            "Vel": RADIUS * rate * onward,
            "Acc": acceleration,
            "Quat": (turned * design).as_quat(scalar_first=True),
            "Avel": self.turns * rate * axis,
            "Aacc": self.turns * push * axis,
            "Rforce": -acceleration - GRAVITY * up,
            "Rtorque": (self.turns * (self.stiffness * (theta - START) + self.damping * rate)) * axis,
        }


_HALF = float(np.sqrt(0.5))
PENDULUMS: dict[str, Pendulum] = {
    "Distance": Pendulum(4.0, along=1, about=0, turns=0.0),
    "Revolute": Pendulum(4.1, along=0, about=1, turns=-1.0, design=(_HALF, -_HALF, 0.0, 0.0)),
    "RotSpring": Pendulum(
        4.1, along=0, about=1, turns=-1.0, design=(_HALF, -_HALF, 0.0, 0.0), stiffness=200.0, damping=10.0
    ),
    "Spherical": Pendulum(4.1, along=0, about=1, turns=-1.0),
    "Universal": Pendulum(4.1, along=1, about=0, turns=1.0, design=(_HALF, _HALF, 0.0, 0.0)),
}
"""Cases by name."""
