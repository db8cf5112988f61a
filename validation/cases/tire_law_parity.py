"""Tire laws whose numbers stand in the car's file against a second evaluation, over load, slip and camber."""

from __future__ import annotations

from typing import Protocol

import numpy as np

from jounce.engine.assembly.pack import pack
from jounce.engine.compiler import entry
from jounce.engine.laws.tires.calspan import loaded_calspan
from jounce.engine.laws.tires.fiala import loaded_fiala
from jounce.engine.laws.tires.magic_formula_87 import loaded_magic_formula_87
from jounce.engine.laws.tires.records import CALSPAN, FIALA, TMEASY
from jounce.engine.laws.tires.tmeasy import loaded_tmeasy
from jounce.model.mechanism import Body, CalspanTire, FialaTire, MagicFormula87, Mechanism, Tire, TireLaw, TMeasyTire
from validation.comparison import Comparison
from validation.magic_formula import State
from validation.tire_laws import Calspan, Fiala, Formula87, TMeasy

GROUP = "Other tire laws: parity with a second evaluation"
SECOND = "`validation/tire_laws`"
ALLOWED = 1e-11
SPRING = {"radius": 0.31, "vertical_stiffness": 2.0e5}
QUANTITIES = ("Fx", "Fy", "Mx", "My", "Mz")
KAPPA, ALPHA = np.linspace(-0.5, 0.5, 21), np.radians(np.linspace(-20.0, 20.0, 21))
LOADS, CAMBERS = (0.4, 0.8, 1.0, 1.5), (-0.06, 0.0, 0.04)


class Second(Protocol):
    """A second evaluation, and the load of its grid [N]."""

    nominal: float

    def evaluate(self, s: State) -> dict[str, np.ndarray]:
        """All forces [N] and moments [N m] by name."""


TIRES: dict[str, tuple[TireLaw, type]] = {
    "Magic Formula 1987": (
        MagicFormula87(
            **SPRING, relaxation=(0.3, 0.5), largest_load=10e3,
            lateral=(1.30, -22.1, 1011.0, 1078.0, 1.82, 0.208, 0.0, -0.354, 0.707, 0.028, 0.0, 14.8, 0.022, 0.01),
            longitudinal=(1.65, -21.3, 1144.0, 49.6, 226.0, 0.069, -0.006, 0.056, 0.486, 0.02, 1.0, 9.0, 0.01, 0.02),
            aligning=(2.40, -2.72, -2.28, -1.86, -2.73, 0.11, -0.07, 0.643, -4.04, 0.015, -0.066, 0.945, 0.03, 0.07),
        ),
        Formula87,
    ),
    "TMeasy": (
        TMeasyTire(
            **SPRING, width=0.205, nominal_load=3200.0, double_load_stiffness=2.2e5,
            longitudinal_stiffness=1.8e5, lateral_stiffness=1.2e5, rolling_resistance=(0.012, 0.016),
            longitudinal={"slope": (6.0e4, 1.1e5), "peak_slip": (0.14, 0.15), "peak": (3400.0, 6500.0),
                          "sliding_slip": (0.8, 0.85), "sliding": (2800.0, 5400.0)},
            lateral={"slope": (4.8e4, 7.0e4), "peak_slip": (0.18, 0.22), "peak": (3200.0, 6000.0),
                     "sliding_slip": (0.7, 0.8), "sliding": (2900.0, 5500.0)},
            aligning={"trail": (0.17, 0.18), "zero_slip": (0.2, 0.24), "end_slip": (0.5, 0.6)},
        ),
        TMeasy,
    ),
    "Fiala": (
        FialaTire(
            **SPRING, width=0.2, slip_stiffness=7.0e4, cornering_stiffness=5.0e4, static_friction=1.05,
            sliding_friction=0.8, rolling_lever=0.004, relaxation=(0.2, 0.35),
        ),
        Fiala,
    ),
    "Calspan": (
        CalspanTire(
            **SPRING, cornering=(2625.0, 14.47, 12930.0), camber=(2.29, 18175.0), load_share=0.4,
            friction=(-0.464e-4, -0.002, 1.216, 2.18e-11), skid_number_ratio=1.0274,
            aligning=(-0.171e-4, 0.150e-4, 0.002), slip_stiffness=5e4, relaxation=(0.2, 0.4),
        ),
        Calspan,
    ),
}  # fmt: skip
"""Law and class of its second evaluation; every number counts. The formula of 1987 as printed, with some zeros
filled."""


@entry
def _sweep(code, c, states, forces):  # type: ignore[no-untyped-def]
    """Rows (Fx, Fy, Mx, My, Mz) from rows (fz, κ, tan α, γ, turn, vx)."""
    for n in range(states.shape[0]):
        s = states[n]
        if code == TMEASY:
            row = loaded_tmeasy(c, s[0], s[1], s[2], s[3], s[4], s[5], 1.0)
        elif code == FIALA:
            row = loaded_fiala(c, s[0], s[1], s[2], s[5], 1.0)
        elif code == CALSPAN:
            row = loaded_calspan(c, s[0], s[1], s[2], s[3], s[5], 1.0)
        else:
            row = loaded_magic_formula_87(c, s[0], s[1], s[2], s[3], s[5], 1.0)
        forces[n, 0], forces[n, 1], forces[n, 2], forces[n, 3], forces[n, 4] = row


def law(tire: TireLaw, s: State) -> dict[str, np.ndarray]:
    """What the compiled law gives at these states, by name."""
    wheel = Body(name="wheel", mass=20.0, inertia=(1.0, 1.0, 1.0), free=True)
    (row,) = pack(
        Mechanism(bodies=(wheel,), tires=(Tire(name="tire", body="wheel", centre=(0, 0, 0), law=tire),))
    ).arrays["tires"]
    ones = np.ones_like(s.load)
    given = np.column_stack([s.load, s.kappa, np.tan(s.alpha), s.camber, s.turn * ones, s.speed * ones])
    found = np.zeros((len(given), 5))
    _sweep(int(row["law"]), np.array(row["coefficients"]), given, found)
    return dict(zip(QUANTITIES, found.T, strict=True))


def states(nominal: float, *, combined: bool, turn: float = 0.0) -> State:
    """A grid over load, camber and slips: both slips, or κ alone and then α alone."""
    slips = (
        [(k, a) for k in KAPPA for a in ALPHA] if combined else [*((k, 0.0) for k in KAPPA), *((0.0, a) for a in ALPHA)]
    )
    rows = [(nominal * load, *slip, camber) for load in LOADS for camber in CAMBERS for slip in slips]
    load, kappa, alpha, camber = np.array(rows).T
    return State(load, kappa, alpha, camber, turn=turn)


def errors(tire: TireLaw, second: Second, s: State) -> dict[str, float]:
    """Largest differences of each force and moment, per the largest value of the second evaluation.

    What the law does not have is zero in both, and left out.
    """
    theirs, ours = second.evaluate(s), law(tire, s)
    peaks = {key: float(np.abs(value).max()) for key, value in theirs.items()}
    for key, peak in peaks.items():
        if peak == 0.0 and ours[key].any():
            raise ValueError(f"{key} is zero in the second evaluation only")
    return {key: float(np.abs(ours[key] - theirs[key]).max()) / peak for key, peak in peaks.items() if peak > 0.0}


def comparisons() -> list[Comparison]:
    """All comparisons of this case."""
    rows = []
    for name, (tire, kind) in TIRES.items():
        second = kind(tire)
        for what in ("pure slip", "combined slip", *(["combined slip and turn slip"] if name == "TMeasy" else [])):
            s = states(second.nominal, combined=what != "pure slip", turn=0.3 if "turn" in what else 0.0)
            rows += [
                Comparison(group=GROUP, name=f"{name}, {what}", quantity=quantity, reference=SECOND, error=error,
                           allowed=ALLOWED, kind="of peak")
                for quantity, error in errors(tire, second, s).items()
            ]  # fmt: skip
    return rows
