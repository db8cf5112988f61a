"""How slow a car may roll with a fixed explicit step.

Without relaxation, a wheel's spin follows its rolling speed with the rate r² C / (J V): C is the tire's longitudinal
slip stiffness, J the wheel's spin inertia, V the speed. An explicit step is stable as long as rate × step stays below
its limit, so below a certain speed it chatters instead of rolling, without any other sign. Better to say so.
"""

from __future__ import annotations

from jounce.simulate import Integrator, RungeKutta4
from jounce.vehicle import Axle, Vehicle, to_mechanism

LIMIT = 2.785
"""Of Runge–Kutta 4 on the negative real axis."""


def slowest_stable_speed(car: Vehicle, integrator: Integrator) -> float:
    """Speed [m/s] below which the wheels' spin is unstable; 0 for an integrator that controls its error."""
    if not isinstance(integrator, RungeKutta4):
        return 0.0
    weight = car.gravity * sum(body.mass for body in to_mechanism(car).bodies)
    load = weight / (2 * len(car.axles))
    return max(integrator.step * _rate_times_speed(axle, load) / LIMIT for axle in car.axles)


def too_slow(car: Vehicle, integrator: Integrator, speed: float) -> str | None:
    """What to tell a person whose car is slower than its step allows, or None."""
    limit = slowest_stable_speed(car, integrator)
    if speed >= limit or not isinstance(integrator, RungeKutta4):
        return None
    return (
        f"at {speed:.3g} m/s the slip of the tires is too stiff for rk4 steps of {1e3 * integrator.step:g} ms, "
        f"which chatter below about {limit:.2g} m/s; use a smaller step or dormand-prince"
    )


def _rate_times_speed(axle: Axle, load: float) -> float:
    """r² C / J [m/s²] with the slope of the Magic Formula at zero slip, C = b c d Fz."""
    law = axle.tire.longitudinal
    stiffness = law.b * law.c * law.d * load
    return axle.suspension.wheel_centre[2] ** 2 * stiffness / axle.wheel.spin_inertia
