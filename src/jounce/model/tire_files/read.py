"""Reading `.tir` files: every finding at once.

The load up to which the coefficients of a tire can be trusted.

Peaks and slip stiffnesses are polynomials of the load; extrapolated, many turn negative, and a tire with a negative
stiffness pushes itself away. Beyond the limit the compiled law holds the coefficients (at most 10 % further) and lets
forces grow with the load.

What a `.tir` file says, in SI units.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from itertools import pairwise
from pathlib import Path
from typing import Literal

from jounce.errors import InputError, ModelError
from jounce.findings import Finding, shown
from jounce.model.tire_files import dimensions as dialects
from jounce.model.tire_files.coefficient_names import GROUPS, NAMES
from jounce.model.tire_files.dimensions import DEFAULTS, DIMENSIONAL, factor, unit_of
from jounce.model.tire_files.syntax import Contents, Entry, parse_contents
from jounce.schema.files import MAX_TIRE_SIZE, read_file
from jounce.schema.units import UNITS

MIN_SHARE = 0.1
"""Part of their nominal value that peaks and slip stiffnesses keep (dFy/dα: of the half period of its sine)."""
OVERSHOOT = 1.1
"""Largest load at which the law evaluates its coefficients, per limit."""


def load_limit(values: Mapping[str, float]) -> float:
    """The limit [N]: FZMAX, ten times FNOMIN if absent, or less where a peak or a slip stiffness comes near zero."""
    nominal = values["FNOMIN"] * values.get("LFZO", 1.0)
    return min(range_of_fit(values), *(load / OVERSHOOT for load in _near_zero(values, nominal)), math.inf)


def range_of_fit(values: Mapping[str, float]) -> float:
    """Largest load [N] that the file claims."""
    return values["FZMAX"] if values.get("FZMAX", 0.0) > 0.0 else 10.0 * values["FNOMIN"]


def nominal_cornering_stiffness(values: Mapping[str, float]) -> float:
    """dFy/dα at the nominal load, upright and at nominal pressure, per that load; negative in files with ISO signs."""
    return values["PKY1"] * math.sin(values.get("PKY4", 2.0) * math.atan(1.0 / values["PKY2"]))


def _near_zero(values: Mapping[str, float], nominal: float) -> list[float]:
    """Loads at which a peak or a slip stiffness has fallen to `MIN_SHARE`."""
    loads = []
    for first, slope in (("PDX1", "PDX2"), ("PDY1", "PDY2"), ("PKX1", "PKX2")):
        falls = -values.get(slope, 0.0) / values[first]
        if falls > 0.0:
            loads.append(nominal * (1.0 + (1.0 - MIN_SHARE) / falls))
    shape = abs(values.get("PKY4", 2.0))
    angle = (1.0 - MIN_SHARE) * math.pi / shape if shape > 0.0 else math.inf
    if angle < math.pi / 2.0:
        loads.append(nominal * values["PKY2"] * math.tan(angle))
    return loads


@dataclass(frozen=True)
class TirFile:
    """A tire: dialect, side, numbers by key."""

    name: str
    """Name of the file."""
    dialect: str
    """Dialect of the file: PAC2002, MF 5.2, MF 6.1 or MF 6.2."""
    side: str
    """Side it was measured on: left, right, symmetric or unknown."""
    combined: Literal["cosine", "friction_ellipse"]
    """How the forces of combined slip come about; the ellipse where the file has no coefficients for it."""
    values: Mapping[str, float]
    """Numbers that jounce knows, by key in upper case, in SI units and radians; what the file leaves out is absent."""
    deflection: tuple[tuple[float, float], ...] = ()
    """Deflection [m] and load [N] of [DEFLECTION_LOAD_CURVE]."""
    other: Mapping[str, float | str] = field(default_factory=dict)
    """Keys that jounce does not use, as written."""
    findings: tuple[Finding, ...] = ()
    """What is odd, but does not prevent using the tire."""

    def at_pressure(self, pressure: float) -> TirFile:
        """This tire inflated to a pressure [Pa]."""
        return replace(self, values={**self.values, "INFLPRES": pressure})


ALIASES = {
    "IP": "INFLPRES",
    "IP_NOM": "NOMPRES",
    "LFZ0": "LFZO",
    "LKG": "LKYC",
    "QPZ1": "PPZ1",
    "QPZ2": "PPZ2",
    "QPX1": "PPMX1",
}
"""PAC2002's names for what MF 6.1 calls otherwise, and a common slip of the pen."""
KNOWN = (set(NAMES) - set(GROUPS["made"].split())) | set(DIMENSIONAL) | {"KPUMIN", "KPUMAX", "LIP"}
POSITIVE = ("UNLOADED_RADIUS", "FNOMIN", "VERTICAL_STIFFNESS", "PCX1", "PDX1", "PKX1", "PCY1", "PKY2")
NOT_ZERO = ("PDY1", "PKY1", "PKY4")
REQUIRED = (*POSITIVE, "PDY1", "PKY1")
NOT_NEGATIVE = ("LMUV", "QSY7")
SECTIONS = {"UNLOADED_RADIUS": "DIMENSION", "FNOMIN": "VERTICAL", "VERTICAL_STIFFNESS": "VERTICAL"}
SECTIONS |= dict.fromkeys(("PCX1", "PDX1", "PKX1"), "LONGITUDINAL_COEFFICIENTS")
SECTIONS |= dict.fromkeys(("PCY1", "PDY1", "PKY1", "PKY2"), "LATERAL_COEFFICIENTS")
"""Sections in which required coefficients stand, for the line of a finding that misses one."""
POSITIVE_IF_GIVEN = ("LONGVL", "LFZO", "INFLPRES", "NOMPRES", "LIP", "LCZ", "Q_FZ1")
MAX_VALUE = 1e12
"""Largest magnitude of any number, in SI units."""
TEXTS = ("FITTYP", "PROPERTY_FILE_FORMAT", "TYRESIDE")


def read(path: str | Path) -> TirFile:
    """Read a file; raises FileError when it cannot be read and ModelError with all findings when it is no tire."""
    data = read_file(path, MAX_TIRE_SIZE)
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return parse(text, str(path))


def parse(text: str, name: str = "<text>") -> TirFile:
    """Read the text of a file; raises ModelError with all findings, each with its line."""
    reader = _Reader(parse_contents(text), name)
    tir = reader.tir()
    if reader.errors:
        raise ModelError(reader.errors, name)
    return tir


class _Reader:
    """Turns entries into a TirFile and gathers what is wrong."""

    def __init__(self, found: Contents, name: str) -> None:
        self.name = name
        self.tables, self.sections = found.tables, found.sections
        self.errors: list[Finding] = []
        self.oddities = [finding.at(name, finding.line) for finding in found.findings]
        self.units = self.read_units([entry for entry in found.entries if entry.section == "UNITS"])
        self.entries: dict[str, Entry] = {}
        for entry in found.entries:
            if entry.section != "UNITS":
                self.add(entry)

    def add(self, entry: Entry) -> None:
        key = ALIASES.get(entry.key, entry.key)
        before = self.entries.get(key)
        if before is not None and (before.section == entry.section or key in KNOWN):
            hint = f"line {before.line} has {shown(before.value)}"
            self.odd(entry, "given twice; the last one counts", shown(entry.value), hint=hint)
        self.entries[key] = entry

    def odd(self, entry: Entry, what: str, got: str = "", expected: str = "", hint: str = "") -> None:
        self.oddities.append(Finding(entry.key, what, got, expected, hint, self.name, entry.line))

    def wrong(self, entry: Entry, what: str, got: str = "", expected: str = "", hint: str = "") -> None:
        self.errors.append(Finding(entry.key, what, got, expected, hint, self.name, entry.line))

    def read_units(self, entries: list[Entry]) -> dict[str, str]:
        units = dict(DEFAULTS)
        for entry in entries:
            if entry.key in units:
                try:
                    units[entry.key] = unit_of(entry.key, str(entry.value))
                except InputError as refusal:
                    self.errors.append(refusal.finding.at(self.name, entry.line))
        return units

    def line_of(self, *sections: str) -> int:
        """Line of the first of these sections that the file has, else 1: where something that is missing belongs."""
        return next((self.sections[section] for section in sections if section in self.sections), 1)

    def tir(self) -> TirFile:
        values = self.values()
        dialect, side = self.dialect(), self.side()
        deflection = self.deflection()
        self.check_missing(values, bool(deflection))
        self.check_signs(values)
        if not self.errors:
            self.check_loads(values)
        return TirFile(
            name=self.name,
            dialect=dialect,
            side=side,
            combined=self.choose_combined_slip(values),
            values=values,
            deflection=deflection,
            other={k: e.value for k, e in self.entries.items() if k not in KNOWN and k not in TEXTS},
            findings=tuple(self.oddities),
        )

    def values(self) -> dict[str, float]:
        """Known numbers in SI units."""
        values = {}
        for key, entry in self.entries.items():
            if key not in KNOWN:
                continue
            if isinstance(entry.value, str):
                hint = "write a decimal point, not a comma" if "," in entry.value else ""
                self.wrong(entry, "not a number", shown(entry.value), "a number such as 1.65", hint)
                continue
            values[key] = entry.value * factor(key, self.units)
            if not abs(values[key]) < MAX_VALUE:
                self.wrong(entry, "too large to be meant", shown(entry.value), f"less than {MAX_VALUE:g}")
        return values

    def dialect(self) -> str:
        fittype, form = self.entries.get("FITTYP"), self.entries.get("PROPERTY_FILE_FORMAT")
        try:
            found, guess = dialects.dialect(
                fittype.value if fittype else None, str(form.value) if form else None, self.entries
            )
        except InputError as refusal:
            entry = self.entries[refusal.finding.where]
            self.errors.append(refusal.finding.at(self.name, entry.line))
            return ""
        if guess:
            hint, line = "write FITTYP = 61 (or 6 for MF 5.2) under [MODEL]", self.line_of("MODEL")
            self.oddities.append(Finding("FITTYP", guess, hint=hint, file=self.name, line=line))
        return found

    def side(self) -> str:
        entry = self.entries.get("TYRESIDE")
        try:
            return dialects.side(entry.value if entry else None)
        except InputError as refusal:
            self.errors.append(refusal.finding.at(self.name, entry.line if entry else None))
            return ""

    def deflection(self) -> tuple[tuple[float, float], ...]:
        blocks = self.tables.get("DEFLECTION_LOAD_CURVE", [])
        if not blocks:
            return ()
        rows, line = blocks[-1].rows, blocks[-1].line
        if len(blocks) > 1:
            lines = ", ".join(str(block.line) for block in blocks[:-1])
            what, hint = "given twice; the last one counts", f"the other begins at line {lines}"
            got = f"{len(blocks)} blocks"
            self.oddities.append(Finding("DEFLECTION_LOAD_CURVE", what, got, hint=hint, file=self.name, line=line))
        length, force = UNITS[self.units["LENGTH"]].factor, UNITS[self.units["FORCE"]].factor
        points = sorted((row[0] * length, row[1] * force) for row in rows if len(row) >= 2)
        if not points:
            return ()
        if points[0][0] > 0.0:
            points.insert(0, (0.0, 0.0))
        rising = all(b[0] > a[0] and b[1] > a[1] for a, b in pairwise(points))
        if len(points) < 2 or points[0] != (0.0, 0.0) or not rising or not all(map(math.isfinite, points[-1])):
            expected = "rows of deflection and load that begin at 0 0, both rising"
            where, what = "DEFLECTION_LOAD_CURVE", "not a curve"
            self.errors.append(Finding(where, what, shown(rows), expected, file=self.name, line=line))
            return ()
        return tuple(points)

    def check_missing(self, values: dict[str, float], has_curve: bool) -> None:
        """One finding that names all coefficients without which there is no tire."""
        stiff = has_curve or "Q_FZ1" in values
        given = set(self.entries)
        missing = [key for key in REQUIRED if key not in given and not (key == "VERTICAL_STIFFNESS" and stiff)]
        if missing:
            unknown = given - KNOWN - set(TEXTS)
            near = [f"{key}: is it {k!r}?" for key in missing for k in get_close_matches(key, unknown, 1, 0.75)]
            hint = "; ".join(near) or ("is it a tire property file?" if len(missing) == len(REQUIRED) else "")
            names = ", ".join(missing)
            line = self.line_of(*(SECTIONS.get(key, "") for key in missing))
            self.errors.append(Finding("", f"coefficients are missing: {names}", hint=hint, file=self.name, line=line))

    def check_signs(self, values: dict[str, float]) -> None:
        for key in (*POSITIVE, *POSITIVE_IF_GIVEN):
            if not values.get(key, 1.0) > 0.0:
                self.wrong(self.entries[key], "must be positive", shown(values[key]))
        for key in NOT_NEGATIVE:
            if values.get(key, 0.0) < 0.0:
                self.wrong(self.entries[key], "must not be negative", shown(values[key]))
        for key in NOT_ZERO:
            if values.get(key, 1.0) == 0.0:
                self.wrong(self.entries[key], "must not be zero", "0")
        if not self.errors and nominal_cornering_stiffness(values) > 0.0:
            what = "dFy/dα is positive: Fy and Mz are taken to point right and down, as in adapted SAE axes"
            hint = "in files with ISO signs PKY1 sin(PKY4 atan(1/PKY2)) is negative"
            self.odd(self.entries["PKY1"], what, shown(values["PKY1"]), hint=hint)

    def check_loads(self, values: dict[str, float]) -> None:
        limit, claimed = load_limit(values), range_of_fit(values)
        if limit < claimed and "FZMAX" in values:
            what = f"a peak or a slip stiffness nears zero before: coefficients are held beyond {limit:.0f} N"
            self.odd(self.entries["FZMAX"], what, f"{claimed:.0f} N")

    def choose_combined_slip(self, values: dict[str, float]) -> Literal["cosine", "friction_ellipse"]:
        """Cosine weights need the slopes in both directions."""
        if values.get("RBX1", 0.0) != 0.0 and values.get("RBY1", 0.0) != 0.0:
            return "cosine"
        what = "no coefficients of combined slip (RBX1, RBY1): the friction ellipse is used"
        line = self.line_of("LONGITUDINAL_COEFFICIENTS")
        self.oddities.append(Finding("", what, file=self.name, line=line))
        return "friction_ellipse"
