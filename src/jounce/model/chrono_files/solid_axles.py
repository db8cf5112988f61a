"""Chrono's solid axles as solid axles of jounce: three links with or without a bellcrank, leaf springs, push pipes.

Bodies have the axes of the car, and rods their centre of mass halfway, as Chrono's templates make them. Rods between
knuckles have no mass in jounce: half of it goes to each of their ends.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from jounce.model.chrono_files.document import Document
from jounce.model.chrono_files.frames import Frame, possible_tensor, read_tensor, six, triple
from jounce.model.chrono_files.springs import read_shock, read_spring
from jounce.model.chrono_files.suspension import ReadSuspension
from jounce.model.vehicle.geometry import RIGHT, Triple, halfway

LEAF_DAMPING = 0.01
"""Damping of leaf springs by their stiffness, a constant of Chrono's code [s]."""


class _Axle:
    """One axle that is being read, with its notes."""

    def __init__(self, document: Document, frame: Frame) -> None:
        self.document, self.frame, self.notes = document, frame, list[str]()

    def point(self, part: str, key: str) -> Triple:
        """A point of a part in the world [m]."""
        return self.frame.point(self.document.child(part).numbers(f"Location {key}", 3))

    def tensor(self, part: Document) -> np.ndarray:
        """The inertia of a part, made possible where it is not, with a note."""
        tensor, raised = possible_tensor(read_tensor(part))
        self.notes += [f"{part.file.name}: {part.path}: {raised}"] if raised else []
        return tensor

    def body(self, key: str, centre: Triple, *loads: tuple[float, Triple]) -> dict[str, Any]:
        """Mass, centre of mass and inertia of a part at a centre, with point masses [kg] at points of it."""
        part = self.document.child(key)
        masses = [part.number("Mass"), *(mass for mass, _ in loads)]
        places = [np.array(centre), *(np.array(place) for _, place in loads)]
        whole = sum(masses)
        middle = sum((m * r for m, r in zip(masses, places, strict=True)), np.zeros(3)) / whole
        J = self.tensor(part)
        for m, r in zip(masses, places, strict=True):
            d = r - middle
            J = J + m * (d @ d * np.eye(3) - np.outer(d, d))
        return {"mass": whole, "centre_of_mass": triple(np.round(middle, 9)), "inertia": six(J)}

    def rod(self, key: str, inner: Triple, outer: Triple, axes: np.ndarray | None = None) -> dict[str, Any]:
        """A rod with mass; axes of its inertia, those of the car unless given."""
        part, turn = self.document.child(key), np.eye(3) if axes is None else axes
        inertia = six(turn @ self.tensor(part) @ turn.T)
        return {"inner": inner, "outer": outer, "mass": part.number("Mass"), "inertia": inertia}

    def spread_rod(self, key: str) -> float:
        """Half of the mass of a rod that has none in jounce [kg], with a note."""
        part = self.document.child(key)
        mass = part.number("Mass")
        part.read.add("Inertia")
        text = "no mass in jounce; half of it is added to each of its ends, its own inertia is not carried over"
        self.notes.append(f"{part.file.name}: {part.path}.Mass = {mass:g} kg: {text}")
        return 0.5 * mass

    def struts(self, spring: str | None = "Spring") -> dict[str, Any]:
        """Springs and dampers between chassis and beam."""
        found: dict[str, Any] = {}
        if spring is not None:
            found["spring"] = read_spring(self.document.child(spring), self.frame, "Location Axle", "beam", self.notes)
        found["damper"] = read_shock(self.document.child("Shock"), self.frame, "Location Axle", "beam", self.notes)
        return found

    def knuckle(self, rod_end: Triple, rod: str) -> dict[str, Any]:
        """The left knuckle with half of a rod at its end, and its kingpin."""
        centre = self.frame.point(self.document.child("Knuckle").numbers("COM", 3))
        body = self.body("Knuckle", centre, (self.spread_rod(rod), rod_end))
        return {"knuckle": body, "lower": self.point("Knuckle", "Lower"), "upper": self.point("Knuckle", "Upper")}

    def toe_bar(self) -> dict[str, Any]:
        """Knuckles that a track rod ties, one of which a drag link turns."""
        end, inner = self.point("Tierod", "Knuckle"), self.point("Draglink", "Chassis")
        outer = self.point("Knuckle", "Draglink")
        z = np.subtract(inner, outer) / math.dist(inner, outer)
        y = np.cross(z, (0.0, 0.0, 1.0))
        y = y / np.linalg.norm(y)
        drag = self.rod("Draglink", inner, outer, np.column_stack([np.cross(y, z), y, z]))
        self.notes.append(
            f"{self.document.file.name}: Draglink.Inertia: axes of Chrono depend on where the car is put; z along it "
            "and y level are taken"
        )
        return {**self.knuckle(end, "Tierod"), "track_rod": end, "drag_link": drag}

    def found(self, keys: dict[str, Any]) -> ReadSuspension:
        """The axle with these keys and its beam."""
        return ReadSuspension({"kind": "solid_axle", **keys}, notes=self.notes)

    def beam(self, *loads: tuple[float, Triple]) -> dict[str, Any]:
        """The axle tube, with point masses."""
        centre = self.frame.point(self.document.child("Axle Tube").numbers("COM", 3))
        return self.body("Axle Tube", centre, *loads)

    def three_links(self) -> dict[str, Any]:
        """A triangular link in the middle and two longitudinal links."""
        pivot, ball = self.point("Triangular Link", "Chassis"), self.point("Triangular Link", "Axle")
        middle = halfway((pivot[0], 0.0, pivot[2]), ball)
        arm = {"pivot": pivot, "ball_joint": ball, **self.body("Triangular Link", middle)}
        inner, outer = (self.point("Longitudinal Link", end) for end in ("Chassis", "Axle"))
        return {"a_arm": arm, "links": {"longitudinal": self.rod("Longitudinal Link", inner, outer)}}


def solid_three_link(document: Document, frame: Frame) -> ReadSuspension:
    """A SolidThreeLinkAxle, which is not steered."""
    axle = _Axle(document, frame)
    return axle.found({"beam": axle.beam(), **axle.three_links(), **axle.struts()})


def bellcrank_three_link(document: Document, frame: Frame) -> ReadSuspension:
    """A SolidBellcrankThreeLinkAxle: a drag link turns a bellcrank on the beam, rods from it both knuckles."""
    axle = _Axle(document, frame)
    rod_end, rod_start = axle.point("Knuckle", "Tierod"), axle.point("Bellcrank", "Tierod")
    knuckle = axle.knuckle(rod_end, "Tierod")
    half = 0.5 * document.child("Tierod").number("Mass")
    pivot = axle.point("Bellcrank", "Axle")
    crank = axle.body("Bellcrank", pivot, (half, rod_start), (half, RIGHT.point(rod_start)))
    drag = axle.rod("Draglink", axle.point("Draglink", "Steering"), axle.point("Draglink", "Bellcrank"))
    steered = {
        **knuckle,
        "track_rod": rod_end,
        "drag_link": drag,
        "bellcrank": {"pivot": pivot, "tie_rod": rod_start, **crank},
    }
    return axle.found({"beam": axle.beam(), **axle.three_links(), **axle.struts(), "steered": steered})


def guided_leaf_spring(document: Document, frame: Frame) -> ReadSuspension:
    """A LeafspringAxle or ToeBarLeafspringAxle, whose tube Chrono guides vertically."""
    axle = _Axle(document, frame)
    x, _, z = frame.point(document.child("Axle Tube").numbers("COM", 3))
    keys = {"beam": axle.beam(), "guide": {"point": (x, 0.0, z)}, **axle.struts()}
    return axle.found(keys | _steered(axle))


def push_pipe(document: Document, frame: Frame) -> ReadSuspension:
    """A PushPipeAxle or ToeBarPushPipeAxle: a ball joint of the tube on the chassis, and a Panhard rod."""
    axle, tube = _Axle(document, frame), document.child("Axle Tube")
    if tube.number("Portal Offset", 0.0):
        raise tube.error(
            "Portal Offset", "cannot be carried over: no portal axles in jounce", f"{tube.number('Portal Offset'):g} m"
        )
    ball = frame.point(tube.numbers("Location Connector Chassis", 3))
    inner, outer = (axle.point("Panhard Rod", f"Connector {end}") for end in ("Chassis", "Axle"))
    keys = {
        "beam": axle.beam(),
        "torque_tube": {"ball_joint": ball},
        "middle_links": {"panhard": axle.rod("Panhard Rod", inner, outer)},
        **axle.struts(),
    }
    return axle.found(keys | _steered(axle))


def sae_leaf_spring(document: Document, frame: Frame) -> ReadSuspension:
    """An SAELeafspringAxle or SAEToeBarLeafspringAxle: leaves, clamps and shackle."""
    axle, leaf = _Axle(document, frame), document.child("Leafspring")
    names = {"front_eye": "Front Hanger", "front_clamp": "Clamp A", "rear_clamp": "Clamp B", "rear_eye": "Shackle"}
    points = {key: axle.point("Leafspring", name) for key, name in names.items()}
    rate, bias = leaf.number("Vertical Stiffness"), leaf.number("Stiffness Bias", 1.0)
    across, preload = leaf.number("Lateral Stiffness"), leaf.number("Vertical Preload Force")
    clamp = leaf.child("Half Clamp")
    clamps = [(clamp.number("Mass"), point) for key in ("front_clamp", "rear_clamp") for point in _both(points[key])]
    clamp.read.add("Inertia")
    parts = {
        key: {"mass": leaf.child(name).number("Mass"), "inertia": six(axle.tensor(leaf.child(name)))}
        for key, name in (("front_leaf", "Frontleaf"), ("rear_leaf", "Rearleaf"), ("shackle", "Shackle"))
    }
    spring = {
        **points,
        "shackle_pivot": axle.point("Leafspring", "Rear Hanger"),
        **parts,
        "stiffness": rate,
        "front_share": 1.0 / (1.0 + bias),
        "damping": LEAF_DAMPING * rate,
        "preload": [0.5 * preload, 0.5 * preload],
        "lateral_stiffness": 0.5 * across,
        "lateral_damping": 0.5 * LEAF_DAMPING * across,
    }
    file = document.file.name
    axle.notes += [
        f"{file}: Leafspring: half clamps are parts of the beam, without inertias of their own",
        f"{file}: Leafspring: damping is {LEAF_DAMPING:g} s × stiffness, as in the code of Chrono; inertias of leaves "
        "and shackles are taken in the axes of the car",
    ]
    if bias != 1.0:
        axle.notes.append(
            f"{file}: Leafspring.Stiffness Bias = {bias:g}: of the vertical rates only; lateral ones are equal"
        )
    helper = axle.struts("Auxiliary Spring" if document.has("Auxiliary Spring") else None)
    return axle.found({"beam": axle.beam(*clamps), "leaf_spring": spring, **helper} | _steered(axle))


def _steered(axle: _Axle) -> dict[str, Any]:
    """The keys of steered ends, where the axle has knuckles."""
    return {"steered": axle.toe_bar()} if axle.document.has("Knuckle") else {}


def _both(point: Triple) -> tuple[Triple, Triple]:
    """A point of the left side and its mirror image."""
    return point, RIGHT.point(point)
