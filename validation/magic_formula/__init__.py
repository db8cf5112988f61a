"""The Magic Formula of `.tir` files a second time: written from the published equations, by names, on NumPy arrays.

Nothing is shared with the compiled law: MF 5.2 and PAC2002 are one class, MF 6.1 and 6.2 another, each with its
equations in full. Signs and measures are those of the file, with ISO axes; the tire as measured, rolling forward.

    MF 5.2    MF-Tyre 5.2 equation manual; PAC2002 as described by Adams/Tire
    MF 6.x    Pacejka 2012, (4.E1)–(4.E78); rolling moment by Besselink, Schmeitz, Pacejka 2010, (A48)
    ellipse   Adams/Tire, for files without coefficients of combined slip
"""

from validation.magic_formula.mf6 import Mf6
from validation.magic_formula.mf52 import Mf52
from validation.magic_formula.state import State

__all__ = ["Mf6", "Mf52", "State"]
