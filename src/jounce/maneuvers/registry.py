"""All maneuvers by name. A new one adds a line here and is then known to Python, the command line and the docs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jounce.errors import ModelError, Refusal
from jounce.findings import suggestion
from jounce.maneuvers.braking import Braking, braking
from jounce.maneuvers.braking_in_turn import BrakingInTurn, braking_in_turn
from jounce.maneuvers.bump import OverBump, over_bump
from jounce.maneuvers.cleat import Cleat, over_cleat
from jounce.maneuvers.constant_radius import ConstantRadius, constant_radius
from jounce.maneuvers.constant_speed import ConstantSpeed, constant_speed
from jounce.maneuvers.double_lane_change import DoubleLaneChange, double_lane_change
from jounce.maneuvers.fishhook import Fishhook, fishhook
from jounce.maneuvers.follow import Follow, follow
from jounce.maneuvers.j_turn import JTurn, j_turn
from jounce.maneuvers.lane_change import LaneChange, lane_change
from jounce.maneuvers.maneuver import Maneuver
from jounce.maneuvers.pulse_steer import PulseSteer, pulse_steer
from jounce.maneuvers.ride import Ride, ride
from jounce.maneuvers.sine_steer import SineSteer, sine_steer
from jounce.maneuvers.sine_sweep import SineSweep, sine_sweep
from jounce.maneuvers.sine_with_dwell import SineWithDwell, sine_with_dwell
from jounce.maneuvers.skid_turn import SkidTurn, skid_turn
from jounce.maneuvers.slowly_increasing_steer import SlowlyIncreasingSteer, slowly_increasing_steer
from jounce.maneuvers.split_mu_braking import SplitMuBraking, split_mu_braking
from jounce.maneuvers.step_steer import StepSteer, step_steer
from jounce.mechanism.frozen import Frozen


@dataclass(frozen=True)
class Entry:
    """A kind of maneuver: what it is, its options with their defaults, and how they become a maneuver."""

    about: str
    options: type[Frozen]
    build: Callable[[Any], Maneuver]


MANEUVERS: Mapping[str, Entry] = {
    "step-steer": Entry("straight ahead, then the steering wheel is turned quickly and held", StepSteer, step_steer),
    "sine": Entry("some periods of a sine of the steering wheel", SineSteer, sine_steer),
    "sine-sweep": Entry("a sine of the steering wheel with rising frequency", SineSweep, sine_sweep),
    "pulse": Entry("the steering wheel is turned and straight back", PulseSteer, pulse_steer),
    "sine-with-dwell": Entry(
        "a sine of the steering wheel that waits at its second peak", SineWithDwell, sine_with_dwell
    ),
    "slowly-increasing-steer": Entry(
        "the steering wheel turns steadily at a held speed", SlowlyIncreasingSteer, slowly_increasing_steer
    ),
    "constant-speed": Entry("the steering wheel turns slowly at a held speed", ConstantSpeed, constant_speed),
    "constant-radius": Entry("round a circle, slowly faster, with a driver", ConstantRadius, constant_radius),
    "double-lane-change": Entry(
        "between cones to the left and back, with a driver", DoubleLaneChange, double_lane_change
    ),
    "fishhook": Entry("a fast turn, and another when the car rolls most", Fishhook, fishhook),
    "follow": Entry("along the points of a file, with a driver", Follow, follow),
    "j-turn": Entry("straight ahead, then the rack ramps to a travel and is held", JTurn, j_turn),
    "lane-change": Entry("straight ahead, one sine of the rack, straight ahead", LaneChange, lane_change),
    "braking": Entry("straight ahead, then the brake pedal until the car stands", Braking, braking),
    "braking-in-turn": Entry(
        "a steady turn, then the brake pedal until the car stands", BrakingInTurn, braking_in_turn
    ),
    "split-mu-braking": Entry("braking with one side on a slippery road", SplitMuBraking, split_mu_braking),
    "bump": Entry("straight ahead over a bump", OverBump, over_bump),
    "cleat": Entry("straight ahead over a short bar across the road", Cleat, over_cleat),
    "ride": Entry("straight ahead over a random road", Ride, ride),
    "skid-turn": Entry("from rest over any ground, a turn by different speeds of the sides", SkidTurn, skid_turn),
}


def maneuver_names() -> tuple[str, ...]:
    """Every name that `maneuver` accepts."""
    return tuple(MANEUVERS)


def maneuver(name: str, /, **options: Any) -> Maneuver:
    """The maneuver of that name, or in a file that ends in .yaml or .yml.

    options: numbers in SI or texts with a unit, such as speed="80 km/h". Raises Refusal for an unknown name, ModelError
    with all findings for wrong options or a wrong file, and FileError for a file that cannot be read.
    """
    if Path(name).suffix.lower() in (".yaml", ".yml"):
        from jounce.maneuvers.read import read_maneuver  # which looks up the maneuvers that files name in this registry

        return read_maneuver(name, **options)
    if name not in MANEUVERS:
        known = f"one of {', '.join(MANEUVERS)}, or a YAML file"
        raise Refusal("unknown maneuver", repr(name), known, suggestion(str(name), MANEUVERS))
    entry = MANEUVERS[name]
    try:
        return entry.build(entry.options(**options))
    except ModelError as error:
        raise ModelError(error.findings, f"the options of {name}") from None
