"""Types of the fields that a user fills in: quantities with units, vectors of them, directions and names."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Annotated

import numpy as np
from pydantic import AfterValidator, BeforeValidator, Field

from jounce.errors import InputError
from jounce.findings import shown
from jounce.schema.names import check_folder_name, check_name
from jounce.schema.units import MAX_MAGNITUDE, MIN_MAGNITUDE, parse_quantity


def _of(*dimensions: str) -> BeforeValidator:
    def quantity(value: object) -> float:
        if type(value) is float and (MIN_MAGNITUDE <= abs(value) <= MAX_MAGNITUDE or value == 0.0):
            return value  # most numbers come from the program itself: nothing to read, nothing to refuse
        return parse_quantity(value, *dimensions)

    quantity.dimensions = dimensions  # type: ignore[attr-defined]  # for pages that list units
    return BeforeValidator(quantity)


def _bounded(holds: Callable[[float], bool], bound: str) -> AfterValidator:
    def check(value: float) -> float:
        if not holds(value):
            raise InputError("out of range", f"{value:g}", f"a value {bound}")
        return value

    return AfterValidator(check)


MAX_BARE_SPEED = 60.0
"""Largest speed of a vehicle without a unit [m/s]: a larger number is most likely meant in km/h."""
MAX_SPEED = 500.0 / 3.6
"""Largest speed of a vehicle [m/s]."""


def parse_speed(value: object) -> float:
    """The speed of a vehicle [m/s]; raises InputError for one that no road vehicle has, and for a number that is most
    likely meant in km/h."""
    speed = parse_quantity(value, "velocity")
    if abs(speed) > MAX_SPEED:
        raise InputError(
            "too fast", f"{shown(value)}, which is {3.6 * speed:.6g} km/h", f"at most {3.6 * MAX_SPEED:g} km/h"
        )
    if abs(speed) > MAX_BARE_SPEED and (not isinstance(value, str) or value.strip()[-1:].isdigit()):
        got, hint = f"{speed:g}, which is {3.6 * speed:.6g} km/h", f"write '{speed:g} km/h' or '{speed:g} m/s'"
        raise InputError("a speed without a unit", got, f"a unit above {MAX_BARE_SPEED:g} m/s", hint)
    return speed


Positive = _bounded(lambda value: value > 0.0, "greater than 0")
MIN_MASS, MAX_MASS = 1e-9, 1e12
"""Least and largest mass of a body [kg]: beyond them the equations of a mechanism are singular to rounding."""
PossibleMass = _bounded(lambda value: MIN_MASS <= value <= MAX_MASS, f"from {MIN_MASS:g} to {MAX_MASS:g} kg")
NotNegative = _bounded(lambda value: value >= 0.0, "of 0 or more")
NotZero = _bounded(lambda value: value != 0.0, "other than 0")

Number = Annotated[float, _of("dimensionless")]
Length = Annotated[float, _of("length")]
Mass = Annotated[float, _of("mass")]
Time = Annotated[float, _of("time")]
Angle = Annotated[float, _of("angle")]
Inertia = Annotated[float, _of("inertia")]
Velocity = Annotated[float, _of("velocity")]
Speed = Annotated[float, BeforeValidator(parse_speed)]
"""Speed of a vehicle in a maneuver."""
AngularVelocity = Annotated[float, _of("angular_velocity")]
Acceleration = Annotated[float, _of("acceleration")]
Force = Annotated[float, _of("force")]
Torque = Annotated[float, _of("torque")]
Stiffness = Annotated[float, _of("stiffness")]
CubicStiffness = Annotated[float, _of("cubic_stiffness")]
Damping = Annotated[float, _of("damping")]
RotationalStiffness = Annotated[float, _of("rotational_stiffness")]
RotationalDamping = Annotated[float, _of("rotational_damping")]
RotationalInertia = Annotated[float, _of("rotational_inertia")]
AnyStiffness = Annotated[float, _of("stiffness", "rotational_stiffness")]
AnyDamping = Annotated[float, _of("damping", "rotational_damping")]
Area = Annotated[float, _of("area")]
Density = Annotated[float, _of("density")]
Frequency = Annotated[float, _of("frequency")]
Energy = Annotated[float, _of("energy")]
Power = Annotated[float, _of("power")]
Pressure = Annotated[float, _of("pressure")]
AnyQuantity = Annotated[float, _of()]
"""A number in SI, or a text with any known unit: for values whose unit depends on where they are used."""


def items(value: object, count: int | None = None) -> Sequence[object]:
    """The items of a list, tuple or array, which must be `count` if that is given."""
    found = value.tolist() if isinstance(value, np.ndarray) else value
    expected = "a list" if count is None else f"a list of {count} numbers"
    if not isinstance(found, list | tuple):
        raise InputError("not a list", shown(value), expected)
    if count is not None and len(found) != count:
        raise InputError("wrong number of items", f"{shown(found)} ({len(found)})", expected)
    return found


def unit_vector(vector: tuple[float, ...]) -> tuple[float, ...]:
    """The vector scaled to length 1; one that has length 1 already stays as it is to the last bit."""
    largest = max(abs(x) for x in vector)
    if largest == 0.0:
        example = "[0, 1, 0]" if len(vector) == 3 else "[1, 0, 0, 0]"
        raise InputError("zero length", shown(list(vector)), "a direction", f"give for example {example}")
    length = math.hypot(*(x / largest for x in vector))
    if abs(largest * length - 1.0) <= 1e-15:
        return vector
    return tuple(x / largest / length for x in vector)


Items = BeforeValidator(items)
_Three = BeforeValidator(lambda value: items(value, 3))
_Four = BeforeValidator(lambda value: items(value, 4))
_K = Annotated[Stiffness, NotNegative]
_C = Annotated[Damping, NotNegative]
_KR = Annotated[RotationalStiffness, NotNegative]
_CR = Annotated[RotationalDamping, NotNegative]

Point = Annotated[tuple[Length, Length, Length], _Three]
Velocity3 = Annotated[tuple[Velocity, Velocity, Velocity], _Three]
AngularVelocity3 = Annotated[tuple[AngularVelocity, AngularVelocity, AngularVelocity], _Three]
Acceleration3 = Annotated[tuple[Acceleration, Acceleration, Acceleration], _Three]
Force3 = Annotated[tuple[Force, Force, Force], _Three]
Torque3 = Annotated[tuple[Torque, Torque, Torque], _Three]
Stiffness3 = Annotated[tuple[_K, _K, _K], _Three]
Damping3 = Annotated[tuple[_C, _C, _C], _Three]
RotationalStiffness3 = Annotated[tuple[_KR, _KR, _KR], _Three]
RotationalDamping3 = Annotated[tuple[_CR, _CR, _CR], _Three]
Direction = Annotated[tuple[Number, Number, Number], _Three, AfterValidator(unit_vector)]
"""Three numbers, not all zero, scaled to length 1."""
Quaternion = Annotated[tuple[Number, Number, Number, Number], _Four, AfterValidator(unit_vector)]
"""Scalar first, not zero, scaled to length 1."""


Name = Annotated[str, BeforeValidator(check_name)]
FolderName = Annotated[str, BeforeValidator(check_folder_name)]
"""A name that also names a folder for files."""


def _refused_beside_its_long_form(value: object) -> object:
    if value is not None:
        raise InputError("given together with its long form", shown(value), hint="give the short or the long form")
    return value


SamePoint = Annotated[Point | None, BeforeValidator(_refused_beside_its_long_form), Field(exclude=True, repr=False)]
"""A point written once for both bodies; kept as `point_a` and `point_b`, and None afterwards."""
SameAxis = Annotated[Direction | None, BeforeValidator(_refused_beside_its_long_form), Field(exclude=True, repr=False)]
"""A direction written once for both bodies; kept as `axis_a` and `axis_b`, and None afterwards."""
WRITTEN_SHORT = Field(default=None, validate_default=True)
"""Default of a field that may come from a shorthand: absent from both is refused."""
