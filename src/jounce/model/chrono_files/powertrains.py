"""Chrono's engine, automatic transmission and driveline as a powertrain.

Chrono's have neither idle control nor half shafts, and most no inertias: what jounce needs beside their numbers stands
in constants here, and every note says so. Gear ratios of Chrono are turns of the output per turn of the input.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from jounce.model.chrono_files.document import Document
from jounce.model.mechanism import Curve
from jounce.model.vehicle.geometry import Triple

RPM = math.tau / 60.0
IDLE = 700.0 * RPM
"""Idle speed that is added to an engine [rad/s]."""
IDLE_TORQUE, FULL_TORQUE_SPEED = 40.0, 0.4
"""Largest torque of the idle control [N m], and the share of the idle speed at which it has it."""
ENGINE_INERTIA, ROTOR_MASS, FLANGE_INERTIA = 0.3, 1.0, 0.02
"""Inertia of an engine without one [kg m²], mass of every rotor that is added [kg], inertia of a flange [kg m²]."""
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
    full, overrun, inertia = _engine(engine, notes)
    strongest = max(torque for _, torque in full)
    box, converter = _gearbox(transmission, notes)
    first = next(iter(wheels.values()))
    keys: dict[str, Any] = {
        "engine": {"rotor": _rotor(inertia, first), "full_load": _curve(full), "overrun": _curve(overrun)},
        "clutch": {"torque": CLUTCH_RESERVE * strongest, "slip_speed": CLUTCH_SLIP},
        "gearbox": box,
        "driver": DRIVER,
    } | _driveline(driveline, wheels, notes)
    if converter is not None:
        keys["converter"] = {"turbine": _rotor(transmission.number("Input Shaft Inertia"), first), **converter}
    notes += [
        f"{engine.file.name}: an idle control of {IDLE / RPM:.0f} rpm is added: Chrono's engine has none; on overrun "
        "it has less torque than at full load at every speed",
        f"{driveline.file.name}: half shafts of {SHAFT_STIFFNESS:g} N m/rad, rotors of {ROTOR_MASS:g} kg each, "
        f"clutches of {CLUTCH_RESERVE:g} times the engine's torque and a speed controller are added: Chrono has none",
    ]
    return keys


def _engine(engine: Document, notes: list[str]) -> tuple[list[tuple[float, float]], list[tuple[float, float]], float]:
    """Full load and overrun, rows of speed [rad/s] and torque [N m], and the inertia [kg m²]."""
    template, inertia = engine.text("Template"), ENGINE_INERTIA
    if template == "EngineSimpleMap":
        full, zero = engine.table("Map Full Throttle"), engine.table("Map Zero Throttle")
        engine.number("Maximal Engine Speed RPM", 0.0)
    elif template == "EngineShafts":
        torque, zero = engine.table("Torque Map"), engine.table("Losses Map")
        full = [(rpm, value + _at(zero, rpm)) for rpm, value in torque]
        inertia = engine.number("Motorshaft Inertia")
    elif template == "EngineSimple":
        most, power = engine.number("Maximum Engine Torque"), engine.number("Maximum Engine Power")
        end = engine.number("Maximum Engine Speed")
        bend = power / most / RPM
        full = [
            (0.5 * bend, most),
            *((rpm, power / (rpm * RPM)) for rpm in _between(bend, end, 12)),
            (1.05 * end, -1.0),
        ]
        zero = [(0.0, 0.0), (1.05 * end, 0.0)]
    else:
        hint = "known templates: EngineSimpleMap, EngineShafts, EngineSimple"
        raise engine.error("Template", "cannot be carried over: unknown engine template", repr(template), hint)
    if template != "EngineShafts":
        notes.append(f"{engine.file.name}: an inertia of {inertia:g} kg m² is added: Chrono's engine has none")
    loaded = [(rpm * RPM, torque) for rpm, torque in full if rpm * RPM > FULL_TORQUE_SPEED * IDLE]
    speeds = sorted({rpm for rpm, _ in (*full, *zero) if 1.1 * IDLE < rpm * RPM <= full[-1][0] * RPM})
    released = [(rpm * RPM, min(_at(zero, rpm), _at(full, rpm) - 1.0, -1.0)) for rpm in speeds]
    start = _at([(x * RPM, y) for x, y in full], FULL_TORQUE_SPEED * IDLE)
    return (
        [(0.0, 0.0), (FULL_TORQUE_SPEED * IDLE, max(start, IDLE_TORQUE)), *loaded],
        [(0.0, 0.0), (FULL_TORQUE_SPEED * IDLE, IDLE_TORQUE), (IDLE, 0.0), *released],
        inertia,
    )


def _gearbox(transmission: Document, notes: list[str]) -> tuple[dict[str, Any], dict[str, Any] | None]:
    """The keys of the gearbox and those of a torque converter without its turbine."""
    template = transmission.text("Template")
    known = ("AutomaticTransmissionSimpleMap", "AutomaticTransmissionShafts")
    if template not in known:
        hint = f"known templates: {', '.join(known)}"
        raise transmission.error(
            "Template", "cannot be carried over: unknown transmission template", repr(template), hint
        )
    box = transmission.child("Gear Box")
    forward, reverse = box.list_of_numbers("Forward Gear Ratios"), box.number("Reverse Gear Ratio")
    ratios = [1.0 / ratio for ratio in forward]
    keys: dict[str, Any] = {"ratios": ratios, "reverse": 1.0 / abs(reverse)}
    if box.has("Shift Points Map RPM"):
        points = [tuple(row) for row in box.matrix("Shift Points Map RPM")]
    else:
        points = [(box.number("Downshift RPM"), box.number("Upshift RPM"))] * len(ratios)
    up = [high * RPM / ratio for (_, high), ratio in zip(points[:-1], ratios[:-1], strict=True)]
    down = [low * RPM / ratio for (low, _), ratio in zip(points[1:], ratios[1:], strict=True)]
    if all(low < high for low, high in zip(down, up, strict=True)):
        keys["shift_map"] = {"throttle": [0.0, 1.0], "up": [[v, v] for v in up], "down": [[v, v] for v in down]}
    elif len(ratios) > 1:
        notes.append(f"{transmission.file.name}: shift points are not carried over: they would shift to and fro")
    converter = None
    if template == known[1]:
        data = transmission.child("Torque Converter")
        factors, ratio = data.table("Capacity Factor Map"), data.table("Torque Ratio Map")
        capacity = [(x, 1.0 / k**2) for x, k in factors if x < 1.0] + [(1.0, 0.0)]  # T = (ω / K)²
        converter = {"capacity": _curve(capacity), "torque_ratio": _curve(ratio)}
    return keys, converter


def _driveline(driveline: Document, wheels: Mapping[str, Triple], notes: list[str]) -> dict[str, Any]:
    """The keys of driven axles and of what shares the torque among them."""
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


def _curve(rows: Sequence[tuple[float, float]]) -> dict[str, list[float]]:
    return {"x": [x for x, _ in rows], "y": [y for _, y in rows]}


def _at(rows: Sequence[tuple[float, float]], x: float) -> float:
    """y at x by straight lines, held beyond the ends."""
    return Curve(**_curve(rows)).y_at(x)


def _between(first: float, last: float, count: int) -> list[float]:
    """Numbers from first to last, both included."""
    return [first + (last - first) * i / (count - 1) for i in range(count)]
