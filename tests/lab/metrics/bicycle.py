"""The linear single-track model, exact in time and in closed form: what every cornering metric is measured against.

    m v (β̇ + r) = Cf αf + Cr αr,   J ṙ = a Cf αf − b Cr αr,   αf = δ − β − a r/v,   αr = −β + b r/v

x = (β, r), u = δ at the road wheels; cornering stiffnesses are those of axles [N/rad].
"""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import expm
from scipy.optimize import brentq

from jounce.lab.results import Channel, Metadata, Result

ROLL_PER_ACCELERATION = np.deg2rad(5.0) / 9.80665
"""The car leans in proportion to its lateral acceleration [rad/(m/s²)]."""


@dataclass(frozen=True)
class Bicycle:
    """A car at constant speed [SI]; a and b from the centre of mass to the axles."""

    mass: float = 1500.0
    inertia: float = 2400.0
    a: float = 1.2
    b: float = 1.5
    front: float = 90e3
    rear: float = 110e3
    speed: float = 25.0
    ratio: float = 16.0

    @property
    def wheelbase(self) -> float:
        return self.a + self.b

    @property
    def understeer(self) -> float:
        """K = m/l (b/Cf − a/Cr) [rad/(m/s²)]."""
        return self.mass / self.wheelbase * (self.b / self.front - self.a / self.rear)

    @property
    def yaw_gain(self) -> float:
        """ψ̇/δ at the road wheels: v/(l + K v²) [1/s]."""
        return self.speed / (self.wheelbase + self.understeer * self.speed**2)

    @property
    def slip_per_acceleration(self) -> float:
        """Steady-state β/a_y = b/v² − m a/(l Cr) [rad/(m/s²)]."""
        return self.b / self.speed**2 - self.mass * self.a / (self.wheelbase * self.rear)

    @property
    def matrices(self) -> tuple[np.ndarray, np.ndarray]:
        m, j, a, b, v, cf, cr = self.mass, self.inertia, self.a, self.b, self.speed, self.front, self.rear
        matrix = [
            [-(cf + cr) / (m * v), -1.0 - (a * cf - b * cr) / (m * v**2)],
            [-(a * cf - b * cr) / j, -(a**2 * cf + b**2 * cr) / (j * v)],
        ]
        return np.array(matrix), np.array([cf / (m * v), a * cf / j])

    def transfer(self, frequency: float, output: str) -> complex:
        """From steering-wheel angle to yaw_rate or lateral_acceleration at a frequency [Hz]."""
        matrix, entry = self.matrices
        s = 2j * np.pi * frequency
        β, r = np.linalg.solve(s * np.eye(2) - matrix, entry)
        return (r if output == "yaw_rate" else self.speed * (s * β + r)) / self.ratio

    def lag(self, frequency: float, output: str) -> float:
        return -float(np.angle(self.transfer(frequency, output)))

    def where(self, condition, low: float, high: float) -> float:
        """The frequency [Hz] between two at which a function of it is zero."""
        return float(brentq(condition, low, high, xtol=1e-12))

    def step(self, t: np.ndarray, output: str) -> np.ndarray:
        """Response at times after a unit step of the steering wheel, by eigenvectors."""
        matrix, entry = self.matrices
        steady = -np.linalg.solve(matrix, entry)
        values, vectors = np.linalg.eig(matrix)
        modes = np.linalg.solve(vectors, -steady.astype(complex))
        x = steady[:, None] + (vectors @ (modes[:, None] * np.exp(values[:, None] * t))).real
        rate = (vectors @ (values[:, None] * modes[:, None] * np.exp(values[:, None] * t))).real
        return (x[1] if output == "yaw_rate" else self.speed * (rate[0] + x[1])) / self.ratio

    def drive(self, t: np.ndarray, wheel: np.ndarray) -> Result:
        """A run with that steering-wheel angle [rad], straight lines between the samples; exact for those."""
        matrix, entry = self.matrices
        h = float(t[1] - t[0])
        block = np.zeros((4, 4))
        block[:2, :2], block[:2, 2], block[2, 3] = matrix, entry, 1.0
        e = expm(block * h)
        δ = wheel / self.ratio
        x = np.zeros((len(t), 2))
        for i in range(len(t) - 1):
            x[i + 1] = e[:2, :2] @ x[i] + e[:2, 2] * δ[i] + e[:2, 3] * (δ[i + 1] - δ[i]) / h
        β, r = x.T
        rate = x @ matrix.T + np.outer(δ, entry)
        turn = self.speed * (rate[:, 0] + r)
        return run(
            t,
            {
                "steering_wheel.angle": wheel,
                "chassis.yaw_rate": r,
                "chassis.side_slip_angle": β,
                "chassis.lateral_acceleration": turn,
                "chassis.roll_angle": ROLL_PER_ACCELERATION * turn,
                "chassis.speed": np.full_like(t, self.speed),
            },
            facts=self.facts,
        )

    @property
    def facts(self) -> dict[str, float]:
        return {"wheelbase": self.wheelbase, "steering_ratio": self.ratio, "mass": self.mass}


def run(t: np.ndarray, channels: dict[str, np.ndarray], facts=None, **options: float) -> Result:
    """A result of such channels, as if it had been simulated."""
    metadata = Metadata(
        vehicle="bicycle",
        maneuver="by hand",
        settings={"formulation": "", "integrator": ""},
        planned_end=float(t[-1]),
        options=options,
        facts=facts or {},
        jounce_version="0",
        created="2026-01-01T00:00:00+00:00",
        steps=len(t) - 1,
        evaluations=0,
        rejected_steps=0,
        wall_time=0.0,
    )
    named = (Channel(name, "", "", "", np.broadcast_to(values, t.shape)) for name, values in channels.items())
    return Result((Channel("time", "s", "", "", t), *named), metadata)
