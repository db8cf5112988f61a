"""How slow a car may roll with a fixed explicit step, and how stiff its clutches may be.

Without relaxation, a wheel's spin follows its rolling speed with the rate r² C / (J V): C is the tire's longitudinal
slip stiffness, J the wheel's spin inertia, V the speed. An explicit step is stable as long as rate × step stays below
its limit, `FixedStep.stability`, so below a certain speed it chatters instead of rolling, without any other sign. The
rate of a clutch of torque T, slip speed s and ratio i between an engine of inertia J_e and a differential of J_d is
T (i / J_d + 1 / (i J_e)) / s.
"""

from __future__ import annotations

from jounce.engine.integrators.integrator import Adaptive, Integrator
from jounce.engine.integrators.registry import bears_stiffness, join_words, names
from jounce.model.mechanism import SimpleTire
from jounce.model.vehicle import Axle, Vehicle, to_mechanism


def slowest_stable_speed(car: Vehicle, integrator: Integrator) -> float:
    """Speed [m/s] below which the wheels' spin is unstable; 0 for an implicit or error-controlled integrator."""
    limit = integrator.stability
    if limit is None or isinstance(integrator, Adaptive):
        return 0.0
    weight = car.gravity * sum(body.mass for body in to_mechanism(car).bodies)
    load = weight / (2 * len(car.all_axles))
    return max(integrator.step * _rate_times_speed(axle, load) / limit for axle in car.all_axles)


def too_slow(car: Vehicle, integrator: Integrator, speed: float) -> str | None:
    """What to tell a person whose car is slower than its step allows, or None."""
    limit = slowest_stable_speed(car, integrator)
    if speed >= limit or isinstance(integrator, Adaptive):
        return None
    return (
        f"at {speed:.3g} m/s the slip of the tires is too stiff for explicit steps of {1e3 * integrator.step:g} ms, "
        f"which chatter below about {limit:.2g} m/s; use a smaller step, {join_words(names(bears_stiffness))}"
    )


def too_stiff(car: Vehicle, integrator: Integrator, gear: float) -> str | None:
    """What to tell a person whose clutch is too stiff for the step in this gear, or None."""
    powertrain, limit = car.powertrain, integrator.stability
    ratio = powertrain.gears.get(round(gear)) if powertrain is not None else None
    if powertrain is None or ratio is None or limit is None or isinstance(integrator, Adaptive):
        return None
    clutch = powertrain.clutch
    assert clutch is not None
    rate = abs(ratio) / powertrain.output_inertia + 1.0 / (abs(ratio) * powertrain.input_inertia)
    longest = limit * clutch.slip_speed / (clutch.torque * rate)
    if integrator.step <= longest:
        return None
    return (
        f"in gear {gear:g} the clutch is too stiff for explicit steps of {1e3 * integrator.step:g} ms, which chatter "
        f"above about {1e3 * longest:.2g} ms; use a smaller step, {join_words(names(bears_stiffness))}"
    )


def _rate_times_speed(axle: Axle, load: float) -> float:
    """r² C / J [m/s²] with the slope of the Magic Formula at zero slip, C = b c d Fz; 0 with relaxation lengths."""
    tire = axle.tire
    if not isinstance(tire, SimpleTire) or tire.relaxation is not None:
        return 0.0
    law = tire.longitudinal
    stiffness = law.b * law.c * law.d * load
    return axle.suspension.wheel_centre[2] ** 2 * stiffness / axle.wheel.spin_inertia
