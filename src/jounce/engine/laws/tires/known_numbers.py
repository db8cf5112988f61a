"""What is known of a tire when its equations are traced: kind of law and file, and coefficients that are zero.

    law=2 MODERN=1 COSINE=1 RELAXATION=0 CURVE_POINTS=0 zeros=1c00

Branches on these are taken while tracing, and terms with a coefficient of zero vanish. All else are numbers of the car,
so that tires of one kind share a program: left and right, worn and new, at any pressure and scale. Of a Fiala tire
the number of points of its deflection curve is known, of the other laws nothing but the law. Bit n of `zeros`
stands for the coefficient n of `pacejka_coefficients`.
"""

from __future__ import annotations

import numpy as np

from jounce.engine.laws.tires.fiala import CURVE_POINTS
from jounce.engine.laws.tires.pacejka_coefficients import GROUPS, NAMES
from jounce.engine.laws.tires.records import FIALA, PACEJKA, ROLLING

SWITCHES = ("MODERN", "COSINE", "RELAXATION", "CURVE_POINTS")
_FREE = ("made", "nominal", "scaling")
"""Groups of coefficients that may be zero in one car and not in the next, such as a change of pressure."""
FOLDED = frozenset({"LMUV", "ROLLING_POWER"}).union(*(GROUPS[group].split() for group in GROUPS if group not in _FREE))
"""Coefficients whose zeros are known."""


def known_of(tire: np.void) -> str:
    """What is known of a TIRE record, as words. Raises ValueError for a law that `rolling_tire` does not know."""
    law = f"law={int(tire['law'])}"
    if tire["law"] not in ROLLING:
        raise ValueError(f"tire law {int(tire['law'])}: give jounce.engine.laws.tires.rolling a branch for it")
    if tire["law"] == FIALA:
        return f"{law} points={int(tire['coefficients'][CURVE_POINTS])}"
    if tire["law"] != PACEJKA:
        return law
    c = tire["coefficients"]
    switches = " ".join(f"{name}={int(c[NAMES.index(name)])}" for name in SWITCHES)
    zeros = sum(1 << n for n, name in enumerate(NAMES) if name in FOLDED and c[n] == 0.0)
    return f"{law} {switches} zeros={zeros:x}"


def numbers_of(known: str) -> tuple[int, dict[int, float]]:
    """The law, and known coefficients by their place, from words of `known_of`."""
    words = dict(word.split("=") for word in known.split())
    if "points" in words:
        return int(words["law"]), {CURVE_POINTS: float(words["points"])}
    zeros = int(words.get("zeros", "0"), 16)
    numbers = {n: 0.0 for n in range(len(NAMES)) if zeros >> n & 1}
    numbers |= {NAMES.index(name): float(words[name]) for name in SWITCHES if name in words}
    return int(words["law"]), numbers
