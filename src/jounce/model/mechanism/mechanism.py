"""A mechanism: bodies, joints, forces and tires under gravity."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, get_args

from pydantic import BeforeValidator, model_validator

from jounce.errors import InputError, ModelError
from jounce.findings import Finding
from jounce.methods import implementation
from jounce.model.mechanism.bodies import Body
from jounce.model.mechanism.checks import Parts, check, label_by_path, references_of
from jounce.model.mechanism.converter import TorqueConverter
from jounce.model.mechanism.driveline import Clutch, Engine, HalfShaft
from jounce.model.mechanism.forces import (
    AerodynamicDrag,
    AntiRollBar,
    AppliedForce,
    AppliedTorque,
    Brake,
    Bushing,
    RotationalSpringDamper,
    Servo,
    SpeedControl,
)
from jounce.model.mechanism.hydraulics import HydraulicBrake
from jounce.model.mechanism.joint_forces import JointFriction, JointStop
from jounce.model.mechanism.joints import Connection, Coupling
from jounce.model.mechanism.motors import Motor
from jounce.model.mechanism.springs import SpringDamper
from jounce.model.mechanism.steering import PowerSteering
from jounce.model.mechanism.tires import Tire
from jounce.schema.frozen import Frozen, chosen_by_kind
from jounce.schema.quantities import Acceleration3, Items, Name

if TYPE_CHECKING:
    from jounce.cli.check import Checked

Joint: TypeAlias = Connection | Coupling
"""Everything that adds constraint equations."""

Force: TypeAlias = (
    SpringDamper
    | RotationalSpringDamper
    | Servo
    | Brake
    | SpeedControl
    | Bushing
    | AntiRollBar
    | AppliedForce
    | AppliedTorque
    | AerodynamicDrag
    | HalfShaft
    | Clutch
    | Engine
    | Motor
    | TorqueConverter
    | HydraulicBrake
    | JointStop
    | JointFriction
    | PowerSteering
)
"""Everything that adds forces, but tires."""

MAX_KNOWN = 64
"""Sets of names and references of which it is remembered that they fit together."""
_fitting: dict[Hashable, None] = {}

build_joint = chosen_by_kind("joint", *get_args(Joint))
build_force = chosen_by_kind("force", *get_args(Force))


class Mechanism(Frozen):
    """Bodies, joints, forces and tires in world axes at the design position; gravity [m/s²] in world axes."""

    name: Name = "mechanism"
    bodies: Annotated[tuple[Body, ...], Items]
    joints: Annotated[tuple[Annotated[Joint, BeforeValidator(build_joint)], ...], Items] = ()
    forces: Annotated[tuple[Annotated[Force, BeforeValidator(build_force)], ...], Items] = ()
    tires: Annotated[tuple[Tire, ...], Items] = ()
    gravity: Acceleration3 = (0.0, 0.0, -9.81)

    @model_validator(mode="after")
    def _fits_together(self) -> Mechanism:
        if not self.bodies:
            raise InputError("no bodies", expected="one or more", where="bodies")
        findings = _unfitting(self)
        if findings:
            raise ModelError(findings)
        return self

    def body(self, name: str) -> Body:
        """The body of that name; raises KeyError."""
        return _find_by_name(name, self.bodies)

    def joint(self, name: str) -> Joint:
        """The joint of that name; raises KeyError."""
        return _find_by_name(name, self.joints)

    def connection(self, name: str) -> Connection:
        """The joint of that name that connects two bodies; raises KeyError."""
        return _find_by_name(name, tuple(j for j in self.joints if isinstance(j, Connection)))

    def check(self, *, quick: bool = False) -> Checked:
        """Close all loops and count degrees of freedom, unless quick; raises AssemblyError with what stays open."""
        found: Checked = implementation("Mechanism.check")(self, quick=quick)
        return found

    def count_parts(self) -> dict[str, int]:
        """How many bodies, joints, force elements and tires there are."""
        return {
            "bodies": len(self.bodies),
            "joints": len(self.joints),
            "force elements": len(self.forces),
            "tires": len(self.tires),
        }

    def __repr__(self) -> str:
        counts = ", ".join(f"{count} {what}" for what, count in self.count_parts().items())
        return f"<Mechanism {self.name}: {counts}>"

    __str__ = __repr__


def mechanism_of_elements(**fields: Any) -> Mechanism:
    """A mechanism of objects, which are not checked again one by one; all fields are given.

    Raises ModelError with what does not fit together.
    """
    made = Mechanism.model_construct(**fields)
    return Mechanism(**fields) if not made.bodies or _unfitting(made) else made


def _unfitting(mechanism: Mechanism) -> list[Finding]:
    """What does not fit together; mechanisms that differ in numbers alone are looked at once."""
    sections = mechanism.bodies, mechanism.joints, mechanism.forces, mechanism.tires
    references = tuple(tuple(map(references_of, section)) for section in sections)
    if references in _fitting:
        return []
    parts = Parts(
        bodies=label_by_path("bodies", mechanism.bodies),
        elements=label_by_path("joints", mechanism.joints)
        | label_by_path("forces", mechanism.forces)
        | label_by_path("tires", mechanism.tires),
    )
    findings = check(parts)
    if not findings:
        if len(_fitting) >= MAX_KNOWN:
            _fitting.clear()
        _fitting[references] = None
    return findings


def _find_by_name(name: str, objects: tuple[Any, ...]) -> Any:
    for item in objects:
        if item.name == name:
            return item
    raise KeyError(f"{name!r}; known: {', '.join(item.name for item in objects)}")
