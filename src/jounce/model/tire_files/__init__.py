"""Tire property files (`.tir`): text in, a `TirFile` in SI units out, and the coefficients that compiled laws read.

    file = tir.read("tire.tir")
    file.dialect, file.side, file.values["FNOMIN"]
    c = tir.coefficients(file, mounted="right")

Dialects, units and sides: docs/tir.md.
"""

from jounce.model.tire_files.coefficients import coefficients
from jounce.model.tire_files.read import TirFile, parse, read

__all__ = ["TirFile", "coefficients", "parse", "read"]
