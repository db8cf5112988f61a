"""The built-in maneuvers by name. A line here makes a new one known to Python, the command line and the docs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from jounce.errors import InputError, ModelError
from jounce.findings import suggestion
from jounce.lab.maneuvers.maneuver import Maneuver
from jounce.lab.run_settings import check_option_names
from jounce.schema.frozen import Frozen


@dataclass(frozen=True)
class CatalogueEntry:
    """A module of the catalogue, imported when its options or its maneuver are asked for."""

    module: str
    """Name of the module in `jounce.lab.maneuvers.catalogue`, and of the function in it that builds the maneuver."""
    options_class: str
    """Name of the class of its options in that module."""
    about: str
    """What the maneuver is, in one phrase."""

    @property
    def options(self) -> type[Frozen]:
        """Class of the options, with their defaults and descriptions."""
        found: type[Frozen] = getattr(
            import_module(f"jounce.lab.maneuvers.catalogue.{self.module}"), self.options_class
        )
        check_option_names(self.module, found.model_fields)
        return found

    def build(self, options: Frozen) -> Maneuver:
        """The maneuver with these options."""
        return getattr(import_module(f"jounce.lab.maneuvers.catalogue.{self.module}"), self.module)(options)


MANEUVERS: Mapping[str, CatalogueEntry] = {
    "step-steer": CatalogueEntry("step_steer", "StepSteer", "step of the steering wheel at constant speed"),
    "sine": CatalogueEntry("sine_steer", "SineSteer", "several cycles of sinusoidal steering"),
    "sine-sweep": CatalogueEntry("sine_sweep", "SineSweep", "sinusoidal steering with rising frequency"),
    "pulse": CatalogueEntry("pulse_steer", "PulseSteer", "triangular pulse of the steering wheel"),
    "sine-with-dwell": CatalogueEntry(
        "sine_with_dwell", "SineWithDwell", "one cycle of a sine that dwells at its second peak"
    ),
    "slowly-increasing-steer": CatalogueEntry(
        "slowly_increasing_steer", "SlowlyIncreasingSteer", "steady ramp of the steering wheel at constant speed"
    ),
    "constant-speed": CatalogueEntry(
        "constant_speed", "ConstantSpeed", "constant speed, slowly increasing steering angle"
    ),
    "constant-radius": CatalogueEntry(
        "constant_radius", "ConstantRadius", "constant radius, slowly increasing speed, with a driver"
    ),
    "double-lane-change": CatalogueEntry(
        "double_lane_change", "DoubleLaneChange", "ISO 3888 double lane change, with a driver"
    ),
    "fishhook": CatalogueEntry("fishhook", "Fishhook", "fast turn, reversed when the roll angle peaks"),
    "follow": CatalogueEntry("follow", "Follow", "along the points of a file, with a driver"),
    "j-turn": CatalogueEntry("j_turn", "JTurn", "straight ahead, then the rack ramps to a travel and is held"),
    "lane-change": CatalogueEntry("lane_change", "LaneChange", "straight ahead, one sine of the rack, straight ahead"),
    "rearward-amplification": CatalogueEntry(
        "rearward_amplification", "RearwardAmplification", "one sine of the steering wheel, for vehicles with trailers"
    ),
    "steady-turn": CatalogueEntry(
        "steady_turn", "SteadyTurn", "steering wheel held at an angle until the turn is steady"
    ),
    "braking": CatalogueEntry("braking", "Braking", "straight-line braking to standstill"),
    "braking-in-turn": CatalogueEntry("braking_in_turn", "BrakingInTurn", "steady turn, then braking to standstill"),
    "split-mu-braking": CatalogueEntry(
        "split_mu_braking", "SplitMuBraking", "braking with one side on a slippery road"
    ),
    "standing-start": CatalogueEntry("standing_start", "StandingStart", "from rest up to a speed, with a driver"),
    "drive-cycle": CatalogueEntry("drive_cycle", "DriveCycle", "speed over time of a standard cycle, with a driver"),
    "reversing": CatalogueEntry("reversing", "Reversing", "backward into a place beside the lane, with a driver"),
    "crosswind": CatalogueEntry("crosswind", "Crosswind", "ISO 12021: straight ahead through a zone of wind"),
    "gust": CatalogueEntry("gust", "Gust", "a force from the side, with a driver who keeps the lane"),
    "bump": CatalogueEntry("bump", "OverBump", "straight ahead over a bump"),
    "cleat": CatalogueEntry("cleat", "Cleat", "straight ahead over a short bar across the road"),
    "ride": CatalogueEntry("ride", "Ride", "straight ahead over a random road"),
    "skid-turn": CatalogueEntry(
        "skid_turn", "SkidTurn", "from rest, then a turn by different wheel speeds left and right"
    ),
}


def maneuver_names() -> tuple[str, ...]:
    """Every name that `maneuver` accepts."""
    return tuple(MANEUVERS)


def maneuver(name: str, /, **options: Any) -> Maneuver:
    """The maneuver of a name, or in a file that ends in .yaml or .yml.

    options: numbers in SI or strings with a unit, such as speed="80 km/h". Raises InputError for an unknown name,
    ModelError with all findings for wrong options or a wrong file, and FileError for a file that cannot be read.
    """
    if Path(name).suffix.lower() in (".yaml", ".yml"):
        from jounce.lab.maneuvers.files.read import read_maneuver  # imports this registry

        return read_maneuver(name, **options)
    if name not in MANEUVERS:
        known = f"one of {', '.join(MANEUVERS)}, or a YAML file"
        raise InputError("unknown maneuver", repr(name), known, suggestion(str(name), MANEUVERS))
    entry = MANEUVERS[name]
    try:
        made = entry.build(entry.options(**options))
    except ModelError as error:
        raise ModelError(error.findings, f"the options of {name}") from None
    object.__setattr__(made, "call", (name, options))
    return made
