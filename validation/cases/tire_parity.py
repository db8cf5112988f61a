"""Every dialect of the Magic Formula against a second evaluation, over load, slip, camber and pressure."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from jounce.engine.laws.tires.pacejka import pacejka_sweep, pacejka_turning
from jounce.model import tire_files as tir
from validation.comparison import Comparison
from validation.magic_formula import Mf6, Mf52, State

GROUP = "Magic Formula files: parity with a second evaluation"
TIRES = Path(__file__).parents[2] / "tests" / "data" / "tires"
SECOND = "`validation/magic_formula`"
ALLOWED = 1e-11
ELLIPSE = 0.035
"""What the ellipse may differ from that of Adams, which counts slips from −S_H − S_V/K and leaves S_V unreduced."""

ROLLING = {"QSX1": 0.001, "QSX2": 0.4, "QSX3": 0.03, "QSX4": 0.05, "QSX5": 0.7, "QSX6": 1.1, "QSX7": 0.6, "QSX8": 0.5}
ROLLING |= {"QSX9": 1.2, "QSX10": 0.1, "QSX11": 0.9, "QSY2": 0.003, "QSY3": 0.002, "QSY4": 0.0004}
ROLLING |= {"SSZ1": 0.01, "SSZ2": 0.008, "SSZ3": 0.3, "SSZ4": -0.2}
PRESSURES = {"NOMPRES": 2.4e5, "PPX1": -0.3, "PPX2": 0.2, "PPX3": -0.1, "PPX4": 0.1, "PPY1": 0.4, "PPY2": 0.9}
PRESSURES |= {"PPY3": -0.1, "PPY4": 0.05, "PPZ1": -0.3, "PPZ2": -0.1, "PPMX1": 0.2}
MODERN = {"QSX12": 0.1, "QSX13": 0.02, "QSX14": 0.3, "QSY5": 0.3, "QSY6": 0.2, "PPY5": 0.1, "QBZ6": 0.4}
"""Values for terms that the files leave at 0, so that every term of the formulas is compared."""

TESTS: dict[str, tuple[str, dict[str, str], dict[str, float]]] = {
    "PAC2002": ("HMMWV_Pac02Tire", {}, ROLLING),
    "PAC2002, friction ellipse": ("Sedan_Pac02Tire", {}, ROLLING),
    "MF 5.2": ("HMMWV_Pac02Tire", {"'PAC2002'": "'MF_05'"}, ROLLING),
    "MF 6.1": ("MagicFormula61_Parameters", {}, ROLLING | MODERN | {"LMUV": 0.05}),
    "MF 6.2": ("MagicFormula61_Parameters", {"FITTYP                   =    61": "FITTYP = 62"}, ROLLING | MODERN),
}
"""Rows of the table: file, replaced text, added values."""
TURNING = {"PDXP2": 0.2, "PDXP3": 3.0, "PDYP2": -0.1, "PDYP3": 4.0, "PDYP4": 0.3, "PHYP3": 0.02, "PECP2": -0.2}
TURNING |= {"QDRP1": 0.9, "QDRP2": -0.7}
"""Values for terms of turn slip that the file leaves at 0."""
TURNS, TURN_LOADS = (-3.0, -0.4, 0.02, 1.0), (0.4, 0.8, 1.0)
"""Turn slips [1/m], and loads at which the file's moment resists turning as written."""
KAPPA, ALPHA = np.linspace(-0.5, 0.5, 21), np.radians(np.linspace(-20.0, 20.0, 21))
LOADS, CAMBERS, PRESSURE = (0.4, 0.8, 1.0, 1.5), (-0.06, 0.0, 0.04), {"": None, "at 90 % of the pressure": 0.9}
MIN_WEIGHT = 0.011
"""The law keeps weights of combined slip above 0.01, the published formula lets them reach and pass zero."""


def comparisons() -> list[Comparison]:
    """All comparisons of this case."""
    return [row for name in TESTS for row in _rows(name)] + _turn_rows()


def tire(
    name: str, pressure: float | None = None, scales: Mapping[str, float] | None = None
) -> tuple[tir.TirFile, Mf52 | Mf6]:
    """A file of the table and its second evaluation, at a part of its nominal pressure and with other scales."""
    stem, changes, extra = TESTS[name]
    text = (TIRES / f"{stem}.tir").read_text(encoding="latin-1")
    for old, new in changes.items():
        if old not in text:
            raise ValueError(f"{stem}.tir has no {old}")
        text = text.replace(old, new)
    extra = extra | (PRESSURES if pressure is not None else {})
    file = tir.parse(text, stem)
    values = {**file.values, **extra, **(scales or {})}
    if pressure is not None:
        values["INFLPRES"] = pressure * values["NOMPRES"]
    file = tir.TirFile(file.name, file.dialect, file.side, file.combined, values)
    kind = Mf6 if file.dialect.startswith("MF 6") else Mf52
    return file, kind(values, ellipse=file.combined == "friction_ellipse")


def states(file: tir.TirFile, *, combined: bool) -> State:
    """A grid over load, camber and slips: both slips, or κ alone and then α alone."""
    nominal = file.values["FNOMIN"] * file.values.get("LFZO", 1.0)
    if combined:
        slips = np.array([(k, a) for k in KAPPA for a in ALPHA])
    else:
        slips = np.array([(k, 0.0) for k in KAPPA] + [(0.0, a) for a in ALPHA])
    rows = [(nominal * load, *slip, camber) for load in LOADS for camber in CAMBERS for slip in slips]
    return State(*np.array(rows).T)


def turning_states(file: tir.TirFile) -> State:
    """A coarser grid over load, camber, both slips and turn slip."""
    nominal = file.values["FNOMIN"] * file.values.get("LFZO", 1.0)
    slips = [(k, a, g, turn) for k in KAPPA[::4] for a in ALPHA[::4] for g in CAMBERS for turn in TURNS]
    rows = np.array([(nominal * load, *slip) for load in TURN_LOADS for slip in slips])
    load, kappa, alpha, camber, turn = rows.T
    return State(load, kappa, alpha, camber, turn=turn)


def law(file: tir.TirFile, s: State) -> dict[str, np.ndarray]:
    """What the compiled law gives at these states, by name."""
    ones = np.ones_like(s.load)
    given = np.column_stack([s.load, s.kappa, np.tan(s.alpha), s.camber, s.speed * ones, ones])
    found = np.zeros((len(given), 5))
    if np.any(s.turn):
        pacejka_turning(tir.coefficients(file), given, s.turn * ones, found)
    else:
        pacejka_sweep(tir.coefficients(file), given, found)
    return dict(zip(("Fx", "Fy", "Mx", "My", "Mz"), found.T, strict=True))


def errors(
    name: str, pressure: float | None = None, scales: Mapping[str, float] | None = None, *, combined: bool
) -> dict[str, float]:
    """Largest differences of each force and moment, per the largest value of the second evaluation."""
    file, second = tire(name, pressure, scales)
    s = states(file, combined=combined)
    theirs, ours = second.evaluate(s), law(file, s)
    if second.ellipse:
        inside = np.ones(len(s.load), bool)
    else:
        inside = np.min(second.weights(s)[:2], axis=0) > MIN_WEIGHT
        upright = State(s.load, s.kappa, s.alpha, 0.0 * s.camber)
        inside &= second.weights(upright)[1] > MIN_WEIGHT
    return {key: float(np.abs(ours[key] - theirs[key])[inside].max() / np.abs(theirs[key]).max()) for key in ours}


def turn_errors(pressure: float | None = None, scales: Mapping[str, float] | None = None) -> dict[str, float]:
    """`errors` of MF 6.1 at combined slip and turn slip."""
    file, second = tire("MF 6.1", pressure, TURNING | dict(scales or {}))
    s = turning_states(file)
    theirs, ours = second.evaluate(s), law(file, s)
    upright = dataclasses.replace(s, camber=0.0 * s.camber)
    inside = np.min([*second.weights(s)[:2], second.weights(upright)[1]], axis=0) > MIN_WEIGHT
    return {key: float(np.abs(ours[key] - theirs[key])[inside].max() / np.abs(theirs[key]).max()) for key in ours}


def _turn_rows() -> list[Comparison]:
    return [
        Comparison(
            group=GROUP,
            name="MF 6.1, combined slip and turn slip",
            quantity=key,
            reference=SECOND,
            error=error,
            allowed=ALLOWED,
            kind="of peak",
            note="spin by turning alone; camber stays in its own terms",
        )
        for key, error in turn_errors().items()
    ]


def _rows(name: str) -> list[Comparison]:
    found = []
    for words, pressure in PRESSURE.items():
        for combined in (False, True):
            ellipse = name.endswith("ellipse")
            what = f"{'combined' if combined else 'pure'} slip {words}".strip()
            note = "slips of the ellipse from the zero of each curve" if ellipse else ""
            found += [
                Comparison(
                    group=GROUP,
                    name=f"{name}, {what}",
                    quantity=quantity,
                    reference=SECOND,
                    error=error,
                    allowed=ELLIPSE if ellipse else ALLOWED,
                    kind="of peak",
                    note=note,
                )
                for quantity, error in errors(name, pressure, combined=combined).items()
            ]
    return found
