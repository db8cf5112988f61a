"""Chrono's transmissions: automatic ones with or without a torque converter, manual ones, continuously variable ones.

Gear ratios of Chrono are turns of the output per turn of the input.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from jounce.model.chrono_files.document import Document
from jounce.model.chrono_files.maps import RPM, to_curve

MAX_RATIO_STEP = 1.25
"""Largest step between the gears that stand for a continuously variable transmission."""
HYSTERESIS = 0.92
"""Speed of shifting down by that of shifting up, of the same gears."""


@dataclass
class ReadTransmission:
    """Keys of a gearbox, and of a converter without its turbine; what its shafts add to both sides of the gears."""

    gearbox: dict[str, Any]
    converter: dict[str, Any] | None = None
    clutch_torque: float | None = None
    """Torque that the clutch can carry [N m]; None if the file has none."""
    input_inertia: float = 0.0
    """What turns with the engine [kg m²]."""
    output_inertia: float = 0.0
    """What turns with the output [kg m²]."""


def read_transmission(transmission: Document, notes: list[str]) -> ReadTransmission:
    """The transmission of a file; raises ModelError for a template that is not known."""
    template = transmission.text("Template")
    if template == "AutomaticTransmissionSimpleMap":
        return ReadTransmission(_shifted(transmission, transmission.child("Gear Box"), notes))
    if template == "SimpleMapPowertrain":
        return ReadTransmission(_shifted(transmission, transmission.child("Transmission"), notes))
    if template == "AutomaticTransmissionShafts":
        keys = _shifted(transmission, transmission.child("Gear Box"), notes)
        found = ReadTransmission(keys, _converter(transmission.child("Torque Converter")))
        return _with_shafts(found, transmission)
    if template == "ManualTransmissionShafts":
        return _manual(transmission, notes)
    if template == "AutomaticTransmissionSimpleCVT":
        return ReadTransmission(_variable(transmission, notes))
    if template in ("SimplePowertrain", "SimpleCVTPowertrain"):
        forward, reverse = (transmission.number(f"{way} Gear Ratio") for way in ("Forward", "Reverse"))
        return ReadTransmission({"ratios": [1.0 / forward], "reverse": 1.0 / abs(reverse)})
    hint = f"known templates: {', '.join(KNOWN)}"
    raise transmission.error("Template", "cannot be carried over: unknown transmission template", repr(template), hint)


KNOWN = (
    *("AutomaticTransmissionSimpleMap", "AutomaticTransmissionShafts", "AutomaticTransmissionSimpleCVT"),
    *("ManualTransmissionShafts", "SimpleMapPowertrain", "SimplePowertrain", "SimpleCVTPowertrain"),
)
"""Templates of transmissions, and of old files that hold engine and transmission."""


def _ratios(box: Document) -> dict[str, Any]:
    """Gears as turns of the input per turn of the output."""
    forward, reverse = box.list_of_numbers("Forward Gear Ratios"), box.number("Reverse Gear Ratio")
    return {"ratios": [1.0 / ratio for ratio in forward], "reverse": 1.0 / abs(reverse)}


def _shifted(transmission: Document, box: Document, notes: list[str]) -> dict[str, Any]:
    """Gears, and the speeds of the output at which they are shifted, from those of the input."""
    keys = _ratios(box)
    ratios = keys["ratios"]
    if box.has("Shift Points Map RPM"):
        points = [tuple(row) for row in box.matrix("Shift Points Map RPM")]
    else:
        points = [(box.number("Downshift RPM"), box.number("Upshift RPM"))] * len(ratios)
    up = [high * RPM / ratio for (_, high), ratio in zip(points[:-1], ratios[:-1], strict=True)]
    down = [low * RPM / ratio for (low, _), ratio in zip(points[1:], ratios[1:], strict=True)]
    if all(low < high for low, high in zip(down, up, strict=True)):
        keys["shift_map"] = _shift_map(up, down)
    elif len(ratios) > 1:
        notes.append(f"{transmission.file.name}: shift points are not carried over: they would shift to and fro")
    return keys


def _shift_map(up: list[float], down: list[float]) -> dict[str, Any]:
    """Speeds of the output [rad/s] that do not depend on the throttle."""
    return {"throttle": [0.0, 1.0], "up": [[v, v] for v in up], "down": [[v, v] for v in down]}


def _converter(data: Document) -> dict[str, Any]:
    """Capacity 1 / K² of the impeller, T = (ω / K)², and the torque ratio."""
    factors, ratio = data.table("Capacity Factor Map"), data.table("Torque Ratio Map")
    capacity = [(x, 1.0 / k**2) for x, k in factors if x < 1.0] + [(1.0, 0.0)]
    return {"capacity": to_curve(capacity), "torque_ratio": to_curve(ratio)}


def _manual(transmission: Document, notes: list[str]) -> ReadTransmission:
    """Gears without shift points; the clutch is that of every gear in jounce."""
    inertia = transmission.number("Input Shaft Inertia", 0.0)
    if inertia:
        notes.append(
            f"{transmission.file.name}: Input Shaft Inertia = {inertia:g} kg m² is not carried over: gears of jounce "
            "have no shaft between clutch and gears"
        )
    limit = transmission.number("Clutch Torque Limit")
    return _with_shafts(ReadTransmission(_ratios(transmission.child("Gear Box")), clutch_torque=limit), transmission)


def _with_shafts(found: ReadTransmission, transmission: Document) -> ReadTransmission:
    """The transmission with what its shafts add to the engine and to the driveline."""
    found.input_inertia = transmission.number("Motorshaft Inertia", 0.0)
    found.output_inertia = transmission.number("Driveshaft Inertia", 0.0)
    return found


def _variable(transmission: Document, notes: list[str]) -> dict[str, Any]:
    """A ratio that grows with the speed of the output, as gears in equal steps.

    Chrono's is r(ω), straight between its two speeds and constant beyond them. Gears are shifted where r is the
    geometric mean of both, so that no gear is further from r than half a step.
    """
    box = transmission.child("Gear Box")
    low, high = box.number("Minimum Gear Ratio"), box.number("Maximum Gear Ratio")
    begin, end = box.number("Driveshaft Speed Begin"), box.number("Driveshaft Speed End")
    if not (0.0 < low < high and 0.0 < begin < end):
        got = f"ratios {low:g} and {high:g}, speeds {begin:g} and {end:g} rad/s"
        raise box.error("", "cannot be carried over: ratios and speeds must be positive and rise", got)
    steps = math.ceil(math.log(high / low) / math.log(MAX_RATIO_STEP))
    growth = (high / low) ** (1.0 / steps)
    found = [low * growth**i for i in range(steps + 1)]
    means = [ratio * math.sqrt(growth) for ratio in found[:-1]]
    up = [begin + (end - begin) * (mean - low) / (high - low) for mean in means]
    notes.append(
        f"{transmission.file.name}: a continuously variable ratio: {len(found)} gears in steps of "
        f"{100.0 * (growth - 1.0):.0f} % stand for it, shifted by the controller `automatic` where its law is between "
        "them"
    )
    efficiency = box.number("Efficiency", 1.0)
    if efficiency != 1.0:
        notes.append(f"{transmission.file.name}: Gear Box.Efficiency = {efficiency:g} is not carried over")
    down = [HYSTERESIS * speed for speed in up]
    return {"ratios": [1.0 / ratio for ratio in found], "reverse": 1.0 / low, "shift_map": _shift_map(up, down)}
