"""A wheeled vehicle of Chrono's JSON files as a vehicle of jounce.

The chassis reference frame of Chrono is the world of jounce, lifted until the lowest wheel centre is at the loaded
radius of its tire. Suspensions are shifted by their location, the steering is also turned. What no part of jounce
takes is listed, by name and file; a template that is not known is an error, and all such errors are raised at once.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.chrono_files.chassis import read_chassis
from jounce.model.chrono_files.document import Document, open_document
from jounce.model.chrono_files.files import data_roots, open_named
from jounce.model.chrono_files.frames import IDENTITY, frame_at
from jounce.model.chrono_files.powertrains import read_powertrain
from jounce.model.chrono_files.steerings import ReadSteering, follow, read_steering
from jounce.model.chrono_files.suspension import ReadSuspension
from jounce.model.chrono_files.suspensions import read_suspension
from jounce.model.chrono_files.tires import ReadTire, read_chrono_tire
from jounce.model.vehicle import Vehicle, to_mechanism
from jounce.model.vehicle.suspensions.registry import build_suspension
from jounce.schema.units import GRAVITY

NAMES = {
    1: ("front",),
    2: ("front", "rear"),
    3: ("front", "middle", "rear"),
    4: ("front", "second", "third", "rear"),
}
"""Names of axles, from front to rear, by their number."""
TRIAL_LIFT = 10.0
"""Height of the reference frame while the one at which the wheels touch the ground is not known yet [m]."""
MAX_STEERINGS = 2
"""Steering subsystems that a car can have."""
SAME_LENGTH = 1e-3
"""Difference of lengths that is not worth a note [m]."""
DESCRIPTIONS = ("Wheelbase", "Minimum Turning Radius", "Maximum Steering Angle (deg)")
"""Keys of a vehicle that say what follows from its parts."""


@dataclass(frozen=True)
class ImportedVehicle:
    """A vehicle, the keys of its file, and what was not carried over or taken in another way."""

    vehicle: Vehicle
    keys: dict[str, Any]
    notes: tuple[str, ...]
    tire_file: Path | None


def read_chrono_vehicle(
    path: str | Path,
    *,
    tire: str | Path,
    data: str | Path | None = None,
    powertrain: tuple[str | Path, str | Path] | None = None,
) -> ImportedVehicle:
    """The vehicle of a file with `Template: WheeledVehicle`; raises ModelError with all that is refused, or FileError.

    tire: a .tir file, or a Pac02Tire, TMeasyTire or FialaTire in JSON, since Chrono's vehicles name no tires. data: the
    folder at which the paths in the files begin; by default one of those above the vehicle's file.
    """
    document, roots = open_document(Path(path)), data_roots(Path(path), Path(data) if data is not None else None)
    rubber = read_chrono_tire(Path(tire), roots)
    reading = _Reading(document, roots, rubber, powertrain)
    high = _build(reading.keys(lift=TRIAL_LIFT))
    lowest = min(axle.suspension.wheel_centre[2] for axle in high.axles) - TRIAL_LIFT
    lift = round(_loaded_radius(rubber, high) - lowest, 12)
    reading = _Reading(document, roots, rubber, powertrain)
    keys = reading.keys(lift)
    vehicle = _build(keys)
    reading.compare_wheelbase(vehicle)
    return ImportedVehicle(vehicle, keys, tuple(dict.fromkeys([*reading.notes, *rubber.notes])), rubber.file)


class _Reading:
    """What is read from the files of a vehicle, with all errors and notes."""

    def __init__(
        self,
        document: Document,
        roots: tuple[Path, ...],
        tire: ReadTire,
        powertrain: tuple[str | Path, str | Path] | None,
    ) -> None:
        self.document, self.roots, self.tire = document, roots, tire
        opened = {Path(file): open_document(Path(file)) for file in powertrain or ()}  # old files hold both
        self.powertrain = None if powertrain is None else [opened[Path(file)] for file in powertrain]
        self.findings: list[Finding] = []
        self.notes: list[str] = []
        self.opened: list[Document] = [document]

    def keys(self, lift: float) -> dict[str, Any]:
        """The keys of the vehicle's file; raises ModelError with all findings."""
        vehicle = self.document
        if vehicle.text("Template") != "WheeledVehicle" or not vehicle.has("Axles"):
            raise _no_vehicle(vehicle)
        items, driven = vehicle.items("Axles"), self._driven()
        if len(items) not in NAMES:
            raise vehicle.error("Axles", "cannot be carried over", f"{len(items)} axles", "one to four axles")
        chassis = self._try(lambda: read_chassis(self._open(vehicle.child("Chassis"), "Input File"), lift))
        axles, steered = dict[str, Any](), dict[int, tuple[str, ReadSuspension]]()
        for i, (name, item) in enumerate(zip(NAMES[len(items)], items, strict=True)):
            found = self._try(lambda item=item, i=i: self._axle(item, lift, driven=i in driven))
            if found is None:
                continue
            axles[name], suspension = found
            if item.has("Steering Index"):
                steered[int(item.number("Steering Index"))] = name, suspension
        steerings = self._try(lambda: self._steerings(steered, lift)) or []
        wheels = {name: axles[name]["suspension"]["wheel_centre"] for i, name in enumerate(axles) if i in driven}
        powertrain = self._try(lambda: self._powertrain(wheels))
        if self.findings:
            raise ModelError(self.findings, str(vehicle.file))
        for key in DESCRIPTIONS:
            vehicle.read.add(key)
        self._note_left_over()
        keys: dict[str, Any] = {
            "name": _name(vehicle.text("Name")),
            "about": f"Imported from {vehicle.file.name}.",
            "chassis": chassis,
            "axles": axles,
        }
        if powertrain is not None:
            keys["powertrain"] = powertrain
        for key, (axle, steering) in zip(("steering", "second_steering"), steerings, strict=False):
            keys[key] = {"axle": axle, **steering.keys}
            self.notes += steering.notes
        return keys

    def compare_wheelbase(self, vehicle: Vehicle) -> None:
        """Note a wheelbase that is not that of the wheel centres."""
        first, last = (axle.suspension.wheel_centre[0] for axle in (vehicle.axles[0], vehicle.axles[-1]))
        said = self.document.number("Wheelbase", first - last)
        if abs(said - (first - last)) > SAME_LENGTH:
            got = f"Wheelbase = {said:g} m, while wheel centres are {first - last:.4g} m apart"
            self.notes.append(f"{self.document.file.name}: {got}; hardpoints are taken")

    def _axle(self, item: Document, lift: float, *, driven: bool) -> tuple[dict[str, Any], ReadSuspension]:
        suspension = read_suspension(
            self._open(item, "Suspension Input File"), frame_at(item.numbers("Suspension Location", 3), IDENTITY, lift)
        )
        self.notes += suspension.notes
        keys: dict[str, Any] = {
            "suspension": suspension.keys,
            "wheel": self._wheel(item, suspension),
            "tire": self.tire.keys,
        }
        if item.has("Left Brake Input File"):
            keys["brake"] = self._brake(item)
        if driven and self.powertrain is None:
            keys["drive"] = "inboard"
        if suspension.right:
            keys["right"] = suspension.right
            self.notes.append(
                f"{item.path}: inertias on the right are no mirror images in Chrono; they are under `right`"
            )
        return keys, suspension

    def _wheel(self, item: Document, suspension: ReadSuspension) -> dict[str, float]:
        """Spindle, wheel, tire and, about the spin axis, the shaft."""
        wheel = self._same_on_both_sides(item, "Wheel")
        tensors = [suspension.spindle_inertia, wheel.numbers("Inertia", 3), self.tire.inertia]
        xx, yy, zz = (sum(tensor[k] for tensor in tensors) for k in range(3))
        if abs(xx - zz) > 1e-6 * (xx + zz):
            self.notes.append(
                f"{wheel.file.name}: Inertia about x and z of wheel and spindle differ; their mean is taken"
            )
        spin, transverse = yy + suspension.shaft_inertia, 0.5 * (xx + zz)
        if transverse < 0.5 * spin:  # the shaft of Chrono has an inertia about its axis only, which no body has
            self.notes.append(
                f"{wheel.file.name}: with the shaft, wheels have {spin:.4g} kg m² about their axis; about a diameter "
                f"{0.5 * spin:.4g} instead of {transverse:.4g} is taken, the least that a rigid body can have"
            )
            transverse = 0.5 * spin
        mass = suspension.spindle_mass + wheel.number("Mass") + self.tire.mass
        return {"mass": mass, "spin_inertia": spin, "transverse_inertia": transverse}

    def _brake(self, item: Document) -> dict[str, Any]:
        brake = self._same_on_both_sides(item, "Brake")
        torque = brake.number("Maximum Torque") if brake.has("Maximum Torque") else None
        if torque is not None:
            self.notes.append(
                f"{brake.file.name}: Maximum Torque = {torque:g} N·m is not carried over: maneuvers say how hard"
            )
        return {}

    def _same_on_both_sides(self, item: Document, what: str) -> Document:
        left, right = (item.text(f"{side} {what} Input File") for side in ("Left", "Right"))
        if left != right:
            raise item.error(f"Right {what} Input File", f"{what.lower()}s differ", f"{left} and {right}")
        return self._open(item, f"Left {what} Input File")

    def _steerings(self, steered: dict[int, tuple[str, ReadSuspension]], lift: float) -> list[tuple[str, ReadSteering]]:
        """Axle and steering of every steering subsystem; a second one follows the first."""
        vehicle, found = self.document, list[tuple[str, ReadSteering]]()
        items = vehicle.items("Steering Subsystems") if vehicle.has("Steering Subsystems") else []
        if len(items) > MAX_STEERINGS:
            got = f"{len(items)} steering subsystems"
            raise vehicle.error("Steering Subsystems", "cannot be carried over", got, f"at most {MAX_STEERINGS}")
        for i, item in enumerate(items):
            if i not in steered:
                continue
            name, suspension = steered[i]
            made = build_suspension(suspension.keys)
            if made.kingpin is None:
                got = f"a steered {made.kind}"
                raise vehicle.error("Axles", "cannot be carried over", got, "wheels on kingpins with a tie rod")
            frame = frame_at(item.numbers("Location", 3), item.numbers("Orientation", 4, IDENTITY), lift)
            found.append((name, read_steering(self._open(item, "Input File"), frame, made)))
        for _, second in found[1:]:
            follow(second, found[0][1])
        return found

    def _driven(self) -> set[int]:
        """Indices of the axles that the driveline drives."""
        if not self.document.has("Driveline"):
            return set()
        driveline = self.document.child("Driveline")
        indices = driveline.data.get("Suspension Indexes", [])
        driveline.read |= {"Suspension Indexes", "Input File"}
        if self.powertrain is None:
            file = driveline.text("Input File", "Driveline")
            self.notes.append(
                f"{file}: no driveline, engine or transmission is carried over; inputs drive_torque_… drive the wheels "
                f"of axles {', '.join(str(i) for i in indices)}, counted from 0"
            )
        return {int(i) for i in indices if isinstance(i, int)}

    def _powertrain(self, wheels: dict[str, Any]) -> dict[str, Any] | None:
        """The keys of the powertrain, of a vehicle with a driveline whose engine and transmission are given."""
        if self.powertrain is None:
            return None
        if not self.document.has("Driveline"):
            raise self.document.error("Driveline", "missing: nothing to drive with engine and transmission")
        self.opened += self.powertrain
        driveline = self._open(self.document.child("Driveline"), "Input File")
        engine, transmission = self.powertrain
        return read_powertrain(driveline, engine, transmission, wheels, self.notes)

    def _open(self, document: Document, key: str) -> Document:
        opened = open_named(document, key, self.roots)
        self.opened.append(opened)
        return opened

    def _try(self, read: Any) -> Any:
        """What a function reads; None, and its findings kept, if it raises them."""
        try:
            return read()
        except ModelError as error:
            self.findings += error.findings
            return None

    def _note_left_over(self) -> None:
        for document in self.opened:
            keys = [key for key in document.left_over() if key not in ("Driver Position", "Rear Connector Location")]
            self.notes += [f"{document.file.name}: {key} is not carried over" for key in keys]


def _no_vehicle(file: Document) -> ModelError:
    """The error about a file without axles; one that only names others is told which of them to give."""
    if not file.has("Vehicle"):
        hint = "give the file that has Chassis and Axles"
        return file.error("Template", "not a wheeled vehicle", repr(file.text("Template")), hint)
    options = {"Tire": "--tire", "Engine": "--engine", "Transmission": "--transmission"}
    named = [f" {option} {file.child(key).text('Input File')}" for key, option in options.items() if file.has(key)]
    wanted = file.child("Vehicle").text("Input File")
    return file.error("Vehicle", "names a vehicle and is none", repr(wanted), f"import {wanted}{''.join(named)}")


def _name(text: str) -> str:
    """A name that may be that of a folder."""
    return re.sub(r"[^A-Za-z0-9]+", "-", text).strip("-").lower() or "imported"


def _build(keys: dict[str, Any]) -> Vehicle:
    return Vehicle(**{**keys, "axles": [{"name": name, **axle} for name, axle in keys["axles"].items()]})


def _loaded_radius(tire: ReadTire, vehicle: Vehicle) -> float:
    """Unloaded radius less the deflection under the mean load of a wheel [m]."""
    mass = sum(body.mass for body in to_mechanism(vehicle).bodies)
    return tire.radius - mass * GRAVITY / (2.0 * len(vehicle.axles)) / tire.stiffness
