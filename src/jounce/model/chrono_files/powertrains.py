"""Chrono's engine, transmission and driveline as a powertrain.

Chrono's have no half shafts, and most no inertias: what jounce needs beside their numbers stands in constants here, in
`engines` and in `transmissions`, and every note says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jounce.model.chrono_files.document import Document
from jounce.model.chrono_files.engines import IDLE, read_engine
from jounce.model.chrono_files.maps import RPM, to_curve
from jounce.model.chrono_files.transmissions import read_transmission
from jounce.model.vehicle.geometry import Triple

ROTOR_MASS, FLANGE_INERTIA = 1.0, 0.02
"""Mass of every rotor that is added [kg], inertia of a flange [kg m²]."""
SHAFT_STIFFNESS, SHAFT_DAMPING = 15e3, 30.0
"""Half shafts that are added [N m/rad, N m s/rad]."""
CLUTCH_RESERVE, CLUTCH_SLIP = 1.5, 4.0
"""Torque of the gears' clutches by the largest of the engine, and their slip [rad/s]."""
DRIVER = {"gain": 1.0, "integral_gain": 0.35, "reset_time": 0.2}


def read_powertrain(
    driveline: Document, engine: Document, transmission: Document, wheels: Mapping[str, Triple], notes: list[str]
) -> dict[str, Any]:
    """The keys of a powertrain; wheels: left wheel centres [m] of the driven axles by name, from front to rear.

    Raises ModelError for a template that is not known. What is added is told in notes.
    """
    full, overrun, inertia = read_engine(engine, notes)
    box = read_transmission(transmission, notes)
    first, clutch = next(iter(wheels.values())), box.clutch_torque
    added = "" if clutch is not None else f"clutches of {CLUTCH_RESERVE:g} times the engine's torque, "
    keys: dict[str, Any] = {
        "engine": {
            "rotor": _rotor(inertia + box.input_inertia, first),
            "full_load": to_curve(full),
            "overrun": to_curve(overrun),
        },
        "clutch": {
            "torque": clutch if clutch is not None else CLUTCH_RESERVE * max(torque for _, torque in full),
            "slip_speed": CLUTCH_SLIP,
        },
        "gearbox": box.gearbox,
        "driver": DRIVER,
    } | _driveline(driveline, wheels, box.output_inertia, notes)
    if box.converter is not None:
        keys["converter"] = {"turbine": _rotor(transmission.number("Input Shaft Inertia"), first), **box.converter}
    notes += [
        f"{engine.file.name}: an idle control of {IDLE / RPM:.0f} rpm is added: Chrono's engine has none; on overrun "
        "it has less torque than at full load at every speed",
        f"{driveline.file.name}: half shafts of {SHAFT_STIFFNESS:g} N m/rad, rotors of {ROTOR_MASS:g} kg each, "
        f"{added}and a speed controller are added: Chrono has none",
    ]
    return keys


def _driveline(
    driveline: Document, wheels: Mapping[str, Triple], output_inertia: float, notes: list[str]
) -> dict[str, Any]:
    """The keys of driven axles and of what shares the torque among them; output_inertia: of the gearbox [kg m²]."""
    template, names = driveline.text("Template"), list(wheels)
    ratios, boxes, slips = dict.fromkeys(names, 1.0), dict.fromkeys(names, 0.1), dict[str, float]()
    transfer: dict[str, Any] = {"kind": "differential", "rotor": _rotor(0.1, next(iter(wheels.values())))}
    if template in ("ShaftsDriveline2WD", "ShaftsDriveline4WD"):
        inertia, gears = driveline.child("Shaft Inertia"), driveline.child("Gear Ratio")
        for name, side in zip(names, ("",) if len(names) == 1 else ("Front ", "Rear "), strict=True):
            ratios[name] = 1.0 / gears.number(f"{side}Conical Gear")
            shaft = inertia.number(f"{side}Driveshaft")
            boxes[name] = inertia.number(f"{side}Differential Box") + shaft * ratios[name] ** 2
            slips[name] = driveline.number("Axle Differential Locking Limit", 0.0)
        if len(names) > 1:
            turning = inertia.number("Driveshaft") + inertia.number("Central Differential Box")
            transfer["rotor"] = _rotor(turning, next(iter(wheels.values())))
            if limit := driveline.number("Central Differential Locking Limit", 0.0):
                transfer["limited_slip"] = {"preload": limit}
    elif template == "SimpleDriveline":
        front = driveline.number("Front Torque Fraction")
        transfer["shares"] = {names[0]: front, names[-1]: 1.0 - front}
        for name, side in zip(names, ("Front", "Rear"), strict=True):
            ratios[name] = 1.0 / driveline.number(f"{side} Conical Gear Ratio", 1.0)
    elif template != "SimpleDrivelineXWD":
        hint = "known templates: ShaftsDriveline2WD, ShaftsDriveline4WD, SimpleDriveline, SimpleDrivelineXWD"
        raise driveline.error("Template", "cannot be carried over: unknown driveline template", repr(template), hint)
    if template.startswith("Simple"):
        notes.append(f"{driveline.file.name}: inertias of 0.1 kg m² are added to differentials: Chrono's have none")
    if len(names) > 1:
        turning = transfer["rotor"]["spin_inertia"] + output_inertia
        transfer["rotor"] = _rotor(turning, next(iter(wheels.values())))
    else:
        boxes[names[0]] += output_inertia * ratios[names[0]] ** 2
    driven = {
        name: {
            "ratio": ratios[name],
            "differential": {"case": _rotor(boxes[name], centre)}
            | ({"limited_slip": {"preload": slips[name]}} if slips.get(name) else {}),
            "half_shafts": {
                "flange": _rotor(FLANGE_INERTIA, centre, 0.3 * centre[1]),
                "stiffness": SHAFT_STIFFNESS,
                "damping": SHAFT_DAMPING,
            },
        }
        for name, centre in wheels.items()
    }
    return {"driven_axles": driven} | ({"transfer": transfer} if len(names) > 1 else {})


def _rotor(inertia: float, at: Triple, y: float = 0.0) -> dict[str, Any]:
    """A rotor at the height and the place along the car of a wheel centre."""
    centre = [at[0], y, at[2]]
    return {"mass": ROTOR_MASS, "centre_of_mass": centre, "spin_inertia": inertia, "transverse_inertia": inertia}
