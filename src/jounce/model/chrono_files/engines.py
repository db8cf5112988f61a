"""Chrono's engines: torque over speed at full throttle and without, and the idle control that jounce adds.

Speeds of maps are in rpm. Those of an engine of three numbers have no unit in their keys: they are in rad/s.
"""

from __future__ import annotations

from jounce.model.chrono_files.document import Document
from jounce.model.chrono_files.maps import RPM, value_at

IDLE = 700.0 * RPM
"""Idle speed that is added to an engine [rad/s]."""
IDLE_TORQUE, FULL_TORQUE_SPEED = 40.0, 0.4
"""Largest torque of the idle control [N m], and the share of the idle speed at which it has it."""
ENGINE_INERTIA = 0.3
"""Inertia of an engine without one [kg m²]."""
POWER_POINTS = 24
"""Points of a curve of constant power."""

Rows = list[tuple[float, float]]


def read_engine(engine: Document, notes: list[str]) -> tuple[Rows, Rows, float]:
    """Full load and overrun, rows of speed [rad/s] and torque [N m], and the inertia [kg m²]."""
    template, inertia = engine.text("Template"), ENGINE_INERTIA
    if template == "EngineSimpleMap":
        full, zero = _in_radians(engine.table("Map Full Throttle")), _in_radians(engine.table("Map Zero Throttle"))
        engine.number("Maximal Engine Speed RPM", 0.0)
    elif template == "SimpleMapPowertrain":
        part = engine.child("Engine")
        full, zero = _in_radians(part.table("Torque Map")), _in_radians(part.table("Losses Map"))
        part.number("Maximal Engine Speed RPM", 0.0)
    elif template == "EngineShafts":
        torque, zero = _in_radians(engine.table("Torque Map")), _in_radians(engine.table("Losses Map"))
        full = [(speed, value + value_at(zero, speed)) for speed, value in torque]
        inertia = engine.number("Motorshaft Inertia")
    elif template in ("EngineSimple", "SimpleCVTPowertrain"):
        full, zero = _constant_power(engine)
    elif template == "SimplePowertrain":
        most, end = engine.number("Maximum Engine Torque"), engine.number("Maximum Engine Speed")
        full, zero = [(0.0, most), (end, 0.0), (1.05 * end, -0.05 * most)], [(0.0, 0.0), (1.05 * end, 0.0)]
    else:
        hint = f"known templates: {', '.join(KNOWN)}"
        raise engine.error("Template", "cannot be carried over: unknown engine template", repr(template), hint)
    if template != "EngineShafts":
        notes.append(f"{engine.file.name}: an inertia of {inertia:g} kg m² is added: Chrono's engine has none")
    return *_with_idle_control(full, zero), inertia


KNOWN = (
    *("EngineSimpleMap", "EngineShafts", "EngineSimple"),
    *("SimpleMapPowertrain", "SimplePowertrain", "SimpleCVTPowertrain"),
)
"""Templates of engines, and of old files that hold engine and transmission."""


def _constant_power(engine: Document) -> tuple[Rows, Rows]:
    """The largest torque up to where that is the largest power, then that power; nothing beyond the largest speed."""
    most, power = engine.number("Maximum Engine Torque"), engine.number("Maximum Engine Power")
    end, bend = engine.number("Maximum Engine Speed"), power / most
    if end <= bend:
        got = f"{end:g} rad/s, while {most:g} N m give {power:g} W at {bend:.4g} rad/s"
        raise engine.error("Maximum Engine Speed", "cannot be carried over: below the speed of its power", got)
    steps = [bend * (end / bend) ** (i / (POWER_POINTS - 1)) for i in range(POWER_POINTS)]
    full = [(0.5 * bend, most), *((speed, power / speed) for speed in steps), (1.05 * end, -1.0)]
    return full, [(0.0, 0.0), (1.05 * end, 0.0)]


def _in_radians(rows: Rows) -> Rows:
    return [(rpm * RPM, torque) for rpm, torque in rows]


def _with_idle_control(full: Rows, zero: Rows) -> tuple[Rows, Rows]:
    """Full load and overrun with the torque that holds the idle speed, overrun below full load."""
    loaded = [(speed, torque) for speed, torque in full if speed > FULL_TORQUE_SPEED * IDLE]
    speeds = sorted({speed for speed, _ in (*full, *zero) if 1.1 * IDLE < speed <= full[-1][0]})
    released = [(speed, min(value_at(zero, speed), value_at(full, speed) - 1.0, -1.0)) for speed in speeds]
    start = value_at(full, FULL_TORQUE_SPEED * IDLE)
    return (
        [(0.0, 0.0), (FULL_TORQUE_SPEED * IDLE, max(start, IDLE_TORQUE)), *loaded],
        [(0.0, 0.0), (FULL_TORQUE_SPEED * IDLE, IDLE_TORQUE), (IDLE, 0.0), *released],
    )
