"""Specification of a ground in one string, as on a command line: a name with options, or a file.

flat, friction=0.5          plane, grade=0.15, bank=0.02, heading='30 deg'
generated, seed=3           iso8608, class=D, length=500, seed=1
bump, start=5, length=0.8, height=0.05
hills, seed=3               hills.asc                       road.crg
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jounce.engine.laws.ground import Bump, External, Flat, Plane
from jounce.engine.terrain.checks import number, positive
from jounce.engine.terrain.formats.opencrg import opencrg
from jounce.engine.terrain.formats.read import read
from jounce.engine.terrain.generate import BUMPS, generate
from jounce.engine.terrain.iso8608 import iso8608
from jounce.engine.terrain.proving_ground import proving_ground
from jounce.engine.terrain.road import friction_of, plane
from jounce.errors import InputError
from jounce.findings import suggestion
from jounce.schema.units import parse_quantity

GRID_OPTIONS = ("friction", "twist", "outside")
"""Options of every grid, from a file or generated."""


def ground_of(spec: str) -> tuple:
    """The ground of a specification such as `plane, grade=0.15` or `hills.asc`; raises InputError."""
    name, *pairs = (part.strip() for part in spec.split(","))
    options = dict(_option(spec, pair) for pair in pairs)
    if name in GROUND_KINDS:
        return _build(name, GROUND_KINDS[name], options)
    if name in NAMED_GROUNDS:
        return ground_of(", ".join((NAMED_GROUNDS[name][0], *pairs)))
    if not Path(name).suffix:
        known = dict.fromkeys((*GROUND_KINDS, *NAMED_GROUNDS))
        raise InputError("unknown ground", repr(name), f"a file, or one of {', '.join(known)}", suggestion(name, known))
    return _build(name, _build_from_file, {"path": name, **options})


def _option(spec: str, pair: str) -> tuple[str, Any]:
    """Name and value of an option NAME=VALUE; a value that is a number as a number."""
    name, equals, value = (part.strip() for part in pair.partition("="))
    if not equals or not name or not value:
        raise InputError("not an option of a ground", repr(pair), "NAME=VALUE, such as friction=0.5", where=spec)
    try:
        return name, int(value) if value.lstrip("+-").isdecimal() else float(value)
    except ValueError:
        return name, value.strip("'\"")


def _build(name: str, make: Callable[..., tuple], options: Mapping[str, Any]) -> tuple:
    try:
        return make(**options)
    except TypeError as error:
        got = str(error).partition("() ")[2].removeprefix("got ") or str(error)
        raise InputError(f"wrong options of {name}", got, where="ground") from None


def _build_from_file(path: str, **options: Any) -> tuple:
    grid = {key: options.pop(key) for key in GRID_OPTIONS if key in options}
    make = opencrg if Path(path).suffix.lower() == ".crg" else read
    return make(path, **options).ground(**grid)


def _build_generated(bumps: int = 0, **options: Any) -> tuple:
    grid = {key: options.pop(key) for key in GRID_OPTIONS if key in options}
    return generate(bumps=BUMPS if bumps else (), **options).ground(**grid)


def _build_iso8608(length: float = 1000.0, seed: int = 1, friction: float = 1.0, **options: Any) -> tuple:
    if "class" in options:
        options["road_class"] = options.pop("class")
    tracks = iso8608(length=length, seed=seed, **options)
    return tracks.ground(distance=parse_quantity(options.get("track", 1.6), "length"), friction=friction)


def _build_flat(height: float = 0.0, friction: float = 1.0) -> Flat:
    return Flat(number(height, "height"), friction_of(friction))


def _build_external(height: float = 0.0, friction: float = 1.0) -> External:
    return External(number(height, "height"), positive(friction, "friction"))


def _build_plane(heading: float | str = 0.0, **options: float) -> Plane:
    return plane(heading=parse_quantity(heading, "angle"), **options)  # type: ignore[arg-type]


def _build_bump(**options: float) -> Bump:
    bump = Bump(**{name: number(value, name) for name, value in options.items()})
    positive(bump.length, "length")
    return bump._replace(friction=friction_of(bump.friction))


GROUND_DESCRIPTIONS: Mapping[str, str] = {
    "flat": "level: height, friction",
    "plane": "a plane: grade (rises ahead), bank (rises to the left), heading [rad], friction",
    "bump": "a cosine bump across the road: start, length, height, friction",
    "external": "a road that another program tells every wheel while it runs, level until then: height, friction",
    "iso8608": "a road of class A to H: class, length, seed, track, coherence, friction",
    "generated": "a proving ground with hills: size, spacing, seed, hills, roughness, bumps=1, friction",
    "proving-ground": "an oval, a handling course, pads, hills and friction zones: seed, friction (a factor)",
    "FILE": ".npy, .asc, .hgt, .png, .tif or .crg; spacing, unit, fill, friction, outside",
}
"""Names of grounds and what they are, with their options."""
GROUND_KINDS: Mapping[str, Callable[..., tuple]] = {
    "flat": _build_flat,
    "plane": _build_plane,
    "bump": _build_bump,
    "external": _build_external,
    "iso8608": _build_iso8608,
    "generated": _build_generated,
    "proving-ground": proving_ground,
}
NAMED_GROUNDS: Mapping[str, tuple[str, str]] = {
    "flat": ("flat", "level, without end"),
    "hills": ("generated, outside=level", "700 m × 700 m of hills and rough ground around a flat test area"),
    "bumps": ("generated, bumps=1, outside=level", "the same with two bumps ahead"),
    "proving ground": ("proving-ground", "a handling course with a lap timer, an oval, pads, bumps, split friction"),
    "grade": ("plane, grade=0.2", "a plane that rises by 20 %"),
    "country road": ("iso8608, class=C, length=2000", "a worn road of class C (ISO 8608)"),
    "field track": ("iso8608, class=E, length=2000", "a bad track of class E (ISO 8608)"),
}
"""Grounds that live drives offer, and every run takes: name → their specification, and a description."""
