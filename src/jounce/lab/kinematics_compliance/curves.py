"""What one wheel does along a sweep: angles, path, loads and their slopes, as arrays over its positions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields

import numpy as np

from jounce.lab.kinematics_compliance.evaluation import UP, Evaluation, cross
from jounce.lab.kinematics_compliance.rig import Rig, WheelPlace
from jounce.lab.kinematics_compliance.rig_position import RigPosition
from jounce.lab.kinematics_compliance.steering_axis import SteeringAxis, steering_axes


@dataclass(frozen=True)
class WheelCurves:
    """One wheel, SI units and radians; NaN where a suspension has no such quantity."""

    camber: np.ndarray
    """Camber, positive with the top outwards, negative with the top inwards (KC3) [rad]."""
    toe: np.ndarray
    """Toe, positive for toe-in: the front of the wheel turned inwards (KC4) [rad]."""
    steer: np.ndarray
    """Angle of the wheel about the vertical axis, positive to the left (KC4) [rad]."""
    camber_gradient: np.ndarray
    """Change of camber per wheel travel [rad/m]."""
    toe_gradient: np.ndarray
    """Change of toe per wheel travel, bump steer: positive for toe-in in bump [rad/m]."""
    side_view_angle: np.ndarray
    """Turn of the carrier in side view since the design position, top rearwards positive: the change of caster [rad]"""
    caster: np.ndarray
    """Angle of the kingpin in side view, top rearwards positive (KC7) [rad]."""
    kingpin_inclination: np.ndarray
    """Angle of the kingpin in rear view, top inwards positive (KC7) [rad]."""
    scrub_radius: np.ndarray
    """Distance from the kingpin to the contact point on the ground, across the wheel, outwards positive (KC8) [m]."""
    mechanical_trail: np.ndarray
    """Distance from the contact point to the kingpin on the ground, along the wheel, forwards positive (KC8) [m]."""
    centre_x: np.ndarray
    """Displacement of the wheel centre since the design position, forwards [m]; recession is its negative."""
    centre_y: np.ndarray
    """Displacement of the wheel centre since the design position, outwards [m]."""
    centre_z: np.ndarray
    """Travel of the wheel centre since the design position, upwards [m]; that of the contact point is the sweep's."""
    contact_y: np.ndarray
    """Displacement of the contact point since the design position, outwards [m]: half of the change of track."""
    contact_slope_x: np.ndarray
    """dx/dz of the contact point with the wheel locked to its carrier, forwards in bump positive (KC5)."""
    centre_slope_x: np.ndarray
    """dx/dz of the wheel centre, forwards in bump positive (KC5)."""
    spring_ratio: np.ndarray
    """Compression of the spring per wheel travel (KC9)."""
    damper_ratio: np.ndarray
    """Compression of a damper with points of its own per wheel travel (KC9)."""
    torsion_ratio: np.ndarray
    """Turn of a torsion bar per wheel travel (KC9) [rad/m]."""
    wheel_load: np.ndarray
    """Vertical force at the contact point that holds the wheel [N]."""
    wheel_rate: np.ndarray
    """Change of the wheel load per wheel travel (KC10) [N/m]."""


def wheel_curves(rig: Rig, positions: Sequence[RigPosition], other: float) -> tuple[WheelCurves, WheelCurves]:
    """Left and right wheel at all positions.

    other: travel of the other wheel per travel of this one, for slopes: 1 in parallel, −1 in opposite travel.
    """
    pins = [steering_axes(rig, position.at) for position in positions]
    left, right = (
        _collect([_values(rig, k, position, pin[k], other) for position, pin in zip(positions, pins, strict=True)])
        for k in (0, 1)
    )
    return left, right


def angle_rates(at: Evaluation, wheel: WheelPlace, displacement: np.ndarray) -> tuple[float, float]:
    """Changes of camber and steer [rad] along a displacement of everything, from ds = ω × s."""
    s = at.spin_axis(wheel)
    _, w = at.twist(wheel, displacement)
    change = cross(w, s)
    flat = s[0] ** 2 + s[1] ** 2
    camber = -wheel.sign * change[2] / math.sqrt(flat)
    return float(camber), float((s[0] * change[1] - s[1] * change[0]) / flat)


def point_displacement(at: Evaluation, wheel: WheelPlace, point: np.ndarray, displacement: np.ndarray) -> np.ndarray:
    """Displacement of a point of the carrier, world axes."""
    v, w = at.twist(wheel, displacement)
    return v + cross(w, point - at.r[wheel.carrier])


def _collect(rows: Iterable[dict[str, float]]) -> WheelCurves:
    table = list(rows)
    return WheelCurves(**{field.name: np.array([row[field.name] for row in table]) for field in fields(WheelCurves)})


def _values(rig: Rig, k: int, position: RigPosition, pin: SteeringAxis | None, other: float) -> dict[str, float]:
    wheel, at = rig.wheels[k], position.at
    along = position.motion[:, k] + other * position.motion[:, 1 - k]
    s, contact, centre = at.spin_axis(wheel), at.contact(wheel), at.centre(wheel)
    steer = math.atan2(-s[0], s[1])
    camber_rate, steer_rate = angle_rates(at, wheel, along)
    start = rig.system.frames[rig.system.layout.bodies[wheel.carrier]].centre + wheel.centre
    upright = at.A[wheel.carrier] @ UP
    return {
        "camber": -wheel.sign * math.asin(s[2]),
        "toe": -wheel.sign * steer,
        "steer": steer,
        "camber_gradient": camber_rate,
        "toe_gradient": -wheel.sign * steer_rate,
        "side_view_angle": math.atan2(-upright[0], upright[2]),
        "centre_x": centre[0] - start[0],
        "centre_y": wheel.sign * (centre[1] - start[1]),
        "centre_z": centre[2] - start[2],
        "contact_y": wheel.sign * (contact[1] - _design_contact_y(wheel, start)),
        "contact_slope_x": point_displacement(at, wheel, contact, along)[0],
        "centre_slope_x": point_displacement(at, wheel, centre, along)[0],
        "wheel_load": position.loads[k],
        "wheel_rate": position.stiffness[k, k] + other * position.stiffness[k, 1 - k],
        **_ratios(rig, wheel, position, along),
        **_steering_axis(wheel, pin, s, contact),
    }


def _design_contact_y(wheel: WheelPlace, centre: np.ndarray) -> float:
    """y of the contact point at the design position, where the carrier's axes are those of the world [m]."""
    s = wheel.axis
    return float(centre[1] + wheel.radius * s[2] * s[1] / math.sqrt(1.0 - s[2] ** 2))


def _ratios(rig: Rig, wheel: WheelPlace, position: RigPosition, along: np.ndarray) -> dict[str, float]:
    """How far the elements of this corner give way per wheel travel."""
    model, names = rig.system.model, rig.system.layout.scalar_forces
    found = {}
    for part, sign in (("spring", -1.0), ("damper", -1.0), ("torsion", 1.0)):
        name, rate = f"{part}_{wheel.suffix}", math.nan
        if name in names:
            law = model.elements.scalar_forces[names.index(name)]
            terms = model.elements.scalar_force_terms[law["start"] : law["stop"]]
            rate = sign * float(terms["factor"] @ (position.at.gradients[terms["measure"]] @ along))
        found[f"{part}_ratio"] = rate
    return found


def _steering_axis(wheel: WheelPlace, pin: SteeringAxis | None, s: np.ndarray, contact: np.ndarray) -> dict[str, float]:
    if pin is None:
        return dict.fromkeys(("caster", "kingpin_inclination", "scrub_radius", "mechanical_trail"), math.nan)
    forward = np.array([s[1], -s[0], 0.0]) / math.hypot(s[0], s[1])
    leftward = cross(UP, forward)
    x, y, z = pin.direction
    return {
        "caster": math.atan2(-x, z),
        "kingpin_inclination": math.atan2(-wheel.sign * y, z),
        "scrub_radius": wheel.sign * float(leftward @ (contact - pin.point)),
        "mechanical_trail": float(forward @ (pin.point - contact)),
    }
