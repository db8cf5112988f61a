"""Chrono's TMeasyTire: all numbers, or a load from which Chrono derives them by the pattern of a car or truck tire."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from jounce.model.chrono_files.document import Document
from jounce.model.chrono_files.load_index import load_of_index

PATTERNS: Mapping[str, Mapping[str, Any]] = {
    "Truck": {
        "longitudinal": ((17.6866, 13.8046), (0.12, 0.15), (0.88468, 0.7479), (0.9, 0.95), (0.54397, 0.50365)),
        "lateral": ((5.948, 5.506), (0.38786, 0.38786), (0.77253, 0.73048), (0.82534, 0.91309), (0.71139, 0.66823)),
        "aligning": ((0.178, 0.19), (0.40726, 0.40726), (0.82534, 0.91309)),
    },
    "Passenger": {
        "longitudinal": ((18.6758, 20.1757), (0.17, 0.15), (1.1205, 1.072), (0.9, 0.95), (0.8766, 0.8245)),
        "lateral": ((14.9858, 10.0505), (0.18197, 0.24472), (1.0084, 0.90003), (0.82534, 0.91309), (0.83941, 0.76782)),
        "aligning": ((0.178, 0.19), (0.19107, 0.25695), (0.82534, 0.91309)),
    },
}
"""Numbers of Chrono's tires with a ratio of 80 % and 70 %: slope, peak_slip, peak, sliding_slip, sliding (forces by the
load) and trail, zero_slip, end_slip, each at the nominal load and at twice that load."""
CURVE_KEYS = ("slope", "peak_slip", "peak", "sliding_slip", "sliding")
TRAIL_KEYS = ("trail", "zero_slip", "end_slip")
DEFLECTION = 0.16
"""Deflection under the load of the load index, by the height of the section."""
DAMPING_RATIO = 0.5
PRESSURE_POWER = 0.8
"""Exponent of the load over the pressure."""
CARCASS = {"longitudinal_stiffness": 0.9, "lateral_stiffness": 0.8}
"""Stiffnesses by the vertical one."""


def tmeasy_keys(document: Document, notes: list[str]) -> tuple[dict[str, Any], Document]:
    """Keys of a tire with `kind: tmeasy`, and the part of the file that has mass and inertia; raises ModelError."""
    design = document.child("Design")
    keys: dict[str, Any] = {
        "kind": "tmeasy",
        "radius": design.number("Unloaded Radius [m]"),
        "width": design.number("Width [m]"),
    }
    if document.has("Parameters"):
        keys |= _given(document.child("Parameters"))
    else:
        keys |= _derived(document, design, keys, notes)
    keys["rolling_resistance"] = _resistance(document)
    friction = document.number("Coefficient of Friction", 0.8)
    notes.append(f"{document.file.name}: curves belong to a ground of friction {friction:g}, which is friction 1 here")
    return keys, design


def _given(parameters: Document) -> dict[str, Any]:
    """A file with all numbers."""
    load, stiffness = parameters.child("Tire Load"), parameters.child("Tire Stiffness")
    vertical = stiffness.numbers("Vertical [N/m]", 2)
    keys: dict[str, Any] = {
        "nominal_load": load.number("Nominal Vertical Force [N]"),
        "largest_load": load.number("Maximum Vertical Force [N]"),
        "vertical_stiffness": vertical[0],
        "double_load_stiffness": vertical[1],
        "vertical_damping": parameters.child("Tire Damping").number("Vertical [Ns/m]"),
        "longitudinal_stiffness": stiffness.number("Longitudinal [N/m]"),
        "lateral_stiffness": stiffness.number("Lateral [N/m]"),
        "radius_weight": parameters.numbers("Dynamic Radius Weighting Coefficients", 2, (0.375, 0.75)),
    }
    for name, x in (("Longitudinal", "x"), ("Lateral", "y")):
        part = parameters.child(name)
        words = (
            f"Initial Slopes dF{x}/ds{x} [N]",
            f"Slip s{x} at Maximum F{x}",
            f"Maximum F{x} Load [N]",
            f"Slip s{x} where sliding begins",
            f"Sliding F{x} Load [N]",
        )
        keys[name.lower()] = {key: part.numbers(word, 2) for key, word in zip(CURVE_KEYS, words, strict=True)}
    part = parameters.child("Aligning")
    trail = (
        "Normalized Trail at Zero Slip sy",
        "Slip sy where Trail Changes Sign",
        "Slip sy where Trail Tends to Zero",
    )
    keys["aligning"] = {key: part.numbers(word, 2) for key, word in zip(TRAIL_KEYS, trail, strict=True)}
    return keys


def _derived(document: Document, design: Document, keys: dict[str, Any], notes: list[str]) -> dict[str, Any]:
    """A file with a load index or a bearing capacity, as Chrono completes it."""
    kind = document.text("Vehicle Type")
    if kind not in PATTERNS:
        raise document.error("Vehicle Type", "unknown value", repr(kind), "'Truck' or 'Passenger'")
    load, source = _bearing_load(document)
    pressure = 1.0
    if document.has("Inflation Pressure Design [Pa]") and document.has("Inflation Pressure Use [Pa]"):
        pressure = document.number("Inflation Pressure Use [Pa]") / document.number("Inflation Pressure Design [Pa]")
    nominal = 0.5 * load * pressure**PRESSURE_POWER
    height = keys["radius"] - design.number("Rim Radius [m]")
    stiffness, mass = load / (DEFLECTION * height), design.number("Mass [kg]")
    derived: dict[str, Any] = {
        "nominal_load": nominal,
        "vertical_stiffness": stiffness,
        "vertical_damping": 2.0 * DAMPING_RATIO * math.sqrt(stiffness * mass),
        **{key: part * stiffness for key, part in CARCASS.items()},
    }
    pattern = PATTERNS[kind]
    for name in ("longitudinal", "lateral"):
        curve = dict(zip(CURVE_KEYS, pattern[name], strict=True))
        for key in ("slope", "peak", "sliding"):
            curve[key] = (curve[key][0] * nominal, 2.0 * curve[key][1] * nominal)
        derived[name] = curve
    derived["aligning"] = dict(zip(TRAIL_KEYS, pattern["aligning"], strict=True))
    notes.append(f"{document.file.name}: curves and stiffnesses from {source} by Chrono's pattern of a {kind} tire")
    return derived


def _bearing_load(document: Document) -> tuple[float, str]:
    """Load [N] that the tire may carry, and where it stands; the load index comes first."""
    if document.has("Load Index"):
        index = document.number("Load Index")
        load = load_of_index(index)
        if load is None:
            raise document.error("Load Index", "not in the table", f"{index:g}", "give Maximum Bearing Capacity [N]")
        return load, f"Load Index {index:g}"
    return document.number("Maximum Bearing Capacity [N]"), "Maximum Bearing Capacity"


def _resistance(document: Document) -> tuple[float, float]:
    """Values at both loads: a pair in newer files, one number in older ones."""
    if document.has("Rolling Resistance Coefficients"):
        first, second = document.numbers("Rolling Resistance Coefficients", 2)
        return first, second
    number = document.number("Rolling Resistance Coefficient", 0.0)
    return number, number
