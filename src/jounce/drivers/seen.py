"""What a driver sees of the car: where it is, where it points and how it moves."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from jounce.formulations.cartesian import system as cartesian_system
from jounce.simulate.observer import System
from jounce.vehicle.elements import CHASSIS


@dataclass(slots=True)
class Seen:
    """The chassis at an instant, of its centre of mass; angles as in ISO 8855."""

    time: float
    """[s]"""
    x: float
    """[m], world."""
    y: float
    """[m], world."""
    yaw: float
    """Heading [rad], to the left of the world's x; counts full turns."""
    forward: float
    """Horizontal velocity along the heading [m/s]."""
    sideways: float
    """Horizontal velocity to the left of it [m/s]."""
    yaw_rate: float
    """[rad/s], about the vertical."""
    roll: float
    """[rad], leaning to the right is positive."""
    roll_rate: float
    """[rad/s]"""

    @property
    def speed(self) -> float:
        """Horizontal speed [m/s]."""
        return math.hypot(self.forward, self.sideways)


class Eyes:
    """Read what is seen from the state of a system in any formulation."""

    def __init__(self, system: System) -> None:
        """The places of the chassis in the state."""
        if isinstance(system, cartesian_system.System):
            self.pose, self.twist, self.resolved = system.pose(CHASSIS).start, system.twist(CHASSIS).start, False
        else:
            assert system.state.tree.base == CHASSIS, "a vehicle is built on its chassis"
            self.pose, self.twist, self.resolved = 0, system.state.velocity_start, True
        self.yaw = 0.0

    def see(self, t: float, y: np.ndarray) -> Seen:
        """The chassis in a state at time t [s]; calls follow each other closely enough to count turns."""
        x, north, _, a, b, c, d = y[self.pose : self.pose + 7].tolist()
        u, v, w, p, q, r = y[self.twist : self.twist + 6].tolist()
        n = a * a + b * b + c * c + d * d
        # columns of the rotation, chassis → world
        xx, xy, xz = (a * a + b * b - c * c - d * d) / n, 2.0 * (b * c + a * d) / n, 2.0 * (b * d - a * c) / n
        yx, yy, yz = 2.0 * (b * c - a * d) / n, (a * a - b * b + c * c - d * d) / n, 2.0 * (c * d + a * b) / n
        zx, zy, zz = 2.0 * (b * d + a * c) / n, 2.0 * (c * d - a * b) / n, (a * a - b * b - c * c + d * d) / n
        vx, vy = (u * xx + v * yx + w * zx, u * xy + v * yy + w * zy) if self.resolved else (u, v)
        yaw = math.atan2(xy, xx)
        self.yaw = yaw + math.tau * round((self.yaw - yaw) / math.tau)
        cos, sin = math.cos(yaw), math.sin(yaw)
        along = p * (xx * cos + xy * sin) + q * (yx * cos + yy * sin) + r * (zx * cos + zy * sin)
        return Seen(
            time=t,
            x=x,
            y=north,
            yaw=self.yaw,
            forward=vx * cos + vy * sin,
            sideways=vy * cos - vx * sin,
            yaw_rate=p * xz + q * yz + r * zz,
            roll=math.atan2(yz, zz),
            roll_rate=along,
        )
