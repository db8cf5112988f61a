"""Motions known in closed form."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.spatial.transform import Rotation
from scipy.special import ellipj, ellipk


@dataclass(frozen=True)
class Swing:
    """A pendulum released at rest: θ̈ = −ω₀² sin θ, θ(0) = amplitude [rad] from the stable position, θ̇(0) = 0.

    sin(θ/2) = k sn(K − ω₀t), k = sin(amplitude/2) (Whittaker, Analytical Dynamics); by symmetry of sn about K this
    is k cd(ω₀t).
    """

    amplitude: float
    frequency: float
    """ω₀ of small swings [rad/s]: √(m g d / J) with J about the pivot."""

    @property
    def modulus(self) -> float:
        return float(np.sin(0.5 * self.amplitude))

    @property
    def period(self) -> float:
        """4 K(k) / ω₀ [s]."""
        return float(4.0 * ellipk(self.modulus**2) / self.frequency)

    def at(self, t: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """θ [rad], θ̇ and θ̈ at times t [s]."""
        k = self.modulus
        quarter = ellipk(k**2)
        sn, cn, dn, _ = ellipj(quarter - self.frequency * np.asarray(t), k**2)
        theta = 2.0 * np.arcsin(k * sn)
        return theta, -2.0 * k * self.frequency * cn, -(self.frequency**2) * 2.0 * k * sn * dn


@dataclass(frozen=True)
class Turning:
    """A pendulum that turns over: θ̈ = −ω₀² sin θ from its highest position at θ̇(0) = speed [rad/s].

    θ̇² = b² − 4 ω₀² sin²(θ/2) with b² = speed² + 4 ω₀², so sin(θ/2) = sn(K + b t/2) with the modulus 2 ω₀/b.
    """

    speed: float
    frequency: float
    """ω₀ of small swings [rad/s]."""

    def height(self, t: np.ndarray) -> np.ndarray:
        """−cos θ at times t [s]: 1 at the top, −1 at the bottom."""
        bottom = np.hypot(self.speed, 2.0 * self.frequency)
        m = (2.0 * self.frequency / bottom) ** 2
        sn, *_ = ellipj(ellipk(m) + 0.5 * bottom * np.asarray(t), m)
        return 2.0 * sn**2 - 1.0


@dataclass(frozen=True)
class DampedOscillation:
    """m ẍ + c ẋ + k x = 0, under-damped, from x₀ and ẋ₀."""

    mass: float
    damping: float
    stiffness: float

    def at(self, t: np.ndarray, x0: float, v0: float) -> tuple[np.ndarray, np.ndarray]:
        """x [m] and ẋ [m/s] at times t [s]."""
        decay = 0.5 * self.damping / self.mass
        omega = np.sqrt(self.stiffness / self.mass - decay**2)
        a, b = x0, (v0 + decay * x0) / omega
        envelope, c, s = np.exp(-decay * t), np.cos(omega * t), np.sin(omega * t)
        x = envelope * (a * c + b * s)
        return x, -decay * x + envelope * omega * (b * c - a * s)


@dataclass(frozen=True)
class SphericalSwing:
    """A point mass on a rod of given length, at its lowest height z₁ < 0 under the pivot with horizontal speed v.

    (L ż)² = 2 (E − g z)(L² − z²) − h² = 2 g (z − z₁)(z − z₂)(z − z₃), with E = v²/2 + g z₁ and h² = v² (L² − z₁²) per
    unit of mass, gives z = z₁ + (z₂ − z₁) sn² (Whittaker, Analytical Dynamics).
    """

    length: float
    gravity: float
    lowest: float
    speed: float

    @property
    def turning_heights(self) -> tuple[float, float, float]:
        """z₁, z₂ and the third root [m], which no motion reaches."""
        L, g, z1, v = self.length, self.gravity, self.lowest, self.speed
        # the cubic without its root z₁: z² + (z₁ − E/g) z + (z₁² − E z₁/g − L²), E/g = z₁ + v²/2g
        half, rest = 0.25 * v**2 / g, -0.5 * v**2 * z1 / g - L**2
        root = float(np.sqrt(half**2 - rest))
        return z1, half - root, half + root

    def height(self, t: np.ndarray) -> np.ndarray:
        """z at times t [s], the pivot at z = 0."""
        z1, z2, z3 = self.turning_heights
        rate = np.sqrt(0.5 * self.gravity * (z3 - z1)) / self.length
        sn, *_ = ellipj(rate * np.asarray(t), (z2 - z1) / (z3 - z1))
        return z1 + (z2 - z1) * sn**2


def symmetric_top(J: tuple[float, float], spin: np.ndarray, t: np.ndarray) -> Rotation:
    """Orientation of a torque-free body with moments (J₁, J₁, J₃), from axes along the world's and ω(0) = spin.

    ω = L/J₁ + (1 − J₃/J₁) ω₃ e₃: a constant turn about the angular momentum L, and one about the body's own axis e₃ at
    the rate at which, seen from the body, ω precesses.
    """
    J1, J3 = J
    L = np.array([J1, J1, J3]) * spin
    own = np.array([0.0, 0.0, (1.0 - J3 / J1) * spin[2]])
    return Rotation.from_rotvec(t[:, None] * L / J1) * Rotation.from_rotvec(t[:, None] * own)


def asymmetric_top(J: tuple[float, float, float], first: float, third: float, t: np.ndarray) -> np.ndarray:
    """ω in body axes (n, 3) of a torque-free body with J₁ < J₂ < J₃, from (first, 0, third).

    Landau & Lifshitz, Mechanics, §37, for L² > 2 E J₂.
    """
    J1, J2, J3 = J
    twice_energy, square = J1 * first**2 + J3 * third**2, (J1 * first) ** 2 + (J3 * third) ** 2
    low, high = twice_energy * J3 - square, square - twice_energy * J1
    rate = np.sqrt((J3 - J2) * high / (J1 * J2 * J3))
    sn, cn, dn, _ = ellipj(rate * t, (J2 - J1) * low / ((J3 - J2) * high))
    return np.stack([first * cn, np.sqrt(low / (J2 * (J3 - J2))) * sn, third * dn], axis=1)
