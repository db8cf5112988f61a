"""A ground as people write it on a command line: a word with options, or a file.

flat, friction=0.5          plane, grade=0.15, bank=0.02, heading='30 deg'
generated, seed=3           iso8608, class=D, length=500, seed=1
bump, start=5, length=0.8, height=0.05
hills.asc                   hills.npy, spacing=0.75         road.crg
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from jounce.errors import Refusal
from jounce.findings import suggestion
from jounce.ground import Bump, Flat, Plane
from jounce.terrain.checks import number, positive
from jounce.terrain.crg import opencrg
from jounce.terrain.files import read
from jounce.terrain.friction import friction_of
from jounce.terrain.generate import BUMPS, generate
from jounce.terrain.iso8608 import iso8608
from jounce.terrain.road import plane
from jounce.units import parse_quantity

GROUND = ("friction", "twist", "outside")
"""Options of every grid, whatever it comes from."""


def ground_of(text: str) -> tuple:
    """The ground that a text such as `plane, grade=0.15` or `hills.asc` names; raises Refusal."""
    name, *pairs = (part.strip() for part in text.split(","))
    options = dict(_pair(text, pair) for pair in pairs)
    if name in WORDS:
        return _called(name, WORDS[name], options)
    if not Path(name).suffix:
        known = ", ".join(WORDS)
        raise Refusal("unknown ground", repr(name), f"a file, or one of {known}", suggestion(name, WORDS))
    return _called(name, _from_file, {"path": name, **options})


def _pair(text: str, pair: str) -> tuple[str, Any]:
    """NAME=VALUE with a number where it is one."""
    name, equals, value = (part.strip() for part in pair.partition("="))
    if not equals or not name or not value:
        raise Refusal("not an option of a ground", repr(pair), "NAME=VALUE, such as friction=0.5", where=text)
    try:
        return name, int(value) if value.lstrip("+-").isdecimal() else float(value)
    except ValueError:
        return name, value.strip("'\"")


def _called(name: str, make: Callable[..., tuple], options: Mapping[str, Any]) -> tuple:
    try:
        return make(**options)
    except TypeError as error:
        got = str(error).partition("() ")[2].removeprefix("got ") or str(error)
        raise Refusal(f"wrong options of {name}", got, where="ground") from None


def _from_file(path: str, **options: Any) -> tuple:
    grid = {key: options.pop(key) for key in GROUND if key in options}
    make = opencrg if Path(path).suffix.lower() == ".crg" else read
    return make(path, **options).ground(**grid)


def _generated(bumps: int = 0, **options: Any) -> tuple:
    grid = {key: options.pop(key) for key in GROUND if key in options}
    return generate(bumps=BUMPS if bumps else (), **options).ground(**grid)


def _iso8608(length: float = 1000.0, seed: int = 1, friction: float = 1.0, **options: Any) -> tuple:
    if "class" in options:
        options["road_class"] = options.pop("class")
    tracks = iso8608(length=length, seed=seed, **options)
    return tracks.ground(distance=parse_quantity(options.get("track", 1.6), "length"), friction=friction)


def _flat(height: float = 0.0, friction: float = 1.0) -> Flat:
    return Flat(number(height, "height"), friction_of(friction))


def _plane(heading: float | str = 0.0, **options: float) -> Plane:
    return plane(heading=parse_quantity(heading, "angle"), **options)  # type: ignore[arg-type]


def _bump(**options: float) -> Bump:
    bump = Bump(**{name: number(value, name) for name, value in options.items()})
    positive(bump.length, "length")
    return bump._replace(friction=friction_of(bump.friction))


ABOUT: Mapping[str, str] = {
    "flat": "level: height, friction",
    "plane": "a plane: grade (rises ahead), bank (rises to the left), heading [rad], friction",
    "bump": "a cosine bump across the road: start, length, height, friction",
    "iso8608": "a road of class A to H: class, length, seed, track, coherence, friction",
    "generated": "a proving ground with hills: size, spacing, seed, hills, roughness, bumps=1, friction",
    "FILE": ".npy, .asc, .hgt, .png, .tif or .crg; spacing, unit, fill, friction, outside",
}
"""What people can write, and its options."""
WORDS: Mapping[str, Callable[..., tuple]] = {
    "flat": _flat,
    "plane": _plane,
    "bump": _bump,
    "iso8608": _iso8608,
    "generated": _generated,
}
