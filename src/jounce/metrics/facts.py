"""What metrics know of a run beside its channels: facts of the car, options of the maneuver, its wheels."""

from __future__ import annotations

from numbers import Real

import numpy as np

from jounce.metrics.no_value import NoValue
from jounce.results import Result

FACTS = {
    "wheelbase": "distance between the first and the last axle [m]",
    "track_front": "distance between the wheels of the first axle [m]",
    "track_rear": "distance between the wheels of the last axle [m]",
    "width": "of the body, without mirrors [m]",
    "length": "of the body [m]",
    "front_overhang": "from the first axle to the front end of the body [m]",
    "rear_overhang": "from the last axle to the rear end of the body [m]",
    "centre_to_front_axle": "from the chassis' centre of mass to the first axle, along the car [m]",
    "mass": "of the whole car [kg]",
    "steering_ratio": "angle of the steering wheel per angle of the road wheels [1]",
}
"""Keys of `result.metadata.facts` that metrics read, and what they are."""

OPTIONS = {
    "start": "when the input of the maneuver begins [s]",
    "frequency": "of a sine; needed by the metrics of sines [Hz]",
    "course_start": "x at which the first section of a course begins; needed by the metrics of courses [m]",
}
"""Keys of `result.metadata.options` that metrics read, and what they are."""


def values(result: Result, name: str) -> np.ndarray:
    """The values of a channel; raises NoValue when the run has none of that name."""
    if name not in result:
        raise NoValue(f"the run has no channel {name}")
    return result[name].values


def fact(result: Result, name: str) -> float:
    """A number of the car; raises NoValue when the run does not say it."""
    if name not in result.metadata.facts:
        raise NoValue(f"the run does not say the {name.replace('_', ' ')} of the car (metadata.facts)")
    return float(result.metadata.facts[name])


def option(result: Result, name: str) -> float | None:
    """A number that the maneuver was made with, None when there is none."""
    value = result.metadata.options.get(name)
    return float(value) if isinstance(value, Real) and not isinstance(value, bool) else None


def axles(result: Result) -> list[tuple[str, str]]:
    """The left and the right wheel of every axle, from front to rear; raises NoValue without any.

    A wheel ends with l or r; what stands before is its axle. The order is that of the channels.
    """
    wheels = [name.split(".")[1] for name in result if name.startswith("tire.") and name.endswith(".vertical_force")]
    pairs = [(left, left[:-1] + "r") for left in wheels if left.endswith("l") and left[:-1] + "r" in wheels]
    if not pairs:
        raise NoValue("the run has no channels of tires")
    return pairs


def wheel_load(result: Result, wheel: str) -> np.ndarray:
    """The force of the ground on a tire along its normal [N]."""
    return result[f"tire.{wheel}.vertical_force"].values
