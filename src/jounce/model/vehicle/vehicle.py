"""A car as an engineer writes it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import model_validator

from jounce.errors import ModelError
from jounce.methods import implementation
from jounce.model.vehicle.aerodynamics import Aerodynamics
from jounce.model.vehicle.axle import Axle
from jounce.model.vehicle.body_mesh import BodyMesh
from jounce.model.vehicle.brakes import BrakeSystem
from jounce.model.vehicle.checks import brake_findings, check, same_name_findings
from jounce.model.vehicle.corners import Corner, corners
from jounce.model.vehicle.linkage_parts import LinkageParts
from jounce.model.vehicle.outline import Outline
from jounce.model.vehicle.parts import Part
from jounce.model.vehicle.payload import Payload, with_payload
from jounce.model.vehicle.powertrain import Powertrain
from jounce.model.vehicle.steerings.registry import AnySteering
from jounce.model.vehicle.steerings.skid import SkidSteering
from jounce.model.vehicle.steerings.steering import FIRST, SECOND, Steering
from jounce.model.vehicle.trailer import Trailer, Trailers, trailer_findings
from jounce.schema.frozen import Frozen
from jounce.schema.quantities import Acceleration, FolderName, Items, NotNegative

if TYPE_CHECKING:
    from jounce.cli.check import Checked
    from jounce.lab.kinematics_compliance import SuspensionSheet
    from jounce.model.mechanism import Mechanism


class Vehicle(Frozen):
    """A car at its design position in world axes: x forward, y left, z up, on the ground z = 0.

    axles: from front to rear. second_steering: of a second axle, by its own input or linked to the first. payload:
    masses at points of the chassis. gravity: its magnitude [m/s²]. about: what it is; provenance: where its numbers
    come from. brakes: what turns the pedal into pressures; without, brakes are torques. trailers: units that it draws,
    from front to rear, each on a hitch of the unit before it. body_mesh: a file that is drawn as its body. extra:
    further bodies, joints and forces of the whole car, which name any of its bodies: an engine on its mounts, a winch.
    """

    name: FolderName
    about: str = ""
    provenance: str = ""
    gravity: Annotated[Acceleration, NotNegative] = 9.81
    chassis: Part
    payload: Annotated[tuple[Payload, ...], Items] = ()
    axles: Annotated[tuple[Axle, ...], Items]
    steering: AnySteering | None = None
    second_steering: AnySteering | None = None
    skid_steering: SkidSteering | None = None
    powertrain: Powertrain | None = None
    brakes: BrakeSystem | None = None
    aerodynamics: Aerodynamics | None = None
    outline: Outline | None = None
    body_mesh: BodyMesh | None = None
    trailers: Trailers = ()
    extra: LinkageParts = LinkageParts()

    @model_validator(mode="after")
    def _fits_together(self) -> Vehicle:
        findings = check(
            self.axles,
            self.steering,
            self.skid_steering,
            self.powertrain,
            extra=self.extra,
            second_steering=self.second_steering,
        )
        findings += brake_findings(self.axles, self.brakes)
        findings += same_name_findings("payload", [item.name for item in self.payload])
        findings += trailer_findings(self.axles, self.trailers)
        if findings:
            raise ModelError(findings)
        return self

    @property
    def laden_chassis(self) -> Part:
        """The chassis with its payload as one part."""
        return with_payload(self.chassis, self.payload)

    @property
    def corners(self) -> tuple[Corner, ...]:
        """The wheels of all units, from front to rear, left before right."""
        own = corners(axle.name for axle in self.axles)
        return sum((corners((axle.name for axle in t.axles), t.name) for t in self.trailers), own)

    @property
    def all_axles(self) -> tuple[Axle, ...]:
        """The axles of all units, from front to rear; `axles` are those of the towing unit."""
        return sum((trailer.axles for trailer in self.trailers), self.axles)

    @property
    def steering_lever(self) -> float:
        """Travel of the rack, or the nut of the gear, per angle of the left wheel to the left [m/rad]; signed.

        Raises TypeError for a car without steering.
        """
        if self.steering is None:
            raise TypeError(f"vehicle {self.name!r} has no steering")
        return self.steering.lever(self.axle(self.steering.axle).suspension)

    def steering_of(self, axle: str) -> tuple[Steering, str] | None:
        """What steers an axle, and the prefix of its names; None if nothing does."""
        for steering, prefix in ((self.steering, FIRST), (self.second_steering, SECOND)):
            if steering is not None and steering.axle == axle:
                return steering, prefix
        return None

    def axle(self, name: str) -> Axle:
        """The axle of that name, of any unit; raises KeyError."""
        for axle in self.all_axles:
            if axle.name == name:
                return axle
        raise KeyError(f"{name!r}; known: {', '.join(axle.name for axle in self.all_axles)}")

    def trailer(self, name: str) -> Trailer:
        """The trailer of that name; raises KeyError."""
        for trailer in self.trailers:
            if trailer.name == name:
                return trailer
        raise KeyError(f"{name!r}; known: {', '.join(trailer.name for trailer in self.trailers)}")

    def value(self, path: str) -> Any:
        """The value at a dotted path, such as `axles.front.suspension.lower_arm.ball_joint.2`; raises InputError."""
        from jounce.model.vehicle.parameters import value_at

        return value_at(self, path)

    def with_values(self, values: Mapping[str, Any]) -> Vehicle:
        """A copy with other values at dotted paths, such as {"chassis.mass": "1800 kg"}, checked again.

        Numbers are in SI, strings have a unit. Raises ModelError with all paths that lead nowhere, or with what the
        vehicle refuses.
        """
        from jounce.model.vehicle.parameters import with_parameters

        return with_parameters(self, values)

    def to_mechanism(self) -> Mechanism:
        """The car as bodies, joints, force elements and tires."""
        from jounce.model.vehicle.translate import to_mechanism

        return to_mechanism(self)

    def check(self, *, quick: bool = False) -> Checked:
        """Close all loops and count degrees of freedom, unless quick; raises AssemblyError with what stays open."""
        found: Checked = implementation("Vehicle.check")(self, quick=quick)
        return found

    def kc(
        self,
        *,
        axle: str | None = None,
        travel: float | str = 0.08,
        brake_share: float | None = None,
        force: float | str | None = None,
    ) -> SuspensionSheet:
        """Kinematics and compliance of the axles on a test rig; the arguments are those of `jounce.kc`."""
        sheet: SuspensionSheet = implementation("Vehicle.kc")(
            self, axle=axle, travel=travel, brake_share=brake_share, force=force
        )
        return sheet

    def __repr__(self) -> str:
        from jounce.model.vehicle.dimensions import measure_dimensions

        car = measure_dimensions(self)
        names = ", ".join(car.axles)
        return f"<Vehicle {self.name}: {car.mass:.0f} kg, axles {names}, wheelbase {car.wheelbase:.3f} m>"

    __str__ = __repr__

    def _repr_html_(self) -> str:
        from jounce.model.vehicle.picture import vehicle_html

        return vehicle_html(self)
