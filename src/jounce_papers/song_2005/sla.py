"""The SLA (short–long arm) quarter suspension of Song 2005, cut out of dw18.

The paper draws lower arm, upper arm and knuckle and does not say what else. Its relative Cartesian column needs 25
products for effective mass and force together; with two independent coordinates the symmetric 6×6 matrix alone takes
42. So its suspension has one, and no wheel that spins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from jounce.model import library
from jounce.model.mechanism import Connection, Mechanism, replace
from jounce.model.vehicle import to_mechanism

CORNER = "rl"
"""A corner whose tie rod ends at the chassis."""


@dataclass(frozen=True)
class Case:
    """A part of dw18's corner."""

    about: str
    bodies: tuple[str, ...]
    forces: tuple[str, ...]
    tire: bool


CASES: Mapping[str, Case] = {
    "quarter": Case(
        "arms, knuckle, tie rod, spring: the paper's, as its numbers tell",
        ("lca", "uca", "knuckle"),
        ("spring",),
        False,
    ),
    "wheel": Case("with a wheel that spins", ("lca", "uca", "knuckle", "wheel"), ("spring",), False),
    "corner": Case(
        "with tire, brake and drive: as in dw18",
        ("lca", "uca", "knuckle", "wheel"),
        ("spring", "brake", "drive"),
        True,
    ),
}


def sla(case: str) -> Mechanism:
    """A free chassis with one corner."""
    wanted, car = CASES[case], to_mechanism(library.vehicle("dw18"))
    bodies = {"chassis", *(f"{b}_{CORNER}" for b in wanted.bodies)}
    forces = {f"{f}_{CORNER}" for f in wanted.forces}
    return replace(
        car,
        name=f"sla_{case}",
        bodies=tuple(b for b in car.bodies if b.name in bodies),
        joints=tuple(j for j in car.joints if isinstance(j, Connection) and {j.body_a, j.body_b} <= bodies),
        forces=tuple(f for f in car.forces if f.name in forces),
        tires=tuple(t for t in car.tires if wanted.tire and t.body in bodies),
    )
