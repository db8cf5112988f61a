"""Tire property files (`.tir`): text in, a `TirFile` in SI units out, and the coefficients that compiled laws read.

tir = jounce.tir.read("tire.tir")
tir.dialect, tir.side, tir.values["FNOMIN"]
c = jounce.tir.coefficients(tir, mounted="right")
"""

from jounce.tir.coefficients import coefficients
from jounce.tir.read import parse, read
from jounce.tir.tir_file import TirFile

__all__ = ["TirFile", "coefficients", "parse", "read"]
