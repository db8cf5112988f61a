"""All maneuvers by name. A new one adds a line here and is then known to Python, the command line and the docs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from jounce.errors import ModelError, Refusal
from jounce.findings import suggestion
from jounce.maneuvers.bump import OverBump, over_bump
from jounce.maneuvers.j_turn import JTurn, j_turn
from jounce.maneuvers.lane_change import LaneChange, lane_change
from jounce.maneuvers.maneuver import Maneuver
from jounce.maneuvers.skid_turn import SkidTurn, skid_turn
from jounce.mechanism.frozen import Frozen


@dataclass(frozen=True)
class Entry:
    """A kind of maneuver: what it is, its options with their defaults, and how they become a maneuver."""

    about: str
    options: type[Frozen]
    build: Callable[[Any], Maneuver]


MANEUVERS: Mapping[str, Entry] = {
    "j-turn": Entry("straight ahead, then the rack ramps to a travel and is held", JTurn, j_turn),
    "lane-change": Entry("straight ahead, one sine of the rack, straight ahead", LaneChange, lane_change),
    "bump": Entry("straight ahead over a bump", OverBump, over_bump),
    "skid-turn": Entry("from rest over any ground, a turn by different speeds of the sides", SkidTurn, skid_turn),
}


def maneuver_names() -> tuple[str, ...]:
    """Every name that `maneuver` accepts."""
    return tuple(MANEUVERS)


def maneuver(name: str, **options: Any) -> Maneuver:
    """The maneuver of that name; options are numbers in SI or texts with a unit, such as speed="80 km/h".

    Raises Refusal for an unknown name and ModelError with all findings for wrong options.
    """
    if name not in MANEUVERS:
        known = ", ".join(MANEUVERS)
        raise Refusal("unknown maneuver", repr(name), f"one of {known}", suggestion(str(name), MANEUVERS))
    entry = MANEUVERS[name]
    try:
        return entry.build(entry.options(**options))
    except ModelError as error:
        raise ModelError(error.findings, f"the options of {name}") from None
