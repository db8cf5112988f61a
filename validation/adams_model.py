"""Read the part of the ADAMS/Solver data set (.adm) language that the joint models use, as a jounce mechanism.

Statements: UNITS (SI only), PART with MASS, CM, IP; MARKER with QP, REULER (body-fixed 3-1-3); JOINT; GCON of a fixed
distance; SFORCE of a linear spring and damper; ACCGRAV. Parts lie at the world origin, so markers are in world axes.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from scipy.spatial.transform import Rotation

from jounce.model.mechanism import (
    GROUND,
    Body,
    Cylindrical,
    Distance,
    Force,
    Joint,
    Mechanism,
    Prismatic,
    Revolute,
    RotationalSpringDamper,
    Spherical,
    SpringDamper,
    Universal,
)

_ON_AXIS: Mapping[str, type[Revolute | Prismatic | Cylindrical]] = {
    "REVOLUTE": Revolute,
    "TRANSLATIONAL": Prismatic,
    "CYLINDRICAL": Cylindrical,
}
_RTOD = 180.0 / np.pi
_NUMBER = r"[-+]?\d*\.?\d+(?:E[-+]?\d+)?"


@dataclass(frozen=True)
class Marker:
    """A frame of a part."""

    part: int
    position: tuple[float, float, float]
    axes: np.ndarray
    """Columns: its axes in the world at the design position."""

    def axis(self, i: int) -> tuple[float, float, float]:
        x, y, z = self.axes[:, i].tolist()
        return x, y, z


@dataclass(frozen=True)
class AdamsModel:
    """The statements of one data set by kind and number, each with its keys."""

    statements: Mapping[str, Mapping[int, Mapping[str, str]]]

    def marker(self, number: int) -> Marker:
        keys = self.statements["MARKER"][number]
        angles = [float(a.strip().rstrip("D")) for a in keys.get("REULER", "0D, 0D, 0D").split(",")]
        axes = Rotation.from_euler("ZXZ", angles, degrees=True).as_matrix()
        return Marker(int(keys["PART"]), _three(keys.get("QP", "0, 0, 0")), axes)

    def body_name(self, part: int) -> str:
        return GROUND if "GROUND" in self.statements["PART"][part] else f"part {part}"

    def mechanism(self) -> Mechanism:
        """Marker I of every joint and force lies on body a, marker J on body b."""
        parts = self.statements["PART"]
        bodies = [self._body(part) for part in parts if self.body_name(part) != GROUND]
        joints: list[Joint] = [self._joint(n) for n in self.statements.get("JOINT", {})]
        joints += [self._rod(n) for n in self.statements.get("GCON", {})]
        forces = [self._spring(n, joints) for n in self.statements.get("SFORCE", {})]
        gravity = [float(self.statements["ACCGRAV"][0].get(f"{i}GRAV", "0")) for i in "IJK"]
        return Mechanism(name="adams", bodies=bodies, joints=joints, forces=forces, gravity=gravity)

    def _body(self, part: int) -> Body:
        """The body frame is the centre-of-mass marker: its axes are the principal ones."""
        keys = self.statements["PART"][part]
        centre = self.marker(int(keys["CM"]))
        return Body(
            name=self.body_name(part),
            mass=float(keys["MASS"]),
            inertia=_three(keys["IP"]),
            position=centre.position,
            orientation=Rotation.from_matrix(centre.axes).as_quat(scalar_first=True).tolist(),
        )

    def _ends(self, i: int, j: int) -> tuple[Marker, Marker, dict[str, object]]:
        a, b = self.marker(i), self.marker(j)
        ends = {"body_a": self.body_name(a.part), "body_b": self.body_name(b.part)}
        return a, b, {**ends, "point_a": a.position, "point_b": b.position}

    def _joint(self, number: int) -> Joint:
        keys = self.statements["JOINT"][number]
        a, b, where = self._ends(int(keys["I"]), int(keys["J"]))
        kind = next(key for key in keys if key not in "IJ")
        name = f"joint {number}"
        if kind == "SPHERICAL":
            return Spherical(name=name, **where)
        if kind == "HOOKE":  # the pins are the x axis of I and the y axis of J
            return Universal(name=name, **where, axis_a=a.axis(0), axis_b=b.axis(1))
        return _ON_AXIS[kind](name=name, **where, axis_a=a.axis(2), axis_b=b.axis(2))

    def _rod(self, number: int) -> Distance:
        function = self.statements["GCON"][number]["FUNCTION"]
        j, i, length = _match(rf"DM\((\d+),(\d+)\)-({_NUMBER})", function)
        return Distance(name=f"gcon {number}", **self._ends(int(i), int(j))[2], length=float(length))

    def _spring(self, number: int, joints: list[Joint]) -> Force:
        keys = self.statements["SFORCE"][number]
        function, name = keys["FUNCTION"], f"sforce {number}"
        if "ROTATIONAL" in keys:  # the angle is that of the only joint, about the same axis; N m per degree
            stiffness, free = _match(rf"-({_NUMBER})\*RTOD\*\(AZ\(\d+,\d+\)-({_NUMBER})\*DTOR\)", function)
            (damping,) = _match(rf"-({_NUMBER})\*RTOD\*WZ\(", function)
            return RotationalSpringDamper(
                name=name,
                joint=joints[0].name,
                stiffness=float(stiffness) * _RTOD,
                damping=float(damping) * _RTOD,
                free_angle=float(free) / _RTOD,
            )
        stiffness, free = _match(rf"-({_NUMBER})\*\(DM\(\d+,\d+\)-({_NUMBER})\)", function)
        (damping,) = _match(rf"-({_NUMBER})\*VR\(", function)
        where = self._ends(int(keys["I"]), int(keys["J"]))[2]
        return SpringDamper(
            name=name, **where, stiffness=float(stiffness), damping=float(damping), free_length=float(free)
        )


def read(file: Path) -> AdamsModel:
    """Gather the statements of a data set; a line that starts with a comma continues the one before."""
    _title, *lines = file.read_text().splitlines()
    text = "\n".join(line for line in lines if line.strip() and not line.startswith("!"))
    statements: dict[str, dict[int, dict[str, str]]] = {}
    for statement in re.sub(r"\n,", ",", text).split("\n"):
        head, _, rest = statement.partition("/")
        number, _, keys = rest.partition(",")
        if head in ("UNITS", "PART", "MARKER", "JOINT", "GCON", "SFORCE", "ACCGRAV"):
            statements.setdefault(head, {})[int(number.strip() or 0)] = _keys(keys)
    units = set(statements["UNITS"][0].values())
    if units != {"NEWTON", "KILOGRAM", "METER", "SECOND"}:
        raise ValueError(f"{file.name}: units {', '.join(sorted(units))}; only SI is read")
    return AdamsModel(statements)


def _keys(text: str) -> dict[str, str]:
    """`KIND, A = 1, B = 2, 3` as {KIND: "", A: "1", B: "2, 3"}."""
    keys: dict[str, str] = {}
    last = ""
    for item in re.split(r",(?![^()]*\))", text):  # not at commas inside brackets
        key, equals, value = (part.strip().upper() for part in item.partition("="))
        if equals or (key.isalpha() and not last):
            last, keys[key] = (key if equals else ""), value
        elif last == "FUNCTION":  # continued on a new line
            keys[last] += key
        else:
            keys[last] += f", {key}"
    if "FUNCTION" in keys:
        keys["FUNCTION"] = keys["FUNCTION"].replace(" ", "")
    return keys


def _three(text: str) -> tuple[float, float, float]:
    x, y, z = (float(number) for number in text.split(","))
    return x, y, z


def _match(pattern: str, function: str) -> tuple[str, ...]:
    found = re.search(pattern, function)
    if found is None:
        raise ValueError(f"FUNCTION = {function}: expected {pattern}")
    return found.groups()
