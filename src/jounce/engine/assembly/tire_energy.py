"""Refuses tires that drive themselves."""

from __future__ import annotations

import functools
import math

import numpy as np

from jounce.engine.laws.tires.pacejka_energy import most_fed_power
from jounce.errors import ModelError
from jounce.findings import Finding
from jounce.model.tire_files import TirFile


def check_energy(file: TirFile, coefficients: np.ndarray) -> None:
    """Raise ModelError when the tire feeds energy into sliding somewhere on a grid of loads and slips."""
    power, load, kappa, tan_alpha = _most_fed_power(coefficients.tobytes())
    if power <= 0.0:
        return
    angle = math.degrees(math.atan(tan_alpha))
    got = (
        f"{power:.2f} N per N of load along the sliding, at {load:.0f} N, slip {kappa:.2f} and slip angle {angle:.0f}°"
    )
    hint = "look at the signs of PKY1, PKY4, PDX1, PDY1 and PKX1, and at shape factors PCX1, PCY1, RCX1, RCY1 above 2"
    what = "the tire feeds energy: its force pushes the way the contact slides"
    raise ModelError([Finding("", what, got, "a force against the sliding", hint, file.name)], file.name)


@functools.lru_cache(maxsize=64)
def _most_fed_power(coefficients: bytes) -> tuple[float, float, float, float]:
    return most_fed_power(np.frombuffer(coefficients))
