"""A linear single-track model of a car with a trailer on a ball: the reference of rearward amplification.

Lateral velocity v and yaw rate r of the car, articulation θ = ψ₁ − ψ₂ and yaw rate r₂ of the trailer, and the side
forces of the axles, which follow their slip angles over a relaxation length σ:

    m₁ (v̇ + u r) = F_f + F_r + Y            I₁ ṙ = a F_f − b F_r − h Y
    m₂ (v̇ − h ṙ − e ṙ₂ + u r) = F_t − Y      I₂ ṙ₂ = −e Y − (l − e) F_t        θ̇ = r − r₂
    σ/u Ḟ + F = −C α,  α_f = (v + a r)/u − δ,  α_r = (v − b r)/u,  α_t = θ + (v − h r − l r₂)/u

with Y the force of the hitch on the car, a, b, h from its centre of mass to front axle, rear axle and hitch, e and l
from the hitch to centre of mass and axle of the trailer.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.linalg import expm

from jounce.lab.drivers.steering_response import cornering_stiffness
from jounce.model.vehicle import Vehicle
from jounce.model.vehicle.corners import CHASSIS
from jounce.model.vehicle.statics import wheel_loads
from jounce.model.vehicle.units import unit_of_bodies


@dataclass(frozen=True)
class TwoUnits:
    """Masses, yaw inertias, levers, cornering stiffnesses [N/rad] and relaxation lengths [m] of the axles."""

    masses: tuple[float, float]
    inertias: tuple[float, float]
    a: float
    b: float
    h: float
    e: float
    l: float
    stiffness: tuple[float, float, float]
    relaxation: tuple[float, float, float]

    @staticmethod
    def of(car: Vehicle) -> TwoUnits:
        """The model of a car with one trailer of one axle, by masses, hardpoints and tires alone."""
        mechanism = car.to_mechanism()
        units = unit_of_bodies(mechanism, [car.trailers[0].name])
        found = []
        for unit in (CHASSIS, car.trailers[0].name):
            own = [body for body in mechanism.bodies if units[body.name] == unit]
            mass = sum(body.mass for body in own)
            centre = sum(body.mass * np.array(body.centre_of_mass) for body in own) / mass
            away = [np.array(body.centre_of_mass) - centre for body in own]
            yaw = sum(b.inertia[2] + b.mass * float(d[:2] @ d[:2]) for b, d in zip(own, away, strict=True))
            found.append((mass, yaw, centre[0]))
        (m1, i1, x1), (m2, i2, x2) = found
        front, rear, axle = (each.suspension.wheel_centre[0] for each in car.all_axles)
        hitch, loads = car.trailers[0].hitch.point[0], wheel_loads(mechanism, car)
        stiffness = [
            sum(cornering_stiffness(tire.law, loads[tire.name]) for tire in mechanism.tires[2 * i : 2 * i + 2])
            for i in range(3)
        ]
        relaxation = [each.tire.relaxation[1] for each in car.all_axles]
        levers = front - x1, x1 - rear, x1 - hitch, hitch - x2, hitch - axle
        return TwoUnits((m1, m2), (i1, i2), *levers, tuple(stiffness), tuple(relaxation))

    def matrices(self, u: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """A and B of ẋ = A x + B δ, x = v, r, θ, r₂, F_f, F_r, F_t, and C with the lateral accelerations C x."""
        (m1, m2), (i1, i2) = self.masses, self.inertias
        a, b, h, e, l = self.a, self.b, self.h, self.e, self.l
        # unknown: v̇, ṙ, ṙ₂, Y
        left = np.array([[m1, 0, 0, -1], [0, i1, 0, h], [m2, -m2 * h, -m2 * e, 1], [0, 0, i2, e]], float)
        right = np.zeros((4, 7))
        right[0, [1, 4, 5]] = -m1 * u, 1.0, 1.0
        right[1, [4, 5]] = a, -b
        right[2, [1, 6]] = -m2 * u, 1.0
        right[3, 6] = -(l - e)
        rates = np.linalg.solve(left, right)
        A, B = np.zeros((7, 7)), np.zeros(7)
        A[0], A[1], A[3] = rates[0], rates[1], rates[2]
        A[2, 1], A[2, 3] = 1.0, -1.0
        slips = np.zeros((3, 7))
        slips[0, :2] = 1.0 / u, a / u
        slips[1, :2] = 1.0 / u, -b / u
        slips[2, :4] = 1.0 / u, -h / u, 1.0, -l / u
        for i, (c, sigma) in enumerate(zip(self.stiffness, self.relaxation, strict=True)):
            A[4 + i] = -c * slips[i] * u / sigma
            A[4 + i, 4 + i] -= u / sigma
        B[4] = self.stiffness[0] * u / self.relaxation[0]
        first, second = A[0].copy(), A[0] - h * A[1] - e * A[3]
        first[1] += u
        second[1] += u
        return A, B, np.array([first, second])

    def accelerations(self, u: float, t: np.ndarray, steer: np.ndarray) -> np.ndarray:
        """Lateral accelerations (n, 2) of both units for road-wheel angles at times in equal steps, held in between."""
        A, B, C = self.matrices(u)
        step = expm(np.block([[A, B[:, None]], [np.zeros((1, 8))]]) * (t[1] - t[0]))
        x, found = np.zeros(7), np.zeros((len(t), 2))
        for n, angle in enumerate(steer):
            found[n] = C @ x
            x = step[:7, :7] @ x + step[:7, 7] * angle
        return found
