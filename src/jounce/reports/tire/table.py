"""The table of a tire as rows of text, for the terminal and the page."""

from __future__ import annotations

import math
from collections.abc import Callable

from jounce.reports.quantities import digits
from jounce.reports.tire.characteristics import Characteristics, TireSheet

_DEGREE = math.pi / 180.0
_ROWS: tuple[tuple[str, str, Callable[[Characteristics], float | None]], ...] = (
    ("longitudinal slip stiffness", "kN/%", lambda at: 1e-5 * at.slip_stiffness),
    ("cornering stiffness", "kN/deg", lambda at: 1e-3 * _DEGREE * at.cornering_stiffness),
    ("camber stiffness", "N/deg", lambda at: _DEGREE * at.camber_stiffness),
    ("peak longitudinal friction", "", lambda at: at.peak_longitudinal_friction),
    ("  at slip", "%", lambda at: None if at.peak_slip is None else 100.0 * at.peak_slip),
    ("peak lateral friction", "", lambda at: at.peak_lateral_friction),
    ("  at slip angle", "deg", lambda at: None if at.peak_slip_angle is None else at.peak_slip_angle / _DEGREE),
    ("pneumatic trail", "mm", lambda at: 1e3 * at.pneumatic_trail),
    ("relaxation length of κ", "mm", lambda at: 1e3 * at.longitudinal_relaxation_length),
    ("relaxation length of α", "mm", lambda at: 1e3 * at.lateral_relaxation_length),
    ("vertical stiffness", "N/mm", lambda at: 1e-3 * at.vertical_stiffness),
    ("deflection", "mm", lambda at: 1e3 * at.deflection),
    ("loaded radius", "mm", lambda at: 1e3 * at.loaded_radius),
    ("effective rolling radius", "mm", lambda at: 1e3 * at.rolling_radius),
)


def load_rows(sheet: TireSheet) -> list[tuple[str, ...]]:
    """Quantity, unit and a value for each load; the first row is the head."""
    head = ("at a load of", "kN", *(digits(1e-3 * at.load) for at in sheet.loads))
    return [head, *((name, unit, *(digits(value(at), 3) for at in sheet.loads)) for name, unit, value in _ROWS)]


def fact_rows(sheet: TireSheet) -> list[tuple[str, str, str]]:
    """Label, value and unit of the numbers to see first, at the load nearest to the nominal one."""
    at = min(sheet.loads, key=lambda one: abs(one.load - sheet.nominal_load))
    return [
        ("Unloaded radius", digits(1e3 * sheet.file.values["UNLOADED_RADIUS"]), "mm"),
        ("Nominal load", digits(1e-3 * sheet.nominal_load), "kN"),
        ("Cornering stiffness", digits(1e-3 * _DEGREE * at.cornering_stiffness, 3), "kN/deg"),
        ("Peak lateral friction", digits(at.peak_lateral_friction, 3), ""),
        ("Peak longitudinal friction", digits(at.peak_longitudinal_friction, 3), ""),
        ("Vertical stiffness", digits(1e-3 * at.vertical_stiffness, 3), "N/mm"),
    ]


def sheet_words(sheet: TireSheet) -> list[str]:
    """What the file is, in a few words."""
    file = sheet.file
    combined = "combined slip: " + ("cosine weights" if file.combined == "cosine" else "friction ellipse")
    words = [file.dialect, f"side: {file.side}", combined, f"loads held beyond {1e-3 * sheet.load_limit:.4g} kN"]
    if "INFLPRES" in file.values:
        words.append(f"{1e-5 * file.values['INFLPRES']:.3g} bar")
    return words
